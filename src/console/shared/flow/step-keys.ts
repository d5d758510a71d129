/** Keys on the boxes of the canvas: arrows choose, Alt with arrows moves, + adds, Delete asks. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { FlowAnswer } from '../../api/triggers.ts'
import { START } from '../trigger-text/step-kinds.ts'
import type { Drawing } from './drawing.ts'

const ARROWS: Record<string, 'up' | 'down'> = { ArrowUp: 'up', ArrowDown: 'down' }

export function useStepKeys(
  place: RefObject<HTMLElement | null>,
  { steps }: Pick<FlowAnswer, 'steps'>,
  drawing: Drawing | undefined,
): (event: KeyboardEvent) => void {
  const keys = [START, ...steps.map(({ key }) => key)]
  const boxOf = (key: string | undefined) =>
    key === undefined
      ? null
      : (place.current?.querySelector<HTMLElement>(
          `.react-flow__node[data-id="${CSS.escape(key)}"]`,
        ) ?? null)
  // A moved box stands elsewhere in the document, and has lost the focus there.
  const moved = useRef<string>(undefined)
  const order = keys.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the order has changed
  useEffect(() => {
    if (moved.current !== undefined) boxOf(moved.current)?.focus()
    moved.current = undefined
  }, [order])
  return event => {
    const { key, altKey, target } = event
    const id = (target as Element).getAttribute('data-id')
    const isBox = id !== null && (target as Element).classList.contains('react-flow__node')
    if (!isBox || event.ctrlKey || event.metaKey) return
    const handled = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    const way = ARROWS[key]
    if (way && altKey) {
      handled()
      if (!drawing || id === START) return
      moved.current = id
      drawing.onShift(id, way)
    } else if (way) {
      handled()
      boxOf(keys[keys.indexOf(id) + (way === 'up' ? -1 : 1)])?.focus()
    } else if (key === '+') {
      handled()
      place.current
        ?.querySelector<HTMLElement>(`.way-middle[data-from="${CSS.escape(id)}"] .add-step`)
        ?.click()
    } else if ((key === 'Delete' || key === 'Backspace') && id !== START) {
      drawing?.onRemove(id)
    }
  }
}

/** The acts of drawing on the text of a trigger, each with a sentence for a live region. */
import { useState } from 'react'
import type { CheckedSource } from '../../api/triggers.ts'
import { useTexts } from '../../texts/language.tsx'
import type { Drawing } from '../flow/drawing.ts'
import { withStep } from '../trigger-text/draw-steps.ts'
import { moveBeside, type StepPlace, waysFor, withMoved } from '../trigger-text/move-step.ts'
import { isDrawable } from '../trigger-text/source-lines.ts'
import { START } from '../trigger-text/step-kinds.ts'
import { useDrawnTexts } from '../trigger-words/words.ts'
import type { useDrawnActs } from './drawn-acts.ts'

export function useDrawing(given: {
  source: string
  outline: CheckedSource['outline']
  /** The outline is not that of the source yet. */
  isChecking: boolean
  mayDraw: boolean
  acts: ReturnType<typeof useDrawnActs>
  onAdded(key: string): void
  onRemove(key: string): void
}): { drawing: Drawing | undefined; said: string } {
  const { source, outline, isChecking, mayDraw, acts, onAdded, onRemove } = given
  const { stepNames } = useTexts('triggers')
  const texts = useDrawnTexts()
  const [said, setSaid] = useState('')
  // As it was, until the outline is that of the text.
  const [drawable, setDrawable] = useState(false)
  const isNowDrawable = isChecking ? drawable : isDrawable(source, outline)
  if (drawable !== isNowDrawable) setDrawable(isNowDrawable)
  if (!mayDraw || !isNowDrawable) return { drawing: undefined, said }
  const wordsOf = (key: string, place: StepPlace): string =>
    'before' in place
      ? texts.movedBefore(key, place.before)
      : place.from === START
        ? texts.movedFirst(key)
        : texts.movedAfter(key, place.from)
  const drawing: Drawing = {
    onAdd: (way, kind) =>
      acts.act((source, { outline }) => {
        const drawn = withStep(source, outline, way, kind, stepNames[kind])
        if (drawn) onAdded(drawn.key)
        return drawn?.source
      }),
    onRemove,
    onMove: (key, place) =>
      acts.act((source, { outline }) => {
        const moved = withMoved(source, outline, key, place)
        setSaid(moved === undefined ? texts.movedNowhere(key) : wordsOf(key, place))
        return moved
      }),
    onShift: (key, way) =>
      acts.act((source, { outline }) => {
        const move = moveBeside(outline, key, way)
        const moved = move && withMoved(source, outline, key, move.place)
        setSaid(moved === undefined ? texts.noFurther(key) : wordsOf(key, move!.place))
        return moved
      }),
    waysFor: (key, ways) => (isChecking ? undefined : waysFor(outline, key, ways)),
    onUndo: acts.undo,
    onRedo: acts.redo,
  }
  return { drawing, said }
}

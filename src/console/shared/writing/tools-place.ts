/** The toolbar is above the selection; without one, at the top of the pane. */
import type { Editor } from '@tiptap/core'
import { type RefObject, useLayoutEffect } from 'react'

const GAP = 8

/** Moves the element `ref` with the selection and the scrolled email. */
export function useToolsPlace(editor: Editor, ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = () => placeTools(editor, ref.current!)
    place()
    editor.on('transaction', place)
    addEventListener('scroll', place, { capture: true, passive: true })
    const sizes = new ResizeObserver(place)
    sizes.observe(ref.current!)
    sizes.observe(editor.view.dom)
    return () => {
      editor.off('transaction', place)
      removeEventListener('scroll', place, { capture: true })
      sizes.disconnect()
    }
  }, [editor, ref])
}

function placeTools(editor: Editor, tools: HTMLElement): void {
  if (editor.isDestroyed) return
  const text = editor.view.dom.getBoundingClientRect()
  const room = tools.closest('.canvas-scroll')!.getBoundingClientRect()
  const { from, to, empty } = editor.state.selection
  const [first, last] = [editor.view.coordsAtPos(from), editor.view.coordsAtPos(to)]
  const height = tools.offsetHeight
  const least = room.top + GAP
  let top = empty ? least : Math.max(first.top - height - GAP, least)
  // Never over the line that is written.
  if (top < last.bottom && top + height > first.top) top = last.bottom + GAP
  const left = Math.max(Math.min(text.left, room.right - tools.offsetWidth - GAP), room.left + GAP)
  tools.style.transform = `translate(${Math.round(left - text.left)}px, ${Math.round(top - text.top)}px)`
}

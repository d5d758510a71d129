/** Undo and redo by keys. */
import { useEffect } from 'react'

/** Ctrl Z, Ctrl Shift Z and Ctrl Y, wherever the focus is; source has its own. */
export function useUndoKeys(session: { undo(): void; redo(): void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      if (!(ctrlKey || metaKey) || altKey) return
      if (target instanceof Element && target.closest('.cm-editor, [role=dialog]')) return
      const isZ = key.toLowerCase() === 'z'
      if (!isZ && key.toLowerCase() !== 'y') return
      event.preventDefault()
      // The undo of the last toast would act, too.
      event.stopImmediatePropagation()
      if (isZ && !shiftKey) session.undo()
      else session.redo()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [session])
}

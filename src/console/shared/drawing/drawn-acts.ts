/** Acts on the text of a trigger by its outline, one after the other, and undone. */
import { useEffect, useState } from 'react'
import type { CheckedSource } from '../../api/triggers.ts'
import { useUndoKeys } from '../composing/undo-keys.ts'
import { beginHistory, changed, redone, undone } from '../drafts/history.ts'
import { withHead, withText } from '../trigger-text/change-source.ts'
import { withName } from '../trigger-text/draw-steps.ts'
import { isStartKind, withBelow, withOffset, withStart } from '../trigger-text/start-source.ts'
import { START } from '../trigger-text/step-kinds.ts'

/** The new text; undefined changes nothing. */
export type SourceAct = (source: string, checked: CheckedSource) => string | undefined

/**
 * An act waits until the outline is that of the very text, as offsets of a former one are wrong.
 * `checked` is undefined until then.
 */
export function useDrawnActs(
  source: string,
  checked: CheckedSource | undefined,
  onSource: (source: string) => void,
) {
  const [history, setHistory] = useState(() => beginHistory(source))
  const [acts, setActs] = useState<readonly SourceAct[]>([])
  // The text may have come from elsewhere meanwhile: discarded, or another editor's.
  const current = history.now === source ? history : changed(history, source, 0)
  const change = (next: string, part?: string) => {
    setHistory(changed(current, next, Date.now(), part))
    onSource(next)
  }
  useEffect(() => {
    const [act, ...rest] = acts
    if (!act || !checked) return
    setActs(rest)
    const next = act(source, checked)
    if (next !== undefined) change(next)
  })
  const step = (next: typeof history) => {
    setHistory(next)
    if (next.now !== source) onSource(next.now)
  }
  const session = { undo: () => step(undone(current)), redo: () => step(redone(current)) }
  useUndoKeys(session)
  return {
    act: (next: SourceAct) => setActs(now => [...now, next]),
    change,
    undo: current.past.length > 0 ? session.undo : undefined,
    redo: current.future.length > 0 ? session.redo : undefined,
  }
}

/** Lines above the steps that need not be there. */
const HEAD = ['again', 'quiet hours', 'paused']

/** A value of a step, or of the start. A name is changed wherever it stands. */
export const valueAct =
  (key: string, word: string, value: string, onRenamed: (name: string) => void): SourceAct =>
  (source, { head, outline }) => {
    if (word === 'step') {
      const next = withName(source, outline, key, value)
      if (next !== undefined) onRenamed(value.trim())
      return next
    }
    if (key === START) {
      if (HEAD.includes(word)) return withHead(source, head, word, value)
      if (word === 'start' && isStartKind(value)) return withStart(source, head, value)
      if (word === 'first') return withBelow(source, head, 'at', { word, value })
      if (word === 'offset') return withOffset(source, head, value)
    }
    const texts = key === START ? head : outline.find(one => one.key === key)?.texts
    const text = texts?.find(one => one.word === word)
    return text && withText(source, text, value)
  }

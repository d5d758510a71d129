/**
 * The steps of a text with mistakes: each by its words as written, for the canvas to show where a
 * mistake is.
 */
import type { CheckedSource, FlowAnswer } from '../../api/triggers.ts'
import { isBranch } from '../trigger-text/step-kinds.ts'

type Step = FlowAnswer['steps'][number]

export function roughFlow(outline: CheckedSource['outline']): Step[] {
  const keys = outline.map(({ key }) => key)
  return outline.map(({ key, texts }, i) => {
    const written = new Map(texts.map(({ word, value }) => [word, value.trim()]))
    const next = keys[i + 1] ?? null
    const to = (word: string): string | null => {
      const named = written.get(word)
      return named === undefined ? next : keys.includes(named) ? named : null
    }
    const does = texts.find(({ word }) => word !== 'step' && !LEADING.includes(word))
    const branches = isBranch([...written.keys()])
    const ways: Step['ways'] =
      does?.word === 'end' ? [] : [{ way: branches ? 'then' : 'next', to: to('then'), people: 0 }]
    if (branches) ways.push({ way: 'else', to: to('else'), people: 0 })
    const values = { does: does?.word ?? '', value: does?.value ?? '' }
    return { key, code: 'rough', values, here: 0, ways }
  })
}

const LEADING = ['then', 'else', 'unmeasured']

/**
 * The start of a trigger changed in its text: another kind in the place of one, with the lines that
 * it needs, and lines that need not be there. Comments of its lines stay, below them.
 */
import { type WrittenValue, withEdits, withText, written } from './change-source.ts'

/** The kinds of starts, each with the lines below its own; two have no line of their own. */
const LINES = {
  joined: undefined,
  converted: undefined,
  date: ['before: 0 days', 'at: 09:00', 'leap day: 28 February'],
  event: [],
  clicked: [],
  opened: [],
  'not opened': ['within: 7 days'],
  changed: [],
  confirmed: [],
  'signed-up': [],
  feed: ['at: Monday 08:00'],
} as const

export type StartKind = keyof typeof LINES
export const START_KINDS = Object.keys(LINES) as StartKind[]

const WORDS = ['before', 'after', 'every', 'at', 'leap day', 'link', 'within', 'to', 'first']
const isOfStart = ({ word }: WrittenValue): boolean =>
  word === 'start' ||
  word === 'unknown people' ||
  WORDS.includes(word) ||
  START_KINDS.some(kind => kind === word)

export const isStartKind = (word: string): word is StartKind =>
  START_KINDS.some(kind => kind === word)

/** Undefined: it is not written as one of them. */
export function startKindOf(head: readonly WrittenValue[]): StartKind | undefined {
  const alone = head.find(({ word }) => word === 'start')
  if (alone) {
    const word = alone.value.trim().toLowerCase()
    return isStartKind(word) && LINES[word] === undefined ? word : undefined
  }
  return head.find(one => isOfStart(one) && isStartKind(one.word))?.word as StartKind | undefined
}

/** Undefined where the start is not a line, or lines below `start:`. */
export function withStart(
  source: string,
  head: readonly WrittenValue[],
  kind: StartKind,
): string | undefined {
  const values = head.filter(isOfStart)
  const line = /^start:/m.exec(source)
  const [last] = values.map(({ to }) => to).sort((a, b) => b - a)
  if (!line || last === undefined) return undefined
  const from = line.index + line[0].length
  // A map on one line, or something between that is no value of it: it stays text.
  if (last < from || /[{}[\]]/.test(without(source, from, last, values))) return undefined
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  const below = LINES[kind]
  const first = kind === 'feed' ? 'feed: https://' : `${kind}:`
  const comments = commentsIn(without(source, from, last, values))
  const lines = below && [first, ...below, ...comments].map(one => `${eol}  ${one}`).join('')
  const kept = comments.map(one => `${eol}  ${one}`).join('')
  return withEdits(source, [{ from, to: last, text: lines ?? ` ${kind}${kept}` }])
}

/** With blanks in the place of values, which may have any character. */
function without(source: string, from: number, to: number, values: readonly WrittenValue[]) {
  let text = source.slice(from, to)
  for (const value of values)
    if (value.from >= from)
      text =
        text.slice(0, value.from - from) +
        ' '.repeat(value.to - value.from) +
        text.slice(value.to - from)
  return text
}

const commentsIn = (text: string): string[] =>
  text.split('\n').flatMap(line => {
    const at = line.search(/(?:^|\s)#/)
    return at < 0 ? [] : line.slice(at).trim()
  })

/** `word: value`, in its line or a new one below that of `above`, as far in. */
export function withBelow(
  source: string,
  head: readonly WrittenValue[],
  above: string,
  { word, value }: { word: string; value: string },
): string | undefined {
  const there = head.find(one => one.word === word)
  if (there) return withText(source, there, value)
  const at = head.find(one => one.word === above)
  if (!at) return undefined
  const begin = source.lastIndexOf('\n', at.from - 1) + 1
  const [indent = ''] = /^ */.exec(source.slice(begin, at.from)) ?? []
  if (!source.startsWith(`${above}:`, begin + indent.length)) return undefined
  const eol = source[source.indexOf('\n', at.to) - 1] === '\r' ? '\r\n' : '\n'
  const end = endOfLine(source, at.to)
  return withEdits(source, [
    { from: end, to: end, text: `${eol}${indent}${word}: ${written(value)}` },
  ])
}

/** A comment behind a value stays in its line. */
function endOfLine(source: string, from: number): number {
  const next = source.indexOf('\n', from)
  const end = next < 0 ? source.length : next
  return source[end - 1] === '\r' ? end - 1 : end
}

/** `before: 3 days` or `after: 3 days`, the one in the place of the other. */
export function withOffset(
  source: string,
  head: readonly WrittenValue[],
  value: string,
): string | undefined {
  const [, word = '', days = ''] = /^(before|after) (.{1,40})$/.exec(value) ?? []
  const there = head.find(one => one.word === 'before' || one.word === 'after')
  if (!there) return withBelow(source, head, 'date', { word, value: days })
  const begin = source.lastIndexOf('\n', there.from - 1) + 1
  const key = source.indexOf(`${there.word}:`, begin)
  if (key < 0 || key > there.from) return undefined
  const kept = source.slice(key + there.word.length, there.from)
  return withEdits(source, [
    { from: key, to: there.to, text: `${word}${kept === ':' ? ': ' : kept}${written(days)}` },
  ])
}

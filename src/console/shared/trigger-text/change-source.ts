/** Changes of the text of a trigger by its outline: everything else stays byte for byte. */
/** A value on one line: `source.slice(from, to)`, with its quotes. */
export interface WrittenValue {
  word: string
  value: string
  from: number
  to: number
}

/** Of the outline that the check answers with; lines begin at 1. */
export interface WrittenStep {
  key: string
  line: number
  endLine: number
  texts: readonly WrittenValue[]
}

/** `text` in the place of what stands between two offsets. */
export interface TextEdit {
  from: number
  to: number
  text: string
}

/** Edits don't overlap; those at one offset come in their order. */
export function withEdits(source: string, edits: readonly TextEdit[]): string {
  let [at, out] = [0, '']
  for (const { from, to, text } of [...edits].sort((a, b) => a.from - b.from)) {
    out += source.slice(at, from) + text
    at = to
  }
  return out + source.slice(at)
}

/** What YAML would read as something else, or not as it is, is quoted. */
export function written(value: string, wasQuoted = false): string {
  const plain =
    !wasQuoted &&
    value !== '' &&
    value === value.trim() &&
    !/^[-?:#&*!|>'"%@`]/.test(value) &&
    !/: |:$| #|[[\]{},\p{C}\p{Zl}\p{Zp}]/u.test(value)
  return plain ? value : JSON.stringify(value)
}

/** `from` and `to` of the outline of this very text. */
export function valueEdit(
  source: string,
  { from, to }: { from: number; to: number },
  value: string,
): TextEdit {
  // After a key without a value there may be no blank.
  const gap = from === to && source[from - 1] === ':' ? ' ' : ''
  return { from, to, text: gap + written(value, /^["'].{2}/s.test(source.slice(from, to))) }
}

export const withText = (
  source: string,
  text: { from: number; to: number },
  value: string,
): string => withEdits(source, [valueEdit(source, text, value)])

/** The lines above the steps that have one value each, as a new one may stand below them. */
const HEAD_WORDS = ['trigger', 'list', 'zone', 'start', 'again', 'quiet hours']

/** `word: value` in the head of a block text; undefined where no line can stand. */
export function withHead(
  source: string,
  head: readonly WrittenValue[],
  word: string,
  value: string,
): string | undefined {
  const text = head.find(one => one.word === word)
  if (text) return withText(source, text, value)
  const above = head.findLast(
    one =>
      HEAD_WORDS.includes(one.word) &&
      source.slice(source.lastIndexOf('\n', one.from - 1) + 1).startsWith(`${one.word}:`),
  )
  const at = above ? source.indexOf('\n', above.to) + 1 : 0
  if (at === 0) return undefined
  const eol = source[at - 2] === '\r' ? '\r\n' : '\n'
  return withEdits(source, [{ from: at, to: at, text: `${word}: ${written(value)}${eol}` }])
}

const lineEndAfter = (source: string, at: number): string =>
  source[source.indexOf('\n', at) - 1] === '\r' ? '\r\n' : '\n'

/** A feed in the place of another start: two lines below `start:`. */
export function withFeed(source: string, head: readonly WrittenValue[]): string | undefined {
  const start = head.find(one => one.word === 'start')
  if (!start) return undefined
  const eol = lineEndAfter(source, start.to)
  const from = source[start.from - 1] === ' ' ? start.from - 1 : start.from
  const lines = ['', '  feed: https://', '  at: Monday 08:00'].join(eol)
  return withEdits(source, [{ from, to: start.to, text: lines }])
}

/** The line that need not be there: below that of the time, as far in. */
export function withFirst(
  source: string,
  head: readonly WrittenValue[],
  value: string,
): string | undefined {
  const first = head.find(one => one.word === 'first')
  if (first) return withText(source, first, value)
  const at = head.find(one => one.word === 'at')
  if (!at) return undefined
  const begin = source.lastIndexOf('\n', at.from - 1) + 1
  const [indent = ''] = /^ */.exec(source.slice(begin, at.from)) ?? []
  if (!source.startsWith('at:', begin + indent.length)) return undefined
  const eol = lineEndAfter(source, at.to)
  return withEdits(source, [
    { from: at.to, to: at.to, text: `${eol}${indent}first: ${written(value)}` },
  ])
}

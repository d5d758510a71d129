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
  const at = belowHead(source, head)
  if (at === 0) return undefined
  const eol = source[at - 2] === '\r' ? '\r\n' : '\n'
  return withEdits(source, [{ from: at, to: at, text: `${word}: ${written(value)}${eol}` }])
}

/** The offset of a new line below the last value above the steps; 0: none can stand there. */
function belowHead(source: string, head: readonly WrittenValue[]): number {
  const below = (text: WrittenValue | undefined) => (text ? source.indexOf('\n', text.to) + 1 : 0)
  const isOfHead = (text: WrittenValue) =>
    HEAD_WORDS.includes(text.word) &&
    source.slice(source.lastIndexOf('\n', text.from - 1) + 1).startsWith(`${text.word}:`)
  const last = below(head.at(-1))
  // Lines that are further in belong to what stands above.
  const next = source
    .slice(last)
    .split('\n')
    .find(line => !/^\s*(?:#|$)/.test(line))
  const isBlock = head.some(isOfHead) && next !== undefined && /^[\p{L}"']/u.test(next)
  return isBlock ? last : below(head.findLast(isOfHead))
}

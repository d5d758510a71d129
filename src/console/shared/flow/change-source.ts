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

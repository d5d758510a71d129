/** Lines of the text of a trigger, and where its steps stand among them. Lines begin at 1. */
import type { TextEdit, WrittenStep } from './change-source.ts'

/** Steps of a block list, each beginning on a line of its own; or no steps yet. */
export function isDrawable(source: string, steps: readonly WrittenStep[]): boolean {
  const lines = source.split('\n')
  if (steps.length === 0) return emptySteps(source) !== undefined
  return steps.every(({ line }) => /^ *- +[\p{L}]/u.test(lines[line - 1] ?? ''))
}

/** The number of the line `steps:`, from 1, if only comments stand below it. */
function emptySteps(source: string): number | undefined {
  const lines = source.split('\n')
  const isBare = (line: string) => /^\s*(?:#|$)/.test(line)
  const last = lines.findLastIndex(line => !isBare(line))
  const line = lines[last]
  if (line === undefined || !line.startsWith('steps:')) return undefined
  return isBare(line.slice('steps:'.length)) ? last + 1 : undefined
}

/** The offset of the end of a line, from 1, without its line end. */
export function endOfLine(source: string, line: number): number {
  let at = -1
  for (let i = 0; i < line; i++) {
    const next = source.indexOf('\n', at + 1)
    if (next < 0) return source.length
    at = next
  }
  return source[at - 1] === '\r' ? at - 1 : at
}

export function startOfLine(source: string, line: number): number {
  if (line === 1) return 0
  return source.indexOf('\n', endOfLine(source, line - 1)) + 1
}

export const eolOf = (source: string): string => (source.includes('\r\n') ? '\r\n' : '\n')

/** The blanks before the dash, and before the words below it. */
export function indentsOf(
  source: string,
  steps: readonly WrittenStep[],
): [dash: string, word: string] {
  const [first] = steps
  if (!first) return ['  - ', '    ']
  const line = source.slice(startOfLine(source, first.line), endOfLine(source, first.line))
  const dash = /^ *- +/.exec(line)?.[0] ?? '  - '
  return [dash, ' '.repeat(dash.length)]
}

export function blockEdit(
  source: string,
  steps: readonly WrittenStep[],
  at: number,
  lines: readonly string[],
): TextEdit {
  const eol = eolOf(source)
  const before = steps[at - 1]
  if (before || steps.length === 0) {
    const place = endOfLine(source, before?.endLine ?? emptySteps(source)!)
    return { from: place, to: place, text: lines.map(line => eol + line).join('') }
  }
  const place = startOfLine(source, steps[0]!.line)
  return { from: place, to: place, text: lines.map(line => line + eol).join('') }
}

/**
 * The lines that the scroll bar of a table counts. No browser shows an element as tall as a million
 * rows: near both ends a line is a row, and between them it stands for several.
 */

/** Of 40 pixels each; Firefox ends at 17.8 million pixels. */
const MOST_LINES = 400_000
const EXACT = 1_000

export const linesOf = (total: number): number => Math.min(total, MOST_LINES)

export const lineOfRow = (row: number, total: number): number => scaled(row, total, linesOf(total))

export const rowOfLine = (line: number, total: number): number =>
  scaled(line, linesOf(total), total)

function scaled(at: number, of: number, to: number): number {
  if (of === to || at <= EXACT) return at
  if (of - at <= EXACT) return to - (of - at)
  return Math.round(EXACT + ((at - EXACT) * (to - 2 * EXACT)) / (of - 2 * EXACT))
}

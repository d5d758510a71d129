/**
 * The mark in front of what spreadsheet programs would calculate: an apostrophe. It is written and
 * taken off here alone; each text has one marked form, so that every text comes back as it was.
 */

/**
 * Cells that spreadsheets evaluate as a formula, also after leading blanks; some programs accept
 * the full-width signs as well. Behind apostrophes, too: otherwise a text that has one would lose
 * it when the mark is taken off.
 */
const FORMULA = /^'*[\s\u200b\ufeff]*[=+\-@＝＋－＠\t\r\n]/

/** A quoted cell of CSV. NULs are removed, as some programs stop reading there. */
export function csvCell(text: string): string {
  // Most fields of most people are empty.
  if (text === '') return '""'
  const plain = text.replaceAll('\0', '')
  return `"${FORMULA.test(plain) ? "'" : ''}${plain.replaceAll('"', '""')}"`
}

const isMarked = (text: string): boolean => text.startsWith("'") && FORMULA.test(text.slice(1))

/** The text of a cell, of CSV or of a spreadsheet, without the mark. */
export const unmarked = (cell: string): string => (isMarked(cell) ? cell.slice(1) : cell)

/**
 * The text of a cell of a spreadsheet that unmarked() will read: its texts are never calculated,
 * and only what looks marked already needs a mark.
 */
export const sheetText = (text: string): string => (isMarked(text) ? `'${text}` : text)

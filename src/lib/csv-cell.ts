/** A cell of a CSV file that will be opened with a spreadsheet program. */

/**
 * Cells that spreadsheets evaluate as a formula, also after leading blanks; some programs accept
 * the full-width signs as well.
 */
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠\t\r\n]/

/**
 * A quoted cell. A formula gets an apostrophe in front; NULs are removed, as some programs stop
 * reading there.
 */
export function csvCell(text: string): string {
  const plain = text.replaceAll('\0', '')
  return `"${FORMULA.test(plain) ? "'" : ''}${plain.replaceAll('"', '""')}"`
}

/** The text of a cell that csvCell() wrote: without the apostrophe in front of a formula. */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

/** A cell of the CSV files that are written for people, who open them with a spreadsheet. */

/**
 * A spreadsheet calculates a cell that begins so, whatever blanks stand before; some take the
 * full-width signs as well.
 */
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠\t\r\n]/

/**
 * In quotes. What a spreadsheet would calculate gets an apostrophe in front; NULs, which end some
 * programs' reading, go first.
 */
export function csvCell(text: string): string {
  const plain = text.replaceAll('\0', '')
  return `"${FORMULA.test(plain) ? "'" : ''}${plain.replaceAll('"', '""')}"`
}

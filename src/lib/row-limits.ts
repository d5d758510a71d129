/** Limits of a row of CSV, XML or XLSX, and of its source text that is kept. */

/** The longest row, in characters. */
export const MAX_ROW = 1 << 20
/** The most that is kept of the source of a row, in bytes of UTF-8. */
export const MAX_RAW = 4096

/**
 * The beginning of a text, at most MAX_RAW bytes of UTF-8, without a partial character. A long text
 * is copied: a slice of a string keeps the whole string in memory.
 */
export function clipped(text: string): string {
  if (text.length * 3 <= MAX_RAW) return text
  const bytes = Buffer.from(text.slice(0, MAX_RAW))
  let end = Math.min(MAX_RAW, bytes.length)
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

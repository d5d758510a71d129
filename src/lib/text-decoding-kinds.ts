/** The kind of a binary file, by its magic number, for the error message that rejects it. */

/** May be a spreadsheet. */
export const ZIP_FILE = 'a zip file'

const MAGIC: readonly [bytes: string, offset: number, what: string][] = [
  ['%PDF-', 0, 'a PDF document'],
  ['\x89PNG', 0, 'a picture (PNG)'],
  ['\xff\xd8\xff', 0, 'a picture (JPEG)'],
  ['GIF8', 0, 'a picture (GIF)'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 0, 'an old Excel file (.xls) or one with a password'],
  ['PK\x03\x04', 0, ZIP_FILE],
  ['PK\x05\x06', 0, 'an empty zip file'],
  ['\x1f\x8b', 0, 'a file packed with gzip'],
  ['BZh', 0, 'a file packed with bzip2'],
  ['\xfd7zXZ\x00', 0, 'a file packed with xz'],
  ['(\xb5/\xfd', 0, 'a file packed with zstd'],
  ['7z\xbc\xaf', 0, 'a 7-Zip archive'],
  ['Rar!', 0, 'a RAR archive'],
  ['ustar', 257, 'a tar archive'],
  ['SQLite format 3\x00', 0, 'an SQLite database'],
  ['\x7fELF', 0, 'a program'],
  ['PAR1', 0, 'a Parquet file'],
  ['{\\rtf', 0, 'a Rich Text document'],
  ['\x00\x00\xfe\xff', 0, 'text in UTF-32, which is not read'],
  ['\xff\xfe\x00\x00', 0, 'text in UTF-32, which is not read'],
]

/** Undefined for a file that may be text. */
export function binaryKind(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 512)
  return MAGIC.find(([bytes, offset]) => start.startsWith(bytes, offset))?.[2]
}

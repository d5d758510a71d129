/** Why a row can't be read, each with its text for people. */
export const rejectReasons = {
  'too-many-columns': 'The row has more columns than there are data fields.',
  'too-long': 'The row, or a value in it, is longer than 1 MB.',
  'unterminated-quote':
    'The quote that opens in this line is not closed within 1 MB, or not before the file ends.',
  'text-after-quote': 'The closing quote is not followed by a delimiter.',
  'not-text': 'The row contains characters that are not text: NUL, or half of a surrogate pair.',
  'cut-off': 'The beginning of the row is all that was kept: the rest is in the file it came from.',
  'broken-file': 'The file is broken from here on. Nothing after this line was read.',
} as const

export type RowRejectReason = keyof typeof rejectReasons

/**
 * Streams a file of transactions: `Transaction` elements with identifier, address, name, format,
 * send time and data, parsed as tolerantly as files of subscribers. Data fields are named by number
 * or by the names of the account. The rows are a pure function of the bytes, so a reader that
 * starts again can skip the rows already processed.
 */

import { aboutFile } from '../../../lib/file-words.ts'
import { readText, recogniseText } from '../../../lib/text-decoding.ts'
import { ZIP_FILE } from '../../../lib/text-decoding-kinds.ts'
import { MOST_FIELDS } from '../../demographics/fields.ts'
import { type RowBlock, UnreadableFile } from '../../files/read-rows.ts'
import { readXmlRows, type XmlRow } from '../../files/read-xml-rows.ts'

const TRANSACTION = {
  element: 'Transaction',
  values: new Map([
    ['identifier', 'identifier'],
    ['email', 'email'],
    ['name', 'name'],
    ['format', 'format'],
    ['sendtime', 'sendTime'],
  ] as const),
  mapNames: true,
  mostFields: MOST_FIELDS,
}

/** A row of the file, its values as text. */
export type TransactionRow = XmlRow<'identifier' | 'email' | 'name' | 'format' | 'sendTime'>

export interface BatchFileOptions {
  /** The account's names of data fields in lower case, with their numbers from 1. */
  fieldNames: ReadonlyMap<string, number>
  /** Skips this many rows. */
  skipRows?: number
}

/** Throws UnreadableFile if the file has no readable row. */
export async function* readBatchFile(
  path: string,
  options: BatchFileOptions,
): AsyncGenerator<RowBlock<TransactionRow>> {
  const text = await recogniseText(path)
  if ('looksLike' in text) {
    const seen =
      text.looksLike === ZIP_FILE ? 'a spreadsheet or another packed file' : text.looksLike
    throw new UnreadableFile(aboutFile('file-not-xml', { kind: seen }))
  }
  yield* readXmlRows(readText(path, text), { ...TRANSACTION, ...options }, text.suspect)
}

/**
 * A file of transactions, read as a stream of blocks: `Transaction` elements with identifier,
 * address, name, format, send time and data, as tolerantly as files of persons are read. Data
 * fields go by number or by the account's names. What is read is a pure function of the bytes, so a
 * reader that begins again may skip what was done.
 */

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

/** A row as it stands in the file, each value as its text. */
export type TransactionRow = XmlRow<'identifier' | 'email' | 'name' | 'format' | 'sendTime'>

export interface BatchFileOptions {
  /** The account's names of data fields in lower case, with their numbers from 1. */
  fieldNames: ReadonlyMap<string, number>
  /** So many rows are passed over first. */
  skipRows?: number
}

/** Throws UnreadableFile when nothing can be read. */
export async function* readBatchFile(
  path: string,
  options: BatchFileOptions,
): AsyncGenerator<RowBlock<TransactionRow>> {
  const text = await recogniseText(path)
  if ('looksLike' in text) {
    const seen =
      text.looksLike === ZIP_FILE ? 'a spreadsheet or another packed file' : text.looksLike
    throw new UnreadableFile(`The file is no XML: it looks like ${seen}.`)
  }
  yield* readXmlRows(readText(path, text), { ...TRANSACTION, ...options }, text.suspect)
}

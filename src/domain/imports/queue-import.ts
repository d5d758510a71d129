/** Queues an import. It is durable, with its file if one was sent, before its id is returned. */

import { atomically, type Store, type Tx } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import type { CharacterSet } from '../../lib/text-decoding.ts'
import { recordChange } from '../audit/record.ts'
import { detailed } from '../details/details.ts'
import type { ImportColumn } from '../files/columns.ts'
import type { Headings } from '../files/form/file-form.ts'
import type { ReadAs } from '../files/form/read-as.ts'
import { noSuch, Refusal, refused } from '../refusal.ts'
import { hintWork } from '../work/hints.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { addDocumentPart, addImport, finishUpload, setOptionsOfKept } from './imports.sql.ts'
import { giveUp, withinRoom } from './make-room.ts'
import { sealedAddress } from './sealed-address.ts'

/** How to parse the file. Stored with the import as JSON. */
export interface ImportOptions {
  kind: 'csv' | 'xml'
  /** Detected if not chosen. */
  charset?: CharacterSet
  /** '' is seen from the first rows. */
  delimiter: string
  quote: string
  /** '' is the quote itself. */
  escape: string
  /** '' is none. */
  comment: string
  hasHeaders: Headings
  /** Of a spreadsheet, by name; by default the first visible one that has rows. */
  sheet?: string
  /** Of a spreadsheet: rows above this one, from 1, are none of the table. */
  headingRow?: number
  /**
   * For a file of rejected rows: its own delimiter. The other marks are those of the rows in it.
   */
  rejectsDelimiter?: string
  /** Maps the data of an XML file by the account's names of the fields. */
  mapNames: boolean
  /** For an XML file: rows are the children of the root that have an address, with any name. */
  rowsOfAnyName?: boolean
  /** Which column is which value; by default address, name, format and the fields in order. */
  columns?: readonly ImportColumn[]
  /** How the values of a column are read, in the same order; null: as they stand. */
  readAs?: readonly (ReadAs | null)[]
  /** By what an import of the same headings finds these columns again. */
  layout?: { key: string; names: Record<string, string> }
  /** The maximum of columns of a row: the three of the subscriber and the data fields. */
  maxColumns: number
  /** A longer row fails the whole import: the account has not activated the fields. */
  refuseMore: boolean
}

/** The format that the queue variant of the web service reads. */
export const PLAIN_CSV: ImportOptions = {
  kind: 'csv',
  delimiter: ';',
  quote: '"',
  escape: '"',
  comment: '',
  hasHeaders: 'of-sheets',
  mapNames: false,
  maxColumns: 103,
  refuseMore: false,
}

/** The same file, in an order of its own: a longer row can't be read, and does not end it. */
export const inColumns = (
  options: ImportOptions,
  columns: readonly ImportColumn[],
): ImportOptions => ({ ...options, columns, maxColumns: columns.length, refuseMore: false })

export interface NewImport {
  listId: number
  /** The URL of the file, checked by the caller; or the file itself. */
  source: { url: string } | { document: Iterable<Buffer> | AsyncIterable<Buffer>; name: string }
  options: ImportOptions
  /** Uploaded: the largest file allowed, in bytes, of which the room for all of them depends. */
  maxBytes?: number
}

/** Approximate size in bytes of a stored piece of a file. */
const PIECE = 1 << 20

/**
 * Returns the id of the import. Refuses an unknown list. Workers see it once it is stored
 * completely.
 */
export async function queueImport(db: Store, accountId: number, given: NewImport): Promise<number> {
  const importId = await keepImport(db, accountId, given)
  await atomically(db, tx => markImport(tx, accountId, importId), { again: true, accountId })
  hintWork(db)
  return importId
}

/** Stores an import that nothing reads until startKept(). Refuses an unknown list. */
export async function keepImport(
  db: Store,
  accountId: number,
  { listId, source, options, maxBytes }: NewImport,
): Promise<number> {
  const importId = await takeId(db, accountId, 'import')
  const fromUrl = 'url' in source
  const name = fromUrl ? '' : source.name
  const url = fromUrl ? sealedAddress(db, source.url) : null
  const row = {
    accountId,
    importId,
    listId,
    url,
    name,
    options: JSON.stringify({ ...options, ...(!fromUrl && { unfinished: true }) }),
  }
  const add = async (tx: Tx): Promise<void> => {
    const { listThere } = await addImport(tx, row)
    if (!listThere) throw noSuch('no-such-list', listId)
    const after = { list: listId, name }
    await recordChange(tx, accountId, { action: 'import.add', id: importId, after })
  }
  await atomically(db, add, { accountId })
  if (fromUrl) return importId
  try {
    let part = 0
    const pieces = inChunks(source.document)
    const fitting = maxBytes === undefined ? pieces : withinRoom(db, accountId, pieces, maxBytes)
    for await (const bytes of fitting)
      await addDocumentPart(db, { accountId, importId, part: part++, bytes })
  } catch (error) {
    // If this fails, too, the import stays unfinished: it can't be started, and is trimmed later.
    const coded = error instanceof Refusal ? error.coded : undefined
    const why = coded ? { ...coded, detail: '' } : detailed('upload-cut')
    await giveUp(db, accountId, importId, why).catch(() => {})
    throw error
  }
  await finishUpload(db, { accountId, importId })
  return importId
}

/** Queues what keepImport() stored. Refuses one that is queued already. */
export async function startKept(
  db: Store,
  accountId: number,
  importId: number,
  options: ImportOptions,
): Promise<void> {
  await atomically(db, async tx => {
    const kept = { accountId, importId, options: JSON.stringify(options) }
    if ((await setOptionsOfKept(tx, kept)) === 0) throw refused('not-now', 'import-started')
    await recordChange(tx, accountId, { action: 'import.start', id: importId })
    await markImport(tx, accountId, importId)
  })
  hintWork(db)
}

/** In the queue from that time on. */
export const markImport = (tx: Tx, accountId: number, importId: number, due = new Date()) =>
  markWork(tx, { accountId, kind: WORK.import, sourceId: importId, due })

async function* inChunks(
  document: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of document) {
    for (let from = 0; from < chunk.length; from += PIECE) {
      const piece = chunk.subarray(from, from + PIECE)
      waiting.push(piece)
      size += piece.length
      if (size < PIECE) continue
      yield Buffer.concat(waiting)
      waiting = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(waiting)
}

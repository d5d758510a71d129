/** Queueing an import: durable, with its file if that came along, before anybody is told its id. */
import { atomically, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { noSuch } from '../refusal.ts'
import { hintWork } from '../work/hints.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { addDocumentPart, addImport } from './imports.sql.ts'
import { sealedAddress } from './sealed-address.ts'

/** How to read the file. Kept with the import as JSON. */
export interface ImportOptions {
  kind: 'csv' | 'xml'
  delimiter: string
  quote: string
  /** '' is the quote itself. */
  escape: string
  /** '' is none. */
  comment: string
  hasHeaders: boolean
  /** Data of an XML file goes by the account's names of the fields. */
  mapNames: boolean
  /**
   * Of an XML file: rows are the children of the root that have an address, whatever they are
   * called.
   */
  rowsOfAnyName?: boolean
  /** The most columns a row may have: the three of the person and the data fields. */
  maxColumns: number
  /** A row with more fails the whole import: the account has not activated so many. */
  refuseMore: boolean
}

/** What the queue variant of the web service reads. */
export const PLAIN_CSV: ImportOptions = {
  kind: 'csv',
  delimiter: ';',
  quote: '"',
  escape: '"',
  comment: '',
  hasHeaders: false,
  mapNames: false,
  maxColumns: 103,
  refuseMore: false,
}

export interface NewImport {
  listId: number
  /** Where the file is fetched from, checked by the caller; or the file itself. */
  source: { url: string } | { document: Iterable<Buffer> | AsyncIterable<Buffer>; name: string }
  options: ImportOptions
}

/** A file is kept in pieces of about so many bytes. */
const PIECE = 1 << 20

/**
 * Answers the id of the import. Refuses an unknown list. A worker sees it once all of it is there.
 */
export async function queueImport(
  db: Store,
  accountId: number,
  { listId, source, options }: NewImport,
): Promise<number> {
  const importId = await takeId(db, accountId, 'import')
  const fromUrl = 'url' in source
  const { listThere } = await addImport(db, {
    accountId,
    importId,
    listId,
    url: fromUrl ? sealedAddress(db, source.url) : null,
    name: fromUrl ? '' : source.name,
    options: JSON.stringify(options),
  })
  if (!listThere) throw noSuch('no-such-list', listId)
  if (!fromUrl) {
    let part = 0
    for await (const bytes of inPieces(source.document))
      await addDocumentPart(db, { accountId, importId, part: part++, bytes })
  }
  // What was begun and never marked is no import: it is trimmed in time.
  await atomically(
    db,
    tx => markWork(tx, { accountId, kind: WORK.import, sourceId: importId, due: new Date() }),
    {
      again: true,
    },
  )
  hintWork(db)
  return importId
}

async function* inPieces(
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

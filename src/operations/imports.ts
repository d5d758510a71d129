/** Import operations: section 4.4 of the specification. */

import { detailed } from '../domain/details/details.ts'
import { readXmlText } from '../domain/files/read-xml-text.ts'
import { giveUpUnread } from '../domain/imports/lease.ts'
import { awaitImport, hasEnded, importProgress, peopleOf } from '../domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../domain/imports/queue-import.ts'
import { isReason, Refusal } from '../domain/refusal.ts'
import { fetchable } from './fetchable.ts'
import type { Handler } from './handler.ts'

/** How long a call waits for the first bytes of its file: clients time out after thirty seconds. */
const UNREAD_MILLIS = 25_000

const neverSent = detailed('never-sent', { seconds: UNREAD_MILLIS / 1000 })

export const InsertCsvSubscribersFromFileCustom: Handler<
  'InsertCsvSubscribersFromFileCustom'
> = async (call, input) => {
  const { db, account, importWaitMillis } = call
  const { listId, url, hasHeaders, ...reading } = input
  const options = {
    ...PLAIN_CSV,
    ...reading,
    // Without the word, that of a spreadsheet is seen.
    ...(hasHeaders && { hasHeaders }),
    maxColumns: 3 + account.fieldCount,
    refuseMore: account.fieldCount < 100,
  }
  const importId = await queueImport(db, account.id, {
    listId,
    source: { url: fetchable(url) },
    options,
  })
  const before = await awaitImport(db, account.id, importId, importWaitMillis, UNREAD_MILLIS)
  // The import is cancelled, so that a caller who got a failure does not find it completed later.
  const given = {
    accountId: account.id,
    importId,
    shownUrl: before.url,
    trouble: [neverSent, ...before.causes.map(cause => ({ ...cause, detail: '' }))],
  }
  const isUnread = !hasEnded(before) && before.reading === null
  const progress =
    isUnread && (await giveUpUnread(db, given))
      ? await awaitImport(db, account.id, importId, 0)
      : before
  if (!hasEnded(progress)) return Math.max(1, peopleOf(progress))
  if (progress.state === 2) return peopleOf(progress)
  const reason = progress.refusal ?? 'not-valid'
  throw new Refusal(isReason(reason) ? reason : 'not-valid', progress.trouble ?? undefined)
}

export const InsertCSVSubscribersWithDemDataFromFileToQueue: Handler<
  'InsertCSVSubscribersWithDemDataFromFileToQueue'
> = async ({ db, account }, { listId, url }) =>
  queueImport(db, account.id, { listId, source: { url: fetchable(url) }, options: PLAIN_CSV })

export const AddSubscribersFromXmlToQueue: Handler<'AddSubscribersFromXmlToQueue'> = async (
  { db, account },
  input,
) => {
  const { listId, xml, mapNames } = input
  const read = await readXmlText(xml)
  if ('problem' in read) throw new Refusal('not-valid', read.problem)
  const source = { document: [Buffer.from(read.document)], name: '' }
  const { rowsOfAnyName } = read
  return queueImport(db, account.id, {
    listId,
    source,
    options: { ...PLAIN_CSV, kind: 'xml', mapNames, rowsOfAnyName },
  })
}

export const GetImporterQueueImportState: Handler<'GetImporterQueueImportState'> = async (
  { db, account },
  { importId },
) => {
  const progress = await importProgress(db, account.id, importId)
  if (!progress) throw new Refusal('no-such-import')
  return progress.state
}

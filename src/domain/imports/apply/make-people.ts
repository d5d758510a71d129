/** Inserts new subscribers by COPY, with ids reserved before. */
import { inChunks } from '../../../db/copy-text.ts'
import type { Store, Tx } from '../../../db/db.ts'
import { takeIds } from '../../../db/ids.ts'
import type { RunningImport } from '../running.ts'
import { chosenIdOf } from './chosen-people.ts'
import { copyOfPeople } from './copy-people.ts'
import type { ImportRow } from './given.ts'
import { type Batch, keysOf } from './prepare.ts'

/** Timestamps are left out: their default is the transaction's. */
const COPY_PEOPLE =
  'copy subscribers (account_id, id, email, email_key, name, format, country_code, phone, ' +
  'fields) from stdin'
const COPY_SUBSCRIPTIONS = 'copy subscriptions (account_id, subscriber_id, list_id) from stdin'
const COPY_SUBSCRIPTIONS_AT =
  'copy subscriptions (account_id, subscriber_id, list_id, subscribed_at) from stdin'

/** Ids reserved at a time. */
const FIRST_IDS = 10_000
const MOST_IDS = 100_000

/** Ids for the subscribers that the batch may make, beside those the file gives. */
export async function takeSpareIds(db: Store, run: RunningImport, batch: Batch): Promise<void> {
  let wanted = batch.people.size
  // A person with an id of the file needs none: taking some would pass over those of the next rows.
  for (const person of batch.people.values()) if (chosenIdOf(person) !== undefined) wanted--
  const missing = wanted - run.spareIds.length
  if (missing > 0) {
    // Descending, since ids are taken from the end: ids follow the order of the file. Reserving ids
    // waits for the disk, and unused ids are lost: so each reservation grows, up to the number
    // already used.
    const many = Math.min(run.counts.inserted, MOST_IDS)
    const taken = await takeIds(db, run.accountId, 'subscriber', Math.max(missing, FIRST_IDS, many))
    run.spareIds = [...run.spareIds, ...taken].sort((a, b) => b - a)
  }
}

/**
 * Inserts new subscribers in the order of their addresses and returns their ids. Ids follow the
 * order of the file.
 */
export async function makePeople(
  tx: Tx,
  { accountId, listId, spareIds, pieces }: RunningImport,
  batch: Batch,
  made: ImportRow[],
  { moment, subscribedAt }: { moment: string; subscribedAt: string },
): Promise<number[]> {
  if (made.length === 0) return []
  let next = spareIds.length
  const ids = made.map(person => {
    person.id = chosenIdOf(person) ?? spareIds[--next]!
    return person.id
  })
  const inOrder = keysOf(batch).map(key => batch.people.get(key)!)
  const people = inOrder.filter(({ id }) => id > 0)
  await tx.copy(COPY_PEOPLE, copyOfPeople(accountId, people, pieces))
  // The list's order may be settled beyond this moment, when the store's clock was set back.
  const usual = subscribedAt === moment
  const rest = usual ? `\t${listId}\n` : `\t${listId}\t${subscribedAt}\n`
  const subscriptions = inChunks(ids, id => `${accountId}\t${id}${rest}`)
  await tx.copy(usual ? COPY_SUBSCRIPTIONS : COPY_SUBSCRIPTIONS_AT, subscriptions)
  return ids
}

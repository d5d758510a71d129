/** An audience as it is ordered: checked, and read for the plan or the count. */

import type { Db } from '../../../db/db.ts'
import { refuseRemoved } from '../../deliveries/removed.ts'
import { listIsAnonymous } from '../../filters/filters.sql.ts'
import { filtersForSending } from '../../filters/save-filter.ts'
import { listInUse } from '../../lists/archive-list.ts'
import { findList } from '../../lists/lists.sql.ts'
import { noSuch, refused } from '../../refusal.ts'
import { resendSource, sendingsOfNewsletters } from './audience.sql.ts'
import type { SendingAudience } from './audience.ts'
import { refuseBoth, refuseTwice } from './chosen-lists.ts'
import type { Resend } from './options.ts'

export interface AudienceOrder {
  /** The list that gives sender and character set. */
  listId: number
  /** Further lists: a person on several gets it once. */
  moreLists?: readonly number[] | undefined
  excludedLists?: readonly number[] | undefined
  /** Only subscribers who match all of these filters, as they are now. */
  filterIds?: readonly number[] | undefined
  /** Only recipients of another sending, minus those who have opened or clicked. */
  resend?: { sendingId: number; without: Resend['without'] } | undefined
  /**
   * Not to people who got one of these newsletters by another sending. What is known of them:
   * not of sendings whose people were removed.
   */
  unlessGot?: readonly number[] | undefined
}

/** Of a sending, the chosen and the excluded ones each. */
const MOST_LISTS = 50

/** The audience as it would be planned now. */
export async function orderedAudience(
  db: Db,
  accountId: number,
  order: AudienceOrder,
): Promise<SendingAudience> {
  const { listId, moreLists = [], excludedLists = [], resend, unlessGot = [] } = order
  await checkLists(db, accountId, order)
  return {
    lists: [listId, ...moreLists],
    excluded: excludedLists,
    filters: await filtersOfOrder(db, accountId, order),
    resend: resend && (await recipientsOf(db, accountId, resend)),
    got: await sendingsBefore(db, accountId, unlessGot),
  }
}

/** The sendings of newsletters, without one of them and its samples. */
export async function sendingsBefore(
  db: Db,
  accountId: number,
  newsletterIds: readonly number[],
  besides = 0,
): Promise<number[]> {
  if (newsletterIds.length === 0) return []
  const of = { accountId, newsletterIds: [...newsletterIds], besides }
  return (await sendingsOfNewsletters(db, of)).map(({ id }) => id)
}

export function filtersOfOrder(
  db: Db,
  accountId: number,
  { listId, moreLists = [], filterIds = [] }: AudienceOrder,
) {
  return filtersForSending(db, accountId, [listId, ...moreLists], filterIds)
}

/** Refuses lists that don't exist, are archived, or are tracked in another way than the first. */
export async function checkLists(
  db: Db,
  accountId: number,
  { listId, moreLists = [], excludedLists = [] }: AudienceOrder,
): Promise<void> {
  if (moreLists.length >= MOST_LISTS || excludedLists.length > MOST_LISTS)
    throw refused('not-valid', 'lists-many', { most: MOST_LISTS })
  const lists = [listId, ...moreLists]
  refuseTwice(lists)
  refuseBoth(lists, excludedLists)
  const { anonymous } = await listIsAnonymous(db, { accountId, listId })
  for (const id of lists) {
    await listInUse(db, accountId, id)
    if ((await listIsAnonymous(db, { accountId, listId: id })).anonymous !== anonymous)
      throw refused('not-valid', 'lists-unlike', { list: id, first: listId })
  }
  for (const id of excludedLists)
    if (!(await findList(db, { accountId, listId: id }))) throw noSuch('no-such-list', id)
}

/** Refuses a sending with anonymous opens. */
export async function recipientsOf(
  db: Db,
  accountId: number,
  { sendingId, without }: { sendingId: number; without: Resend['without'] },
): Promise<Resend> {
  const source = await resendSource(db, { accountId, sendingId })
  if (!source) throw noSuch('no-such-sending', sendingId)
  if (source.test || source.plannedAt === null)
    throw refused('not-now', 'sending-test', { sending: sendingId })
  if (source.anonymous || source.untracked)
    throw refused('not-now', 'openers-unknown', { sending: sendingId })
  const samples = source.samples === '' ? [] : source.samples.split(',').map(Number)
  const of = [sendingId, ...samples]
  await refuseRemoved(db, accountId, of)
  return { of, without }
}

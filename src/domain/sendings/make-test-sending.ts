/**
 * Test letters: a newsletter to the addresses of a group, before it goes to everybody. They count
 * nowhere, and ask no consent.
 */
import { atomically, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { blockIds } from '../../mail/template/blocks.ts'
import { filtersForSending } from '../filters/save-filter.ts'
import { freezeLetter } from '../newsletters/freeze-letter.ts'
import { Refusal } from '../refusal.ts'
import { addressesOfGroup } from '../test-groups/test-groups.sql.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { markBlocks } from './plan-filtered.ts'
import {
  addSending,
  addTestDeliveries,
  startTestSending,
  subscribersOfAddresses,
} from './sendings.sql.ts'

export interface NewTestSending {
  newsletterId: number
  /** Whose sender and character set the letters have. */
  listId: number
  group: string
  zone: string
}

/** Above every subscriber's id: those of addresses that nobody is known by. */
const STRANGERS = 10 ** 12

/**
 * Makes a sending that is under way at once, and answers its id and how many letters it has.
 * Addresses of subscribers get their own data.
 */
export async function makeTestSending(
  db: Store,
  accountId: number,
  sending: NewTestSending,
): Promise<{ id: number; letters: number }> {
  const { newsletterId, listId, group, zone } = sending
  const letter = await freezeLetter(db, accountId, newsletterId, listId)
  const emails = (await addressesOfGroup(db, { accountId, name: group })).map(({ email }) => email)
  if (emails.length === 0)
    throw new Refusal('not-valid', 'There is no test group of that name, or nobody is in it.')
  const known = new Map(
    (await subscribersOfAddresses(db, { accountId, emailKeys: emails.map(emailKey) })).map(row => [
      row.emailKey,
      row.id,
    ]),
  )
  const ids = emails.map((email, i) => known.get(emailKey(email)) ?? STRANGERS + i)
  const blocks = await filtersForSending(db, accountId, listId, blockIds(letter))
  const frozen = {
    letter: JSON.stringify(letter),
    audienceFilters: '[]',
    blocks: JSON.stringify(blocks),
  }
  const id = await takeId(db, accountId, 'sending')
  const dueAt = new Date()
  await atomically(
    db,
    async tx => {
      await addSending(tx, {
        accountId,
        id,
        newsletterId,
        listId,
        ...frozen,
        test: true,
        dueAt,
        zone,
      })
      await addTestDeliveries(tx, { accountId, sendingId: id, ids, emails })
      await markBlocks(tx, accountId, id, blocks)
      // It is planned from the start: nothing ever plans the list's audience for it.
      await startTestSending(tx, { accountId, sendingId: id, planned: emails.length })
      await markWork(tx, { accountId, kind: WORK.deliver, sourceId: id, due: dueAt })
    },
    { again: true },
  )
  return { id, letters: emails.length }
}

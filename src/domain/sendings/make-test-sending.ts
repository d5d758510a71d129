/**
 * Test emails: sends a newsletter to the addresses of a test group. They are not counted in reports
 * and need no consent.
 */
import { atomically, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { blockIds } from '../../mail/template/blocks.ts'
import { recordChange } from '../audit/record.ts'
import { filtersForSending } from '../filters/save-filter.ts'
import { freezeMessage } from '../newsletters/freeze-message.ts'
import { Refusal } from '../refusal.ts'
import { addressesOfGroup } from '../test-groups/test-groups.sql.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { markBlocks } from './audience/blocks.ts'
import {
  addSending,
  addTestDeliveries,
  startTestSending,
  subscribersOfAddresses,
} from './sendings.sql.ts'

export interface NewTestSending {
  newsletterId: number
  /** The list that gives sender and character set. */
  listId: number
  group: string
  zone: string
}

const PLAIN = { options: '{}', parentId: null, variant: null, perMinute: null }
/** Ids above those of all subscribers, for addresses of no subscriber. */
const FIRST_UNKNOWN = 10 ** 12

/**
 * Creates a sending that starts immediately, and returns its id and its number of emails. Addresses
 * of subscribers get their own data.
 */
export async function makeTestSending(
  db: Store,
  accountId: number,
  sending: NewTestSending,
): Promise<{ id: number; messages: number }> {
  const { newsletterId, listId, group, zone } = sending
  const message = await freezeMessage(db, accountId, newsletterId, listId)
  const emails = (await addressesOfGroup(db, { accountId, name: group })).map(({ email }) => email)
  if (emails.length === 0)
    throw new Refusal('not-valid', 'There is no test group of that name, or it is empty.')
  const known = new Map(
    (await subscribersOfAddresses(db, { accountId, emailKeys: emails.map(emailKey) })).map(row => [
      row.emailKey,
      row.id,
    ]),
  )
  const ids = emails.map((email, i) => known.get(emailKey(email)) ?? FIRST_UNKNOWN + i)
  const blocks = await filtersForSending(db, accountId, [listId], blockIds(message))
  const frozen = {
    message: JSON.stringify(message),
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
        ...PLAIN,
        test: true,
        dueAt,
        zone,
      })
      await addTestDeliveries(tx, { accountId, sendingId: id, ids, emails })
      await markBlocks(tx, accountId, id, blocks)
      // Already planned: the audience of the list is never planned for it.
      await startTestSending(tx, { accountId, sendingId: id, planned: emails.length })
      await markWork(tx, { accountId, kind: WORK.deliver, sourceId: id, due: dueAt })
      const after = { newsletterId, listId, group, emails: emails.length }
      await recordChange(tx, accountId, { action: 'sending.test', id, after })
    },
    { again: true },
  )
  return { id, messages: emails.length }
}

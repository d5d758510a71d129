/**
 * Test emails: sends a newsletter to some addresses and to those of a test group. They are not
 * counted in reports and need no consent.
 */
import { atomically, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { recordChange } from '../audit/record.ts'
import { addCounts } from '../deliveries/counts.sql.ts'
import { freezeMessage } from '../newsletters/freeze-message.ts'
import { filtersOfMessage } from '../newsletters/language-filters.ts'
import { refused } from '../refusal.ts'
import { addressesOf } from '../test-groups/keep-test-group.ts'
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
  to: TestRecipients
  zone: string
}

/** At least one of them. */
export interface TestRecipients {
  group?: string | undefined
  /** At most MOST_TEST_ADDRESSES. */
  emails?: string[] | undefined
}

/** People read test emails; who wants to reach more makes a group, or a list. */
const MOST_TEST_ADDRESSES = 20

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
  const { newsletterId, listId, to, zone } = sending
  const message = await freezeMessage(db, accountId, newsletterId, listId)
  const emails = await addressesFor(db, accountId, to)
  const known = new Map(
    (await subscribersOfAddresses(db, { accountId, emailKeys: emails.map(emailKey) })).map(row => [
      row.emailKey,
      row.id,
    ]),
  )
  const ids = emails.map((email, i) => known.get(emailKey(email)) ?? FIRST_UNKNOWN + i)
  const blocks = await filtersOfMessage(db, accountId, message)
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
      await addCounts(tx, { accountId, sendingId: id })
      await addTestDeliveries(tx, { accountId, sendingId: id, ids, emails })
      await markBlocks(tx, accountId, id, blocks)
      // Already planned: the audience of the list is never planned for it.
      await startTestSending(tx, { accountId, sendingId: id, planned: emails.length })
      await markWork(tx, { accountId, kind: WORK.deliver, sourceId: id, due: dueAt })
      const { group = null } = to
      const after = { newsletterId, listId, group, emails: emails.length }
      await recordChange(tx, accountId, { action: 'sending.test', id, after })
    },
    { again: true },
  )
  return { id, messages: emails.length }
}

async function addressesFor(db: Store, accountId: number, to: TestRecipients): Promise<string[]> {
  const { group, emails = [] } = to
  if (emails.length > MOST_TEST_ADDRESSES)
    throw refused('not-valid', 'test-addresses-many', {
      most: MOST_TEST_ADDRESSES,
      given: emails.length,
    }).ofValue('emails')
  const named = group === undefined ? [] : await addressesOfGroup(db, { accountId, name: group })
  if (group !== undefined && named.length === 0)
    throw refused('not-valid', 'test-group-gone').ofValue('group')
  const all = addressesOf([...emails, ...named.map(({ email }) => email)])
  if (all.length === 0) throw refused('not-valid', 'test-nobody').ofValue('emails')
  return all
}

/** Sendings of tests: ordered, counted, planned. */
import assert from 'node:assert/strict'
import { makeList } from '../../../src/domain/lists/add-list.ts'
import { countAudience } from '../../../src/domain/sendings/audience/count-audience.ts'
import { orderedAudience } from '../../../src/domain/sendings/audience/order.ts'
import { makeSending, type NewSending } from '../../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { sendingSetup } from '../../support/sending.ts'

type SendingTestSetup = Awaited<ReturnType<typeof sendingSetup>>

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export async function withSetup(
  people: number,
  work: (setup: SendingTestSetup) => Promise<void>,
): Promise<void> {
  const setup = await sendingSetup(people)
  try {
    await work(setup)
  } finally {
    await setup.drop()
  }
}

export async function listOf(
  { store, accountId, ask }: SendingTestSetup,
  name: string,
  from: number,
  to: number,
) {
  const list = { name, fromName: 'Shop', fromEmail: 'shop@example.test', description: '' }
  const listId = await makeList(store, accountId, { ...list, characterSet: '' })
  await ask(
    'insert into subscriptions (account_id, subscriber_id, list_id) select $1, i, $2 from ' +
      'generate_series($3::int, $4::int) i',
    [accountId, listId, from, to],
  )
  return listId
}

export const orderOf = (setup: SendingTestSetup, more: Partial<NewSending> = {}): NewSending => ({
  newsletterId: setup.newsletterId,
  listId: setup.listId,
  dueAt: new Date(),
  zone: '+01:00',
  ...more,
})

/** Counted, then planned: the numbers must be equal. Returns who gets an email. */
export async function planned(setup: SendingTestSetup, more: Partial<NewSending> = {}) {
  const { store, accountId, ask } = setup
  const order = orderOf(setup, more)
  const audience = await orderedAudience(store, accountId, order)
  const count = await countAudience(store, accountId, audience)
  const sendingId = await makeSending(store, accountId, order)
  const plan = await planSending(store, accountId, sendingId, HOUR)
  assert.equal(plan?.planned, count.willGet)
  const sum = count.leftOut.reduce((all, { people }) => all + people, 0)
  assert.equal(count.members, sum + count.willGet, 'the funnel adds up')
  const { leftOut } = await sendingProgress(store, accountId, sendingId)
  const before = ['repeated', 'unsubscribed']
  const same = count.leftOut.filter(({ reason }) => !before.includes(reason))
  assert.deepEqual(Object.fromEntries(same.map(one => [one.reason, one.people])), leftOut)
  const rows = await ask('select id from deliveries where source_id = $1 order by id', [sendingId])
  return { sendingId, count, ids: rows.map(([id]) => Number(id)) }
}

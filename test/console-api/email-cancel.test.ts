/** Emails that are cancelled: before they are due, as they are being sent, and afterwards. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  claimTransactions,
  handOverTransactions,
} from '../../src/domain/transactions/sending.sql.ts'
import { until } from '../support/until.ts'
import { listen, publishedEvents } from '../webhooks/published-events.ts'
import { apiClient } from './api-setup.ts'
import { type EmailSetup, emailSetup, fresh, from } from './email-setup.ts'

let setup: EmailSetup
before(async () => {
  setup = await emailSetup()
})
after(() => setup.close())

const LATER = () => new Date(Date.now() + 3_600_000).toISOString()

interface Recipient {
  id: number
  email: string
  state: string
  reason: string | null
  tries: number
}

async function sent(
  given: object,
): Promise<{ id: number; projectId: number; recipients: Recipient[] }> {
  const { status, body } = await setup.send({ text: 'Hi', ...given })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

const cancelled = async (id: number) => (await setup.call('POST', `/emails/${id}/cancel`)).body

const recipientsOf = async (id: number): Promise<Recipient[]> =>
  (await setup.call('GET', `/emails/${id}`)).body.recipients

test('one with a time in the future goes to nobody, and its event says why', async () => {
  const hook = await listen(setup.running.store, setup.accountId)
  const [to, cc] = [fresh(), fresh()]
  const { id, projectId, recipients } = await sent({ to, cc, sendAt: LATER() })
  const counts = async () => {
    const { waiting, withdrawn } = (await setup.call('GET', `/projects/${projectId}/results`)).body
      .total
    return { waiting, withdrawn }
  }
  assert.deepEqual(await counts(), { waiting: 2, withdrawn: 0 })
  assert.deepEqual(await cancelled(id), { withdrawn: 2, withdrawnBefore: 0, tooLate: 0 })
  assert.deepEqual(await cancelled(id), { withdrawn: 0, withdrawnBefore: 2, tooLate: 0 })
  assert.deepEqual(await counts(), { waiting: 0, withdrawn: 2 })
  for (const { state, reason, tries } of await recipientsOf(id))
    assert.deepEqual([state, reason, tries], ['withdrawn', 'cancelled', 0])
  const due = await setup.count(
    `select count(*) from deliveries where account_id = $1 and id in
      (${recipients.map(one => one.id)}) and next_try_at is not null`,
  )
  assert.equal(due, 0)
  const events = await publishedEvents(setup.running.store, setup.accountId, hook)
  const told = events.filter(({ event }) => event === 'withdrawn')
  assert.deepEqual(
    told.map(({ details }) => details),
    [{ reason: 'cancelled' }, { reason: 'cancelled' }],
  )
  const { body } = await setup.call('GET', '/audit?limit=1')
  assert.deepEqual([body.items[0].action, body.items[0].after.emails], ['project.cancel', 2])
})

test('one that was sent stays, and of several only those that wait are withdrawn', async () => {
  const to = fresh()
  const { id } = await sent({ to: [to, 'slow@simulator.test', 'hard-bounce@simulator.test'] })
  await setup.received(to)
  await until(async () =>
    (await recipientsOf(id)).every(({ state }) => /accepted|deferred|bounced/.test(state)),
  )
  assert.deepEqual(await cancelled(id), { withdrawn: 1, withdrawnBefore: 0, tooLate: 2 })
  const states = (await recipientsOf(id)).map(({ state }) => state)
  assert.deepEqual(states, ['accepted', 'withdrawn', 'bounced'])
  assert.deepEqual(await cancelled(id), { withdrawn: 0, withdrawnBefore: 1, tooLate: 2 })
})

test('an unknown one is none, and a key cancels within what it is bound to', async () => {
  const { status, body } = await setup.call('POST', '/emails/999999/cancel')
  assert.deepEqual([status, body.reason], [404, 'no-such-email'])
  const { id } = await sent({ to: fresh(), sendAt: LATER() })
  const letter = { name: 'Other', subject: 'Other', text: 'Other' }
  const newsletter = await setup.call('POST', '/newsletters', letter)
  const other = { name: 'other', newsletterId: newsletter.body.id, fromEmail: from.email }
  const project = await setup.call('POST', '/projects', other)
  const keys = [
    { rights: ['read'] },
    { rights: ['read', 'send'], project: String(project.body.id) },
    { rights: ['read', 'send'], test: true },
  ]
  for (const given of keys) {
    const made = await setup.call('POST', '/api-keys', { name: 'program', ...given })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const program = apiClient(setup.running.origin, { Authorization: `Bearer ${made.body.token}` })
    const refused = await program('POST', `/emails/${id}/cancel`)
    assert.equal(refused.status, 403, JSON.stringify(refused.body))
  }
  assert.deepEqual(await cancelled(id), { withdrawn: 1, withdrawnBefore: 0, tooLate: 0 })
})

test('a key to try with cancels the emails that it tried', async () => {
  const given = { name: 'trial', rights: ['read', 'send'], test: true }
  const { token } = (await setup.call('POST', '/api-keys', given)).body
  const trial = apiClient(setup.running.origin, { Authorization: `Bearer ${token}` })
  const email = { from, subject: 'Hi', text: 'Hi', to: fresh(), sendAt: LATER() }
  const { id } = (await trial('POST', '/emails', email)).body
  const { body } = await trial('POST', `/emails/${id}/cancel`)
  assert.deepEqual(body, { withdrawn: 1, withdrawnBefore: 0, tooLate: 0 })
})

test('one that a worker has claimed is withdrawn, and one that it has handed over is not', async () => {
  const { store } = setup.running
  const { accountId } = setup
  const letter = { name: 'Letter', subject: 'Letter', text: 'Letter' }
  const newsletter = await setup.call('POST', '/newsletters', letter)
  const facts = { name: 'claimed', newsletterId: newsletter.body.id, fromEmail: from.email }
  const projectId = (await setup.call('POST', '/projects', facts)).body.id
  for (const first of ['cancelled', 'handed over']) {
    const to = fresh()
    // Due for this claim alone: the project's own time is later.
    const { id, recipients } = await sent({ to, project: 'claimed', sendAt: LATER() })
    const deliveryId = recipients[0]!.id
    await setup.count(
      `with due as (update deliveries set next_try_at = now() where account_id = $1
         and id = ${deliveryId} returning 1) select count(*) from due`,
    )
    const by = { claimId: randomUUID(), worker: randomUUID() }
    const place = { accountId, projectId, ...by }
    const claimed = await claimTransactions(store, { ...place, most: 10, leaseSeconds: 60 })
    assert.deepEqual(
      claimed.map(one => one.email),
      [to],
    )
    const handOver = () =>
      handOverTransactions(store, {
        ...place,
        ids: [deliveryId],
        keyHashes: [],
        opensUnmeasured: [false],
        clicksUnmeasured: [false],
        routeId: 0,
      })
    if (first === 'cancelled') {
      assert.deepEqual(await cancelled(id), { withdrawn: 1, withdrawnBefore: 0, tooLate: 0 })
      assert.deepEqual(await handOver(), [])
    } else {
      assert.deepEqual(await handOver(), [{ id: deliveryId, mayGo: true }])
      assert.deepEqual(await cancelled(id), { withdrawn: 0, withdrawnBefore: 0, tooLate: 1 })
    }
    const [{ state }] = (await recipientsOf(id)) as [Recipient]
    assert.equal(state, first === 'cancelled' ? 'withdrawn' : 'handed-over')
  }
})

test('against a sender each of 200 is either sent once or withdrawn', async () => {
  const people = Array.from({ length: 200 }, fresh)
  const ids: number[] = []
  for (let from = 0; from < people.length; from += 20) {
    const emails = people.slice(from, from + 20).map(to => ({
      from: 'orders@shop.example.test',
      subject: 'Race',
      text: 'Hi',
      to,
    }))
    const taken = await setup.call('POST', '/emails/batch', { emails })
    const made = taken.body.items.map((item: { taken: { id: number } }) => item.taken.id)
    ids.push(...made)
    // Some are claimed by now, some are handed over, and some wait.
    await Promise.all(made.filter((_: number, i: number) => i % 2 === 0).map(cancelled))
  }
  const states = new Map<string, string>()
  await until(async () => {
    for (const id of ids)
      for (const { email, state } of await recipientsOf(id)) states.set(email, state)
    return [...states.values()].every(state => state === 'accepted' || state === 'withdrawn')
  })
  assert.equal(states.size, people.length)
  for (const [email, state] of states)
    assert.equal(setup.sink.counts.get(email) ?? 0, state === 'accepted' ? 1 : 0, email)
  // Those that nobody cancelled were sent, also where they were claimed with others that were.
  for (const [i, email] of people.entries())
    if (i % 2 === 1) assert.equal(states.get(email), 'accepted', email)
  assert.ok([...states.values()].includes('withdrawn'))
})

/** Emails that a program hands over again with their Idempotency-Key: they are sent once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startCall } from '../../src/domain/idempotency/idempotency.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { type EmailSetup, emailSetup, fresh, from } from './email-setup.ts'

let setup: EmailSetup
let key: { id: number; token: string }
before(async () => {
  setup = await emailSetup()
  key = (await setup.call('POST', '/api-keys', { name: 'shop', rights: ['send'] })).body
})
after(() => setup.close())

const post = async (path: string, body: object, idempotencyKey: string) => {
  const answer = await fetch(`${setup.running.origin}/api/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
    },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  return { status: answer.status, body: (await answer.json()) as any }
}

/** A call whose process dies before it has done anything but note the key. */
const die = async (path: string, body: object, idempotencyKey: string) => {
  const { state } = await startCall(setup.running.store, createSealer('unused'), {
    accountId: setup.accountId,
    key: `key ${setup.accountId}-${key.id} ${idempotencyKey}`,
    call: `POST /api/v1${path} ${JSON.stringify(body)}`,
  })
  assert.equal(state, 'new')
}

const emailTo = (to: string) => ({ to, from, subject: 'Order', text: 'Thank you.' })

const transactionsTo = async (email: string) =>
  (await setup.call('GET', `/transactions?email=${email}`)).body.items

test('an email whose call died is sent when the call comes again, and once', async () => {
  const to = fresh()
  await die('/emails', emailTo(to), 'order 1')
  const first = await post('/emails', emailTo(to), 'order 1')
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const again = await post('/emails', emailTo(to), 'order 1')
  assert.deepEqual([again.status, again.body.id], [201, first.body.id])
  assert.equal(again.body.recipients[0].repeated, true)
  const [only, ...more] = await transactionsTo(to)
  assert.deepEqual([only.identifier, more], ['order 1', []])
})

test('so are the emails of a batch', async () => {
  const [one, two] = [fresh(), fresh()]
  const batch = { emails: [emailTo(one), { ...emailTo(two), identifier: 'mine' }] }
  await die('/emails/batch', batch, 'batch 1')
  const first = await post('/emails/batch', batch, 'batch 1')
  assert.deepEqual([first.status, first.body.taken], [200, 2], JSON.stringify(first.body))
  assert.equal((await post('/emails/batch', batch, 'batch 1')).body.taken, 2)
  const found = [...(await transactionsTo(one)), ...(await transactionsTo(two))]
  assert.deepEqual(
    found.map(({ identifier }) => identifier),
    ['batch 1#0', 'mine'],
  )
})

test('calls with the same key at once make one email, also beyond the length of an identifier', async () => {
  const to = fresh()
  const long = 'k'.repeat(200)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post('/emails', emailTo(to), long)),
  )
  for (const { status, body } of answers) assert.equal(status, 201, JSON.stringify(body))
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal((await transactionsTo(to)).length, 1)
})

test('another email with the same key is refused', async () => {
  await post('/emails', emailTo(fresh()), 'order 2')
  const { status, body } = await post('/emails', emailTo(fresh()), 'order 2')
  assert.deepEqual([status, body.reason], [422, 'key-used-otherwise'])
})

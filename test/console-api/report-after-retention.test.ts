/**
 * Hits are dropped by month, and all that is told of the sending stays as it was, to the byte: also
 * the mail programs of its readers, which are counted as the month goes.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import type { Hit } from '../../src/domain/tracking/hit.ts'
import { dropOldHits, makeHitMonths } from '../../src/domain/tracking/hit-months.ts'
import { newBatch, recordBatch } from '../../src/domain/tracking/record-hit.ts'
import { moved } from '../support/moved.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

const PEOPLE = 6
const DAY = 86_400_000
/** Hits of a kind whose mail programs are told. */
const MOST = 50_000

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const ask = async (text: string, values: unknown[] = []) =>
  (await setup.running.store.run({ name: '', text, again: false }, values)).rows

async function made(method: string, path: string, body?: unknown) {
  const answer = await setup.call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

/** With a link, to six people: one may not be measured. */
async function sent() {
  const { id: listId } = await made('POST', '/lists', { name: 'Garden', fromEmail: 'a@shop.test' })
  const ids: number[] = []
  for (let at = 0; at < PEOPLE; at++) {
    const email = `${setup.accountId}.${listId}.${at}@gmail.com`
    ids.push((await made('POST', '/subscribers', { email, listId })).id)
  }
  const source = { kind: 'html', html: '<p><a href="https://shop.test/x">x</a></p>' }
  const newsletter = await made('POST', '/newsletters', { subject: 'News', source })
  const order = { newsletterId: newsletter.id, listId, holdSeconds: 0 }
  const { id: sendingId } = await made('POST', '/sendings', order)
  await planSending(setup.running.store, setup.accountId, sendingId, 1e9)
  await ask(
    `insert into links (account_id, source_kind, source_id, number, target)
     values ($1, 1, $2, 1, 'https://shop.test/x')`,
    [setup.accountId, sendingId],
  )
  await ask(
    `update deliveries set state = 'accepted', next_try_at = null, opens_unmeasured = nullif(id = $2, false) where source_id = $1`,
    [sendingId, ids.at(-1)],
  )
  await ask(
    `update sendings set state = 'finished', ${['planned_at', 'due_at', 'finished_at']
      .map(column => `${column} = ${moved(`coalesce(${column}, now())`, '-8640000')}`)
      .join()} where id = $1`,
    [sendingId],
  )
  return { sendingId, ids }
}

let lastHit = 1_000_000
async function hit(sendingId: number, given: Partial<Hit>): Promise<void> {
  const one: Hit = {
    accountId: setup.accountId,
    id: ++lastHit,
    kind: 'view',
    source: 'sending',
    sourceId: sendingId,
    deliveryId: 0,
    link: given.kind === 'click' ? 1 : 0,
    at: Date.now(),
    network: '',
    reason: '',
    agent: 'Firefox, Windows',
    verdict: 'person',
    ...given,
  }
  await recordBatch(setup.running.store, newBatch(setup.accountId, [one]))
}

/** Every page of it, as text. */
async function told(sendingId: number): Promise<Record<string, string>> {
  const at = `/sendings/${sendingId}`
  const calls = ['', '/report', '/hours?hours=720', '/links', '/providers', '/devices', '/reasons']
  const pages = [
    ...[...calls, '/ab-test', '/email', '/recipients'].map(path => `${at}${path}`),
    `/reports/sendings?ids=${sendingId}`,
    '/reports/over-time?days=1000',
    '/sendings',
    '/measuring',
  ]
  const answers: Record<string, string> = {}
  for (const page of pages) answers[page] = JSON.stringify(await made('GET', page))
  return answers
}

/** How many hits there are one by one. */
const kept = async (sendingId: number) =>
  Number((await ask('select count(*) from hits where source_id = $1', [sendingId]))[0]![0])

test('a report reads the same to the byte after the months of its hits were dropped', async () => {
  const { sendingId, ids } = await sent()
  const now = Date.now()
  const programs = ['Safari, iPhone', 'Gmail mail', 'Safari, iPhone', 'Thunderbird, Linux']
  // In several months, also several of one person, and machines.
  for (const [n, agent] of programs.entries()) {
    await hit(sendingId, { deliveryId: ids[n]!, agent, at: now - (95 - 31 * n) * DAY })
    await hit(sendingId, { deliveryId: ids[n]!, agent: 'other', at: now - n * DAY })
  }
  const image = { verdict: 'image proxy', agent: 'Gmail mail' } as const
  await hit(sendingId, { deliveryId: ids[1]!, at: now - 94 * DAY, ...image })
  const scanner = { verdict: 'scanner', agent: 'curl' } as const
  await hit(sendingId, { deliveryId: ids[2]!, at: now - 93 * DAY, ...scanner })
  for (const [deliveryId, days] of [
    [ids[0], 92],
    [ids[4], 60],
    [ids[4], 1],
  ] as const)
    await hit(sendingId, { kind: 'click', deliveryId: deliveryId!, at: now - days * DAY })
  const before = await told(sendingId)
  assert.match(before[`/sendings/${sendingId}/devices`]!, /Thunderbird/)
  const { store } = setup.running
  await makeHitMonths(store)
  const all = await kept(sendingId)
  assert.ok(all > 10)
  // Month by month.
  for (const months of [3, 2, 1, 0]) {
    await dropOldHits(store, months)
    assert.deepEqual(await told(sendingId), before)
  }
  assert.ok((await kept(sendingId)) < all)
  await dropOldHits(store, 0, new Date(now + 40 * DAY))
  assert.equal(await kept(sendingId), 0)
  assert.deepEqual(await told(sendingId), before)
})

test('of very many hits the same first ones are told; two processes count a month once', async () => {
  const { sendingId } = await sent()
  const { store } = setup.running
  const many = (from: number, count: number, days: number, agent: string) =>
    ask(
      `insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link,
         verdict, reason, agent)
       select $1, 1, $2, 'view', now() - make_interval(days => $5::int), i, null, 0, 'person', '', $6
       from generate_series($3::int, $3::int + $4::int - 1) i`,
      [setup.accountId, sendingId, from, count, days, agent],
    )
  await many(1, MOST - 10, 70, 'Safari, iPhone')
  await many(MOST, 30, 35, 'Firefox, Windows')
  await many(2 * MOST, 30, 0, 'Gmail mail')
  const devices = () => made('GET', `/sendings/${sendingId}/devices`)
  const before = await devices()
  assert.deepEqual(
    before.devices.map(({ program, opens }: { program: string; opens: number }) => [
      program,
      opens,
    ]),
    [
      ['Safari', MOST - 10],
      ['Firefox', 10],
    ],
  )
  await makeHitMonths(store)
  const dropped = await Promise.all([1, 2].map(() => dropOldHits(store, 1)))
  assert.equal(new Set(dropped.flat()).size, dropped.flat().length, 'each month by one')
  assert.deepEqual(await devices(), before)
  await dropOldHits(store, 0, new Date(Date.now() + 40 * DAY))
  assert.equal(await kept(sendingId), 0)
  assert.deepEqual(await devices(), before)
})

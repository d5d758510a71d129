/**
 * Many send at once, from two processes, and one is killed in the middle: money and plans agree
 * always.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { amountOf } from '../../../src/domain/sms/credits/amount.ts'
import { addCredits, balanceOf } from '../../../src/domain/sms/credits/credits.ts'
import type { SmsSent } from '../../../src/domain/sms/send-sms.ts'
import { until } from '../../support/until.ts'
import { smsAccount } from './setup.ts'

type Own = Awaited<ReturnType<typeof smsAccount>>

function sender(
  { service, accountId }: Own,
  listIds: number[],
  { amount = '1', name = 'pennypost sender' } = {},
) {
  const connection = { ...service.connection, application_name: name }
  const SENDER = JSON.stringify({ connection, accountId, listIds, amount })
  const child = spawn(process.execPath, [fileURLToPath(new URL('./sender.ts', import.meta.url))], {
    env: { PATH: process.env.PATH, SENDER } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return child
}

/** The ledger adds up, and says of each message what the message says. */
async function agree(own: Own): Promise<bigint> {
  const entries = await own.rows<{
    kind: string
    amount: string
    balance: string
    messageId: string | null
  }>(
    'select kind, amount::text, balance::text, message_id as "messageId" from ' +
      'credit_entries where account_id = $1 order by id',
  )
  let sum = 0n
  for (const { amount, balance } of entries) {
    sum += amountOf(amount)
    assert.equal(amountOf(balance), sum)
    assert.ok(sum >= 0n)
  }
  assert.equal(amountOf(await balanceOf(own.store, own.accountId)), sum)
  const debits = entries
    .filter(({ kind }) => kind === 'debit')
    .map(({ messageId, amount }) => [Number(messageId), -amountOf(amount)])
  const paid = await own.rows<{ id: string; cost: string; rows: string }>(
    `select m.id, m.cost::text, (select sum(d.cost)::text from sms_deliveries d where \
d.account_id = $1 and d.message_id = m.id) as rows
     from sms_messages m where m.account_id = $1 and m.state = 'sending' order by m.id`,
  )
  assert.deepEqual(
    debits.sort(([a], [b]) => Number(a) - Number(b)),
    paid.map(({ id, cost }) => [Number(id), amountOf(cost)]),
  )
  assert.deepEqual(
    await own.rows(
      'select m.id from sms_messages m where m.account_id = $1 and m.planned <> (select ' +
        'count(*) from sms_deliveries d where d.account_id = $1 and d.message_id = m.id)',
    ),
    [],
  )
  assert.deepEqual(
    await own.rows(
      'select 1 from sms_deliveries d where d.account_id = $1 and not exists (select 1 from ' +
        'sms_messages m where m.account_id = $1 and m.id = d.message_id)',
    ),
    [],
  )
  return sum
}

/**
 * What the store does for a process that is gone ends in the store's own time; what does not end is
 * told.
 */
async function gone(own: Own, name: string): Promise<void> {
  const left = () =>
    own.rows(
      `select state, wait_event_type, wait_event, left(query, 200) as query from pg_stat_activity
       where $1 > 0 and application_name = '${name}'`,
    )
  await until(
    async () => (await left()).length === 0,
    async () => JSON.stringify(await left()),
  )
}

test('50 sends and credits coming in, over two processes: no credit is lost or found, none is spent twice, first in first out', async () => {
  const own = await smsAccount('20')
  const listIds: number[] = []
  for (let at = 0; at < 25; at++) listIds.push((await own.listOf(1 + (at % 7), at * 10)).listId)
  const children = [
    sender(own, listIds, { amount: '3.5' }),
    sender(own, listIds.toReversed(), { amount: '2.25' }),
  ]
  const [one, other] = await Promise.all(children.map(child => text(child.stdout!)))
  const answers = [one!, other!].flatMap(
    out => JSON.parse(out.split('\n')[1]!) as (SmsSent | { released: number[] })[],
  )
  const sent = answers.filter(answer => 'messageId' in answer)
  assert.equal(sent.length, 50)
  assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 50)
  await agree(own)
  const held = () =>
    own.rows<{ place: number; cost: string }>(
      'select held_place::int as place, cost::text from sms_messages where account_id = $1 ' +
        "and state = 'held' order by held_place",
    )
  const waiting = await held()
  assert.ok(
    waiting.length > 0 &&
      amountOf(waiting[0]!.cost) > amountOf(await balanceOf(own.store, own.accountId)),
  )
  const gone = await own.rows<{ place: number }>(
    'select held_place::int as place from sms_messages where account_id = $1 and state = ' +
      "'sending' and held_place is not null",
  )
  assert.ok(
    gone.every(({ place }) => place < waiting[0]!.place),
    'whoever waited less has not gone before',
  )
  await addCredits(own.store, own.accountId, '1000', '')
  assert.deepEqual(await held(), [])
  const costs = sent.reduce((sum, { cost }) => sum + amountOf(cost), 0n)
  const added = amountOf('20') + 5n * (amountOf('3.5') + amountOf('2.25')) + amountOf('1000')
  assert.equal(await agree(own), added - costs)
})

test('a process killed while it plans leaves nothing, or all of it', async () => {
  const own = await smsAccount('100000')
  const { listId } = await own.listOf(12_000)
  let whole = 0
  let nothing = 0
  for (const millis of [0, 40, 120, 250, 400]) {
    const before = await balanceOf(own.store, own.accountId)
    const name = `pennypost sender ${randomUUID()}`
    const child = sender(own, [listId], { name })
    // It may have ended before it is killed.
    const closed = once(child, 'close')
    await once(child.stdout!, 'data')
    await pause(millis)
    child.kill('SIGKILL')
    await closed
    await gone(own, name)
    await agree(own)
    if ((await balanceOf(own.store, own.accountId)) === before) nothing++
    else whole++
  }
  assert.ok(nothing > 0, `${whole} were whole`)
  const [{ planned }] = (await own.rows<{ planned: string }>(
    'select coalesce(sum(planned), 0)::text as planned from sms_messages where account_id = $1',
  )) as [{ planned: string }]
  assert.equal(Number(planned), whole * 12_000)
})

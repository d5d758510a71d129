/** Workers killed again and again while a sending goes out at the best hour of each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { withHabits } from '../support/habits.ts'
import { killedWhile } from '../support/send-siege.ts'
import type { sendingSetup } from '../support/sending.ts'

const DAY = 86_400_000

/** Each third person has read at an hour of their own; the clock runs 3,600 times as fast. */
async function atBestHours(setup: Awaited<ReturnType<typeof sendingSetup>>) {
  const { store, accountId, ask, listId, newsletterId } = setup
  const [[count]] = (await ask('select count(*) from subscribers')) as [[string]]
  const day = new Date(Date.now() - 5 * DAY)
  const habits = Array.from({ length: Math.floor(Number(count) / 3) }, (_, i) => ({
    person: 1 + 3 * i,
    opens: [1, 2, 3].map(back => new Date(day.setUTCHours(i % 24, 30, 0, 0) - back * DAY)),
  }))
  await withHabits(setup, new Date(Date.now() - 9 * DAY), habits)
  const order = { newsletterId, listId, dueAt: new Date(), zone: 'UTC', bestHour: {} }
  const sendingId = await makeSending(store, accountId, order)
  await planSending(store, accountId, sendingId, 60_000)
  const [[moments]] = (await ask('select count(distinct next_try_at) from deliveries')) as [
    [string],
  ]
  assert.ok(Number(moments) >= 24, `${moments} moments`)
  await ask(`update deliveries set next_try_at = now() + (next_try_at - now()) / 3600`)
}

test('kill -9 of workers while emails come due at the best hour of each', () =>
  killedWhile({ people: 1200, tricks: [], rounds: 60, kills: 8, begin: atBestHours }))

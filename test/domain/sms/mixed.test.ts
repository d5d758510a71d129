/**
 * Sends, settling, receipts, cancelling and credits, all at once and in any order: what each
 * message has paid is what its SMS cost.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { cancelMessage } from '../../../src/domain/sms/cancel-message.ts'
import { amountOf } from '../../../src/domain/sms/credits/amount.ts'
import { addCredits, balanceOf } from '../../../src/domain/sms/credits/credits.ts'
import { optOutOfSms } from '../../../src/domain/sms/opt-outs.ts'
import { claimSms } from '../../../src/domain/sms/receipts/deliveries.sql.ts'
import {
  handOverSms,
  releaseSms,
  settleReceipts,
  settleSms,
} from '../../../src/domain/sms/receipts/settle.ts'
import { sendSmsToList } from '../../../src/domain/sms/send-sms.ts'
import { numberAt, smsAccount } from './setup.ts'

const worker = randomUUID()

test('the ledger of credits and the ledger of SMS agree', async () => {
  const own = await smsAccount('60')
  const { store, accountId } = own
  const lists = await Promise.all(
    Array.from({ length: 6 }, (_, at) => own.listOf(10 + at, at * 100)),
  )
  const messages: number[] = []
  let random = 7
  const pick = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((random / 2_147_483_648) * below)
  }

  async function send() {
    messages.push(
      (await sendSmsToList(store, accountId, lists[pick(lists.length)]!.listId, 'Hej')).messageId,
    )
  }

  /** As a worker does: some are refused, some let go of, some refused by receipt later. */
  async function work() {
    const messageId = messages[pick(messages.length)]
    if (messageId === undefined) return
    const claimId = randomUUID()
    const claimed = await claimSms(store, {
      accountId,
      messageId,
      worker,
      claimId,
      leaseSeconds: 60,
      most: 6,
    })
    const ids = claimed.map(({ id }) => id)
    const by = { ids: ids.slice(0, 4), claimId, worker }
    const asked = await handOverSms(store, accountId, messageId, by, () => 0)
    const gone = asked.filter(({ mayGo }) => mayGo).map(({ id }) => id)
    const outcomes = gone.map((id, at) => ({
      id,
      tries: 1,
      reply: null,
      reason: null,
      nextTryAt: null,
      unspent: 0 as const,
      ...(at % 2 === 0
        ? { state: 'accepted' as const, giveBack: false, gatewayIds: [`${messageId}-${id}`] }
        : { state: 'refused' as const, giveBack: true, gatewayIds: [] }),
    }))
    await Promise.all([
      settleSms(store, accountId, messageId, outcomes),
      settleSms(store, accountId, messageId, outcomes),
    ])
    await releaseSms(store, accountId, messageId, claimId)
    const receipts = gone
      .slice(0, 1)
      .map(deliveryId => ({ deliveryId, part: 1, receipt: 'refused' as const, reason: 'REJECTD' }))
    await Promise.all([
      settleReceipts(store, accountId, messageId, receipts),
      settleReceipts(store, accountId, messageId, receipts),
    ])
  }

  const cancel = () =>
    cancelMessage(store, accountId, messages[pick(messages.length)] ?? 0).catch(error =>
      assert.match(String(error), /cancelled|no such SMS/),
    )
  const optOut = () => optOutOfSms(store, accountId, numberAt(pick(6) * 100 + pick(10)), '')
  const add = () => addCredits(store, accountId, '15.5', '')

  for (let round = 0; round < 12; round++) {
    const doing = [
      send,
      work,
      work,
      work,
      pick(2) === 0 ? cancel : work,
      pick(3) === 0 ? add : send,
      pick(3) === 0 ? optOut : work,
    ]
    await Promise.all(doing.map(one => one()))
  }

  const paid = await own.rows<{ id: string; paid: string; owed: string; states: string }>(
    `select m.id, m.state as states, coalesce((select -sum(e.amount) from credit_entries e where \
e.account_id = $1 and e.message_id = m.id), 0)::text as paid,
       case when exists (select 1 from credit_entries e where e.account_id = $1 and e.message_id \
= m.id and e.kind = 'debit')
         then (select coalesce(sum(d.cost), 0) from sms_deliveries d where d.account_id = $1 and \
d.message_id = m.id and not d.given_back)
         else 0 end::text as owed
     from sms_messages m where m.account_id = $1 order by m.id`,
  )
  assert.ok(paid.length >= 12)
  for (const { id, paid: sum, owed, states } of paid)
    assert.equal(amountOf(sum), amountOf(owed), `message ${id}, ${states}`)
  const [{ sum }] = (await own.rows<{ sum: string }>(
    'select sum(amount)::text as sum from credit_entries where account_id = $1',
  )) as [{ sum: string }]
  assert.equal(amountOf(sum), amountOf(await balanceOf(store, accountId)))
  const kinds = (
    await own.rows<{ kind: string }>(
      'select distinct kind from credit_entries where account_id = $1 order by 1',
    )
  ).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['added', 'debit', 'given back'])
  const states = (
    await own.rows<{ state: string }>(
      'select distinct state from sms_deliveries where account_id = $1 order by 1',
    )
  ).map(({ state }) => state)
  for (const state of ['accepted', 'refused', 'withdrawn'])
    assert.ok(states.includes(state), `${state} among ${states}`)
})

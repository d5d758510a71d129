/** SMS in the hands of workers: claims, marks, outcomes, receipts, and refunds of unsent ones. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { atomically } from '../../../../src/db/db.ts'
import { cancelMessage } from '../../../../src/domain/sms/cancel-message.ts'
import { addCredits, balanceOf } from '../../../../src/domain/sms/credits/credits.ts'
import { optOutOfSms } from '../../../../src/domain/sms/opt-outs.ts'
import { smsProgress } from '../../../../src/domain/sms/progress.ts'
import { claimSms } from '../../../../src/domain/sms/receipts/deliveries.sql.ts'
import { smsOfGatewayIds } from '../../../../src/domain/sms/receipts/gateway.sql.ts'
import {
  handOverSms,
  recoverSms,
  releaseSms,
  type SmsOutcome,
  settleReceipts,
  settleSms,
} from '../../../../src/domain/sms/receipts/settle.ts'
import { trimOldParts } from '../../../../src/domain/sms/receipts/trim-parts.ts'
import { sendSmsToList } from '../../../../src/domain/sms/send-sms.ts'
import { numberAt, smsAccount } from '../setup.ts'

const worker = randomUUID()

/** A message to so many, paid for, with all its SMS claimed. */
async function claimed(people: number, credits = '100') {
  const own = await smsAccount(credits)
  const { store, accountId } = own
  const { listId, ids } = await own.listOf(people)
  const { messageId } = await sendSmsToList(store, accountId, listId, 'Hej')
  const claim = async (leaseSeconds = 60) => {
    const claimId = randomUUID()
    const rows = await claimSms(store, {
      accountId,
      messageId,
      worker,
      claimId,
      leaseSeconds,
      most: 500,
    })
    return { claimId, rows }
  }
  const first = await claim()
  assert.equal(first.rows.length, people)
  /** Those that may go. */
  const handOver = async (wanted: number[], claimId = first.claimId) => {
    const by = { ids: wanted, claimId, worker }
    const asked = await handOverSms(store, accountId, messageId, by, () => 0)
    return new Set(asked.filter(({ mayGo }) => mayGo).map(({ id }) => id))
  }
  return {
    ...own,
    listId,
    ids,
    messageId,
    claim,
    claimId: first.claimId,
    handOver,
    settle: (outcomes: Partial<SmsOutcome>[]) =>
      settleSms(
        store,
        accountId,
        messageId,
        outcomes.map(outcome => ({ ...accepted, ...outcome })),
      ),
    counts: async () => (await smsProgress(store, accountId, messageId)).counts,
    balance: () => balanceOf(store, accountId),
  }
}

const accepted: SmsOutcome = {
  id: 0,
  tries: 1,
  state: 'accepted',
  reply: null,
  reason: null,
  nextTryAt: null,
  unspent: 0,
  giveBack: false,
  gatewayIds: [],
}
const refused = { state: 'refused', reply: 'ESME_RINVDSTADR', giveBack: true } as const

test('what the gateway refuses is paid back, once, however often it is written', async () => {
  const { ids, handOver, settle, counts, balance } = await claimed(3)
  assert.equal(await balance(), '97')
  assert.deepEqual(await handOver(ids), new Set(ids))
  const outcomes = ids.map((id, at) => (at === 0 ? { id } : { id, ...refused }))
  assert.equal(await settle(outcomes), 3)
  assert.equal(await balance(), '99')
  assert.equal(await settle(outcomes), 0)
  assert.equal(await settle(ids.map(id => ({ id }))), 0, 'what is settled stays so')
  assert.equal(await balance(), '99')
  assert.deepEqual(await counts(), { accepted: 1, refused: 2 })
})

test('refunded credits release held messages', async () => {
  const { ids, handOver, settle, store, accountId, listOf } = await claimed(3, '3')
  const held = await sendSmsToList(store, accountId, (await listOf(2, 100)).listId, 'Hej')
  assert.equal(held.state, 'held')
  await handOver(ids)
  await settle(ids.map(id => ({ id, ...refused })))
  const { state, standstill } = await smsProgress(store, accountId, held.messageId)
  assert.deepEqual([state, await balanceOf(store, accountId)], ['sending', '1'])
  assert.equal(standstill?.code, 'sms-no-worker')
})

test('who has opted out, left or is gone meanwhile is withdrawn at hand-over, and paid back', async () => {
  const own = await claimed(6)
  const { ids, handOver, store, accountId, rows, counts, balance } = own
  await optOutOfSms(store, accountId, numberAt(0), '')
  await rows(`update subscribers set opted_out_at = now() where account_id = $1 and id = ${ids[1]}`)
  await rows(`delete from subscriptions where account_id = $1 and subscriber_id = ${ids[2]}`)
  await rows(
    'update subscriptions set unsubscribed_at = now() where account_id = $1 and ' +
      `subscriber_id = ${ids[3]}`,
  )
  await rows(`delete from subscribers where account_id = $1 and id = ${ids[4]}`)
  assert.deepEqual(await handOver(ids), new Set([ids[5]]))
  assert.deepEqual(await counts(), { withdrawn: 5, 'handed over': 1 })
  assert.equal(await balance(), '99')
  const { reasons } = await smsProgress(store, accountId, own.messageId)
  const withdrawn = Object.fromEntries(reasons.map(({ reason, count }) => [reason, count]))
  assert.deepEqual(withdrawn, {
    erased: 1,
    'left the list': 1,
    'opted out': 1,
    'opted out of SMS': 1,
    unsubscribed: 1,
  })
})

test('a lapsed claim hands nothing over; what it had not handed over goes back, what it had is uncertain', async () => {
  const { ids, handOver, store, accountId, messageId, claimId, rows, counts, balance, claim } =
    await claimed(4)
  await handOver(ids.slice(0, 2))
  await rows(
    "update sms_claims set leased_until = now() - interval '1 second' where account_id = $1",
  )
  assert.deepEqual(await handOver(ids.slice(2)), new Set())
  const recovered = await atomically(store, tx => recoverSms(tx, accountId, messageId, claimId))
  assert.deepEqual(recovered, { back: 2, uncertain: 2 })
  assert.deepEqual(await counts(), { planned: 2, uncertain: 2 })
  assert.equal(await balance(), '96', 'what may have arrived is paid for')
  assert.equal((await claim()).rows.length, 2, 'nothing uncertain is claimed again')
})

test('an answer of a worker that was given up still counts, unless another has tried since', async () => {
  const { ids, handOver, settle, store, accountId, messageId, claimId, rows, counts } =
    await claimed(1)
  await handOver(ids)
  await rows(
    "update sms_claims set leased_until = now() - interval '1 second' where account_id = $1",
  )
  await atomically(store, tx => recoverSms(tx, accountId, messageId, claimId))
  assert.equal(await settle([{ id: ids[0]!, tries: 2 }]), 0)
  assert.equal(await settle([{ id: ids[0]!, gatewayIds: ['a1'] }]), 1)
  assert.deepEqual(await counts(), { accepted: 1 })
})

test('a cancelled message refunds SMS not handed over, also when they are released later', async () => {
  const { ids, handOver, store, accountId, messageId, claimId, counts, balance } = await claimed(4)
  await handOver(ids.slice(0, 1))
  assert.deepEqual(await cancelMessage(store, accountId, messageId), {
    withdrawn: 0,
    givenBack: '0',
  })
  assert.deepEqual(await handOver(ids.slice(1, 2)), new Set())
  await releaseSms(store, accountId, messageId, claimId)
  assert.deepEqual(await counts(), { withdrawn: 3, 'handed over': 1 })
  assert.equal(await balance(), '99')
})

test('held SMS are not claimed', async () => {
  const own = await smsAccount()
  const { listId } = await own.listOf(1)
  const { messageId } = await sendSmsToList(own.store, own.accountId, listId, 'Hej')
  const { store, accountId } = own
  const take = () =>
    claimSms(store, {
      accountId,
      messageId,
      worker,
      claimId: randomUUID(),
      leaseSeconds: 60,
      most: 5,
    })
  assert.deepEqual(await take(), [])
  await addCredits(store, accountId, '1', '')
  assert.equal((await take()).length, 1)
})

describe('receipts', () => {
  const receipt = (
    deliveryId: number,
    part: number,
    of: 'delivered' | 'undelivered' | 'refused' | 'in transit',
    reason: string | null = null,
  ) => ({
    deliveryId,
    part,
    receipt: of,
    reason,
  })

  test('an SMS is delivered when all its parts are, and not as soon as one is not', async () => {
    const { ids, handOver, settle, store, accountId, messageId, counts, balance } = await claimed(3)
    const [one, two, three] = ids as [number, number, number]
    await handOver(ids)
    await settle(
      ids.map(id => ({ id, gatewayIds: [`m${accountId}-${id}-1`, `m${accountId}-${id}-2`] })),
    )
    const gatewayId = `m${accountId}-${two}-2`
    const [part, ...others] = await smsOfGatewayIds(store, {
      gatewayIds: [gatewayId, 'never heard of'],
    })
    const { number, ...found } = part!
    assert.deepEqual(found, { accountId, messageId, deliveryId: two, part: 2, gatewayId })
    assert.deepEqual(others, [])
    const say = (...all: ReturnType<typeof receipt>[]) =>
      settleReceipts(store, accountId, messageId, all)
    assert.equal(await say(receipt(one, 1, 'delivered'), receipt(two, 1, 'in transit')), 0)
    assert.deepEqual(await counts(), { accepted: 3 })
    assert.equal(
      await say(receipt(one, 2, 'delivered'), receipt(two, 2, 'undelivered', 'EXPIRED')),
      2,
    )
    assert.equal(
      await say(receipt(one, 2, 'delivered')),
      0,
      'a receipt that comes twice changes nothing',
    )
    assert.equal(
      await say(receipt(three, 1, 'refused', 'REJECTD'), receipt(three, 2, 'refused', 'REJECTD')),
      1,
    )
    assert.deepEqual(await counts(), { delivered: 1, undelivered: 1, refused: 1 })
    assert.equal(await balance(), '98', 'what the carrier would not take is paid back')
    await say(receipt(three, 1, 'refused', 'REJECTD'))
    assert.equal(await balance(), '98')
    const { reasons } = await smsProgress(store, accountId, messageId)
    assert.deepEqual(reasons.map(({ state, reason }) => [state, reason]).sort(), [
      ['refused', 'REJECTD'],
      ['undelivered', 'EXPIRED'],
    ])
  })

  test('parts of one SMS heard at once end in one state', async () => {
    const { ids, handOver, settle, store, accountId, messageId, counts } = await claimed(20)
    await handOver(ids)
    await settle(ids.map(id => ({ id, gatewayIds: ['x', 'y'] })))
    await Promise.all(
      [1, 2].map(part =>
        settleReceipts(
          store,
          accountId,
          messageId,
          ids.map(id => receipt(id, part, 'delivered')),
        ),
      ),
    )
    assert.deepEqual(await counts(), { delivered: 20 })
  })
})

test('ids of gateways go when no receipt can come any more; what became of the SMS stays', async () => {
  const { ids, handOver, settle, store, messageId, rows, counts } = await claimed(3)
  await handOver(ids)
  await settle(ids.map(id => ({ id, gatewayIds: ['one', 'two'] })))
  const parts = () => rows('select 1 from sms_parts where account_id = $1')
  await rows(
    `update sms_messages set state = 'finished', finished_at = now() - interval '39 days' ` +
      'where account_id = $1',
  )
  const trim = () => trimOldParts(store, new AbortController().signal)
  await trim()
  assert.equal((await parts()).length, 6)
  await rows(
    `update sms_messages set finished_at = now() - interval '41 days' where account_id = $1 ` +
      `and id = ${messageId}`,
  )
  await trim()
  assert.equal((await parts()).length, 0)
  assert.deepEqual(await counts(), { accepted: 3 })
})

/**
 * What became of SMS, written by workers; and the money of those that were not sent, given back
 * in the same transaction. Locks are taken in one order everywhere: balance, message, SMS.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { amountOf } from '../credits/amount.ts'
import { giveBack, holdBalance } from '../credits/credits.ts'
import { markHandedOver, recoverSmsClaim, releaseSmsClaim, settleRows } from './deliveries.sql.ts'
import { lockSms, markParts, settleByParts } from './receipts.sql.ts'

export type SmsState =
  | 'planned'
  | 'claimed'
  | 'handed over'
  | 'accepted'
  | 'delivered'
  | 'undelivered'
  | 'refused'
  | 'uncertain'
  | 'withdrawn'

export interface SmsOutcome {
  id: number
  /** How often it had been handed over, this time included. */
  tries: number
  state: SmsState
  /** What the gateway said. */
  reply: string | null
  /** Why, in words, when the reply does not say it. */
  reason: string | null
  /** When it is tried again; null when it is not. */
  nextTryAt: Date | null
  /** 1: handed over, but it never reached the gateway, so this try does not count. */
  unspent: 0 | 1
  /** It was certainly not sent and never will be: the account gets its credits again. */
  giveBack: boolean
  /** The ids that the gateway gave its parts, in order. */
  gatewayIds: readonly string[]
}

/**
 * Writes outcomes of one message; answers how many SMS they were true of. Done twice, it leaves
 * the same. `doneClaims` end with it.
 */
export function settleSms(
  db: Store,
  accountId: number,
  messageId: number,
  outcomes: readonly SmsOutcome[],
  doneClaims: readonly string[] = [],
): Promise<number> {
  const parts = outcomes.flatMap(({ id, gatewayIds }) =>
    gatewayIds.map((gatewayId, part) => ({ id, part: part + 1, gatewayId })),
  )
  const rows = {
    accountId,
    messageId,
    ids: outcomes.map(({ id }) => id),
    states: outcomes.map(({ state }) => state),
    replies: outcomes.map(({ reply }) => reply && storable(reply)),
    reasons: outcomes.map(({ reason }) => reason && storable(reason)),
    nextTries: outcomes.map(({ nextTryAt }) => nextTryAt) as Date[],
    tries: outcomes.map(({ tries }) => tries),
    unspent: outcomes.map(({ unspent }) => unspent),
    giveBacks: outcomes.map(outcome => outcome.giveBack),
    doneClaims: [...doneClaims],
    partIds: parts.map(({ id }) => id),
    parts: parts.map(({ part }) => part),
    gatewayIds: parts.map(({ gatewayId }) => gatewayId),
  }
  // Mostly nothing is to be paid back: then one statement is all.
  if (!rows.giveBacks.includes(true)) return settleRows(db, rows).then(({ settled }) => settled)
  const work = async (tx: Db) => {
    await holdBalance(tx, accountId)
    const { settled, givenBack, unsent } = await settleRows(tx, rows)
    await giveBack(tx, accountId, messageId, amountOf(givenBack), unsent)
    return settled
  }
  return atomically(db, work, { again: true })
}

/**
 * The durable mark before SMS are submitted; answers for each that was found claimed whether it
 * may go. Those whose people have opted out meanwhile are withdrawn and paid back. None is found
 * when the claim is no longer the worker's, or the message is not being sent.
 */
export async function handOverSms(
  db: Store,
  accountId: number,
  messageId: number,
  { ids, claimId, worker }: { ids: number[]; claimId: string; worker: string },
  attemptsOf: (id: number) => number,
): Promise<{ id: number; mayGo: boolean }[]> {
  const asked = await markHandedOver(db, { accountId, messageId, ids, claimId, worker })
  const leftOut = asked.filter(row => !row.mayGo && row.leftOut !== null)
  if (leftOut.length > 0) {
    const withdrawn = leftOut.map(
      ({ id, leftOut: reason }): SmsOutcome => ({
        id,
        tries: attemptsOf(id),
        state: 'withdrawn',
        reply: null,
        reason,
        nextTryAt: null,
        unspent: 0,
        giveBack: true,
        gatewayIds: [],
      }),
    )
    await settleSms(db, accountId, messageId, withdrawn)
  }
  return asked
}

/** Gives back what was claimed and not handed over. */
export function releaseSms(
  db: Db,
  accountId: number,
  messageId: number,
  claimId: string,
): Promise<void> {
  return atomically(db, async tx => {
    await holdBalance(tx, accountId)
    const { givenBack, unsent } = await releaseSmsClaim(tx, { accountId, claimId })
    await giveBack(tx, accountId, messageId, amountOf(givenBack), unsent)
  })
}

/**
 * What a dead worker left in hand. `tx`: the caller marks the work again in the same transaction.
 */
export async function recoverSms(tx: Db, accountId: number, messageId: number, claimId: string) {
  await holdBalance(tx, accountId)
  const { back, uncertain, givenBack, unsent } = await recoverSmsClaim(tx, { accountId, claimId })
  await giveBack(tx, accountId, messageId, amountOf(givenBack), unsent)
  return { back, uncertain }
}

/**
 * What a receipt says of one part. `refused`: the carrier would not take it; `undelivered`: it did,
 * and could not bring it.
 */
export interface PartReceipt {
  deliveryId: number
  part: number
  receipt: 'delivered' | 'undelivered' | 'refused' | 'on its way'
  /** What the receipt said, for people. */
  reason: string | null
}

/**
 * Receipts of one message; answers how many SMS have another state now. Done twice, it leaves the
 * same.
 */
export function settleReceipts(
  db: Store,
  accountId: number,
  messageId: number,
  receipts: readonly PartReceipt[],
): Promise<number> {
  const reasons = new Map<number, string | null>()
  for (const { deliveryId, reason, receipt } of receipts)
    if (receipt !== 'on its way')
      reasons.set(deliveryId, receipt === 'delivered' ? (reasons.get(deliveryId) ?? null) : reason)
  const ids = [...new Set(receipts.map(({ deliveryId }) => deliveryId))]
  const work = async (tx: Db) => {
    const back = receipts.some(({ receipt }) => receipt === 'refused')
    if (back) await holdBalance(tx, accountId)
    await lockSms(tx, { accountId, messageId, ids })
    await markParts(tx, {
      accountId,
      messageId,
      ids: receipts.map(({ deliveryId }) => deliveryId),
      parts: receipts.map(({ part }) => part),
      receipts: receipts.map(({ receipt }) => receipt),
    })
    const told = { ids, reasons: ids.map(id => storable(reasons.get(id) ?? '') || null) }
    const { settled, givenBack, unsent } = await settleByParts(tx, {
      accountId,
      messageId,
      ...told,
    })
    if (unsent > 0 && !back) await holdBalance(tx, accountId)
    await giveBack(tx, accountId, messageId, amountOf(givenBack), unsent)
    return settled
  }
  return atomically(db, work, { again: true })
}

/** The store's text has no NUL and no half characters. */
const storable = (text: string): string =>
  text.slice(0, 1000).replaceAll('\0', '\ufffd').toWellFormed()

/**
 * Records the outcomes of SMS for workers, and refunds unsent ones in the same transaction. The
 * lock order is balance, message, SMS.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { amountOf } from '../credits/amount.ts'
import { giveBack, holdBalance } from '../credits/credits.ts'
import { markHandedOver, recoverSmsClaim, releaseSmsClaim, settleRows } from './deliveries.sql.ts'
import { lockSms, markParts, settleByParts } from './receipts.sql.ts'
import { publishSms } from './sms-events.ts'

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
  /** The number of hand-overs, including this one. */
  tries: number
  state: SmsState
  /** The gateway's reply. */
  reply: string | null
  /** Why, as a sentence, if the reply does not say it. */
  reason: string | null
  /** When it is retried; null if it is not. */
  nextTryAt: Date | null
  /** 1: handed over, but it never reached the gateway, so the attempt does not count. */
  unspent: 0 | 1
  /** It was certainly not sent and never will be: its credits are refunded. */
  giveBack: boolean
  /** The ids that the gateway assigned to its parts, in order. */
  gatewayIds: readonly string[]
}

/**
 * Records outcomes of one message; returns the number of SMS they apply to. Idempotent. Deletes
 * `doneClaims`.
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
  // Usually there are no refunds: then a single statement is enough.
  if (!rows.giveBacks.includes(true)) return settleRows(db, rows).then(({ settled }) => settled)
  const work = async (tx: Db) => {
    await holdBalance(tx, accountId)
    const { settled, givenBack, unsent, unsentIds } = await settleRows(tx, rows)
    await giveBack(tx, accountId, messageId, amountOf(givenBack), unsent)
    const ids = new Set(JSON.parse(unsentIds) as number[])
    const ended = outcomes.filter(({ id, giveBack: isUnsent }) => isUnsent && ids.has(id))
    await publishSms(db, tx, accountId, messageId, ended)
    return settled
  }
  return atomically(db, work, { again: true })
}

/**
 * The durable mark before SMS are submitted; returns for each claimed one whether it may be sent.
 * SMS whose recipients have opted out meanwhile are withdrawn and refunded. Returns none if the
 * lease was lost, or the message is not being sent.
 */
export async function handOverSms(
  db: Store,
  accountId: number,
  messageId: number,
  { ids, claimId, worker }: { ids: number[]; claimId: string; worker: string },
  attemptsOf: (id: number) => number,
): Promise<{ id: number; mayGo: boolean }[]> {
  const checked = await markHandedOver(db, { accountId, messageId, ids, claimId, worker })
  const leftOut = checked.filter(row => !row.mayGo && row.leftOut !== null)
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
  return checked
}

/** Releases SMS that were claimed and not handed over. */
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
 * Recovers the claim of a worker that died. `tx`: the caller requeues the work in the same
 * transaction.
 */
export async function recoverSms(tx: Db, accountId: number, messageId: number, claimId: string) {
  await holdBalance(tx, accountId)
  const { back, uncertain, givenBack, unsent } = await recoverSmsClaim(tx, { accountId, claimId })
  await giveBack(tx, accountId, messageId, amountOf(givenBack), unsent)
  return { back, uncertain }
}

/**
 * The receipt of one part. `refused`: the carrier did not accept it; `undelivered`: it did, and
 * could not deliver it.
 */
export interface PartReceipt {
  deliveryId: number
  part: number
  receipt: 'delivered' | 'undelivered' | 'refused' | 'in transit'
  /** The text of the receipt, for people. */
  reason: string | null
}

/** Records receipts of one message; returns the number of SMS whose state changed. Idempotent. */
export function settleReceipts(
  db: Store,
  accountId: number,
  messageId: number,
  receipts: readonly PartReceipt[],
): Promise<number> {
  const reasons = new Map<number, string | null>()
  for (const { deliveryId, reason, receipt } of receipts)
    if (receipt !== 'in transit')
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
    const given = { ids, reasons: ids.map(id => storable(reasons.get(id) ?? '') || null) }
    const { settled, givenBack, unsent, states } = await settleByParts(tx, {
      accountId,
      messageId,
      ...given,
    })
    if (unsent > 0 && !back) await holdBalance(tx, accountId)
    await giveBack(tx, accountId, messageId, amountOf(givenBack), unsent)
    const ended = Object.entries(JSON.parse(states) as Record<string, SmsState>)
    const settledSms = ended.map(([id, state]) => ({ id: Number(id), state, reason: null }))
    await publishSms(db, tx, accountId, messageId, settledSms)
    return settled
  }
  return atomically(db, work, { again: true })
}

/** A PostgreSQL text can't contain NUL or lone surrogates. */
const storable = (text: string): string =>
  text.slice(0, 1000).replaceAll('\0', '\ufffd').toWellFormed()

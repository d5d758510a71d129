/**
 * Operations on a running sending: pause, resume, cancel, retry its failures, confirm an overdue
 * one.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { momentOfStore } from '../../lib/instant.ts'
import type { KeyOf } from '../../mail/links/signing.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, Refusal } from '../refusal.ts'
import { clearWork, markWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { type AcceptedCounts, takeAccepted } from './accepted.ts'
import { planSending } from './plan-sending.ts'
import {
  forgiveHandOvers,
  lockSending,
  onTheirWay,
  rescheduleSending,
  retryFailed,
  setRate,
  setSendingState,
  takeBackClaimed,
  withdrawWaiting,
} from './sendings.sql.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockSending>>>

function steer<T>(
  db: Store,
  accountId: number,
  sendingId: number,
  action: 'pause' | 'resume' | 'confirm' | 'cancel' | 'retry' | 'undo' | 'rate',
  from: string[],
  work: (tx: Db, sending: Locked) => Promise<T>,
): Promise<T> {
  return atomically(
    db,
    async tx => {
      const sending = await lockSending(tx, { accountId, sendingId })
      if (!sending) throw noSuch('no-such-sending', sendingId)
      if (!from.includes(sending.state))
        throw new Refusal('not-now', `The sending is ${sending.state}.`)
      const before = { state: sending.state }
      await recordChange(tx, accountId, { action: `sending.${action}`, id: sendingId, before })
      return work(tx, sending)
    },
    { again: true },
  )
}

/**
 * No further email is handed over; those handed over already are settled. Returns how many those
 * are at most: workers hold back within two seconds what a relay has not begun to take.
 */
export const pauseSending = (
  db: Store,
  accountId: number,
  sendingId: number,
  reason = 'Paused by an operator.',
) =>
  steer(db, accountId, sendingId, 'pause', ['scheduled', 'sending', 'paused'], async tx => {
    await setSendingState(tx, { accountId, sendingId, state: 'paused', reason })
    for (const kind of [WORK.plan, WORK.deliver])
      await setWork(tx, { accountId, kind, sourceId: sendingId, due: 'infinity' })
    await takeBackClaimed(tx, { accountId, sendingId, withdrawn: false })
    return { onTheirWay: (await onTheirWay(tx, { accountId, sendingId })).count }
  })

export const resumeSending = (db: Store, accountId: number, sendingId: number) =>
  steer(db, accountId, sendingId, 'resume', ['paused', 'scheduled', 'sending'], (tx, sending) =>
    resume(tx, accountId, sending),
  )

/** Releases an overdue sending now. */
export const confirmSending = (db: Store, accountId: number, sendingId: number) =>
  steer(db, accountId, sendingId, 'confirm', ['unconfirmed'], (tx, sending) =>
    resume(tx, accountId, sending),
  )

/**
 * The same, except for emails that a relay has already accepted, by Message-ID or address. Each
 * call of `names` starts a new iteration: a transaction may be retried.
 */
export const confirmRest = (
  db: Store,
  accountId: number,
  sendingId: number,
  { names, keyOf }: { names: () => AsyncIterable<string>; keyOf: KeyOf },
): Promise<AcceptedCounts> =>
  steer(db, accountId, sendingId, 'confirm', ['unconfirmed'], async (tx, sending) => {
    await resume(tx, accountId, sending)
    // Emails must exist to be marked. No worker sees them before the commit.
    if (sending.plannedAt === null)
      await planSending(tx, accountId, sendingId, Number.POSITIVE_INFINITY)
    return takeAccepted(tx, { accountId, sendingId }, names(), keyOf)
  })

async function resume(tx: Db, accountId: number, sending: Locked): Promise<void> {
  const sendingId = sending.id
  if (sending.plannedAt !== null) {
    await setSendingState(tx, { accountId, sendingId, state: 'sending', reason: null })
    await setWork(tx, { accountId, kind: WORK.deliver, sourceId: sendingId, due: new Date() })
    await markWork(tx, { accountId, kind: WORK.deliver, sourceId: sendingId, due: new Date() })
    return
  }
  const due = new Date(Math.max(Date.now(), momentOfStore(sending.dueAt).getTime()))
  await rescheduleSending(tx, { accountId, sendingId, dueAt: due })
  await setWork(tx, { accountId, kind: WORK.plan, sourceId: sendingId, due })
  await markWork(tx, { accountId, kind: WORK.plan, sourceId: sendingId, due })
}

/**
 * Stops the sending and withdraws all emails not handed over. Returns their number, and how many
 * are still on their way at most: what a relay has not begun to take is withdrawn within two
 * seconds.
 */
export const cancelSending = (db: Store, accountId: number, sendingId: number) =>
  steer(
    db,
    accountId,
    sendingId,
    'cancel',
    ['scheduled', 'sending', 'paused', 'unconfirmed', 'cancelled'],
    async tx => {
      await setSendingState(tx, {
        accountId,
        sendingId,
        state: 'cancelled',
        reason: 'Cancelled by an operator.',
      })
      for (const kind of [WORK.plan, WORK.deliver])
        await clearWork(tx, { accountId, kind, sourceId: sendingId })
      const waiting = await withdrawWaiting(tx, { accountId, sendingId })
      const claimed = await takeBackClaimed(tx, { accountId, sendingId, withdrawn: true })
      const { count } = await onTheirWay(tx, { accountId, sendingId })
      return { withdrawn: waiting + claimed, onTheirWay: count }
    },
  )

/**
 * Takes back a sending of which no email exists yet: nothing was sent, and nothing will be. Refused
 * once it is planned.
 */
export const undoSending = (db: Store, accountId: number, sendingId: number) =>
  steer(db, accountId, sendingId, 'undo', ['scheduled', 'paused'], async (tx, sending) => {
    if (sending.plannedAt !== null)
      throw new Refusal('not-now', 'It has begun. To stop it: cancel it.')
    const reason = 'Undone before anything was sent.'
    await setSendingState(tx, { accountId, sendingId, state: 'cancelled', reason })
    await clearWork(tx, { accountId, kind: WORK.plan, sourceId: sendingId })
  })

/** The most emails a minute, over all workers; null: no limit but that of the routes. */
export const setSendingRate = (
  db: Store,
  accountId: number,
  sendingId: number,
  perMinute: number | null,
) =>
  steer(
    db,
    accountId,
    sendingId,
    'rate',
    ['scheduled', 'sending', 'paused', 'unconfirmed'],
    async tx => {
      await setRate(tx, { accountId, sendingId, perMinute })
    },
  )

/** Final states that a person may choose to retry. */
export const RETRYABLE = ['failed', 'bounced', 'uncertain'] as const

/** Requeues final failures and returns their number. */
export const retrySending = (
  db: Store,
  accountId: number,
  sendingId: number,
  states: readonly string[],
) =>
  steer(
    db,
    accountId,
    sendingId,
    'retry',
    ['sending', 'paused', 'finished'],
    async (tx, sending) => {
      const count = await retryFailed(tx, { accountId, sendingId, states: [...states] })
      if (states.includes('bounced')) await forgiveHandOvers(tx, { accountId, sendingId })
      if (count > 0 && sending.state !== 'paused') {
        await setSendingState(tx, { accountId, sendingId, state: 'sending', reason: null })
        await markWork(tx, { accountId, kind: WORK.deliver, sourceId: sendingId, due: new Date() })
      }
      return count
    },
  )

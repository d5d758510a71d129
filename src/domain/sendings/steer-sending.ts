/**
 * Operations on a running sending: pause, resume, cancel, retry its failures, confirm an overdue
 * one.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { momentOfStore } from '../../lib/instant.ts'
import type { KeyOf } from '../../mail/links/signing.ts'
import { recordChange } from '../audit/record.ts'
import { forgetCounts } from '../deliveries/counts.sql.ts'
import { refuseRemoved } from '../deliveries/removed.ts'
import { detailed, NO_DETAIL, type StoredDetail, storedDetail } from '../details/details.ts'
import { noSuch, refused } from '../refusal.ts'
import type { EventKind } from '../webhooks/event-kinds.ts'
import { hasListener } from '../webhooks/publish.ts'
import { clearWork, markWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { type AcceptedCounts, takeAccepted } from './accepted.ts'
import { readOptions } from './audience/options.ts'
import { planSending } from './plan-sending.ts'
import { watchQuiet } from './quiet-sendings.ts'
import { publishSteered } from './sending-events.ts'
import {
  forgiveHandOvers,
  lockSending,
  onTheirWay,
  rescheduleSending,
  retryFailed,
  samplesOf,
  setRate,
  setSendingState,
  takeBackClaimed,
  withdrawWaiting,
} from './sendings.sql.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockSending>>>

type Verb = 'pause' | 'resume' | 'confirm' | 'cancel' | 'retry' | 'undo' | 'rate'

/** The sending, then the samples of its A/B test. */
export async function lockParts(
  tx: Db,
  accountId: number,
  sendingId: number,
): Promise<[Locked, ...Locked[]]> {
  const sending = await lockSending(tx, { accountId, sendingId })
  if (!sending) throw noSuch('no-such-sending', sendingId)
  const parts: [Locked, ...Locked[]] = [sending]
  const { split } = readOptions(sending.options)
  for (const { id } of split ? await samplesOf(tx, { accountId, sendingId }) : [])
    parts.push((await lockSending(tx, { accountId, sendingId: id }))!)
  return parts
}

/** Events of webhooks, and the states of a sending that they do not change. */
const EVENTS = {
  pause: { kind: 'sending-paused', unless: ['paused'] },
  resume: { kind: 'sending-resumed', unless: ['scheduled', 'sending'] },
  confirm: { kind: 'sending-resumed', unless: [] },
  cancel: { kind: 'sending-cancelled', unless: ['cancelled'] },
  undo: { kind: 'sending-cancelled', unless: [] },
  retry: undefined,
  rate: undefined,
} as const satisfies Record<Verb, { kind: EventKind; unless: string[] } | undefined>

/**
 * Does it to the sending and to the samples of its A/B test, those in one of these states. `stop`
 * is told to webhooks.
 */
async function steer<T>(
  db: Store,
  accountId: number,
  sendingId: number,
  action: Verb,
  from: string[],
  work: (tx: Db, sending: Locked, of: number) => Promise<T>,
  stop?: StoredDetail,
): Promise<T[]> {
  const event = EVENTS[action]
  const isHeard = event !== undefined && (await hasListener(db, accountId, event.kind))
  return atomically(
    db,
    async tx => {
      const parts = await lockParts(tx, accountId, sendingId)
      const [sending] = parts
      const steered = parts.filter(({ state }) => from.includes(state))
      if (steered.length === 0) throw refused('not-now', 'sending-state', { state: sending.state })
      const before = { state: sending.state }
      await recordChange(tx, accountId, { action: `sending.${action}`, id: sendingId, before })
      const done: T[] = []
      for (const part of steered) done.push(await work(tx, part, parts.length))
      const unless: readonly string[] = event?.unless ?? []
      if (isHeard && steered.includes(sending) && !unless.includes(sending.state))
        await publishSteered(tx, accountId, event.kind, sending, stop)
      return done
    },
    { again: true },
  )
}

const sum = <Key extends string>(parts: readonly Record<Key, number>[], key: Key): number =>
  parts.reduce((all, part) => all + part[key], 0)

/**
 * No further email is handed over; those in flight are settled. Returns how many those are at most:
 * within two seconds, workers hold back emails that a relay has not begun to take.
 */
export async function pauseSending(
  db: Store,
  accountId: number,
  sendingId: number,
  stop: StoredDetail = storedDetail(detailed('stopped-by-hand')),
): Promise<{ onTheirWay: number }> {
  const from = ['scheduled', 'sending', 'paused']
  const pause = async (tx: Db, { id }: Locked) => {
    const sendingId = id
    await setSendingState(tx, { accountId, sendingId, state: 'paused', ...stop })
    for (const kind of [WORK.plan, WORK.deliver])
      await setWork(tx, { accountId, kind, sourceId: sendingId, due: 'infinity' })
    await takeBackClaimed(tx, { accountId, sendingId, withdrawn: false })
    return { onTheirWay: (await onTheirWay(tx, { accountId, sendingId })).count }
  }
  const parts = await steer(db, accountId, sendingId, 'pause', from, pause, stop)
  return { onTheirWay: sum(parts, 'onTheirWay') }
}

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
export async function confirmRest(
  db: Store,
  accountId: number,
  sendingId: number,
  { names, keyOf }: { names: () => AsyncIterable<string>; keyOf: KeyOf },
): Promise<AcceptedCounts> {
  const from = ['unconfirmed']
  const parts = await steer(db, accountId, sendingId, 'confirm', from, async (tx, sending) => {
    await resume(tx, accountId, sending)
    // Emails must exist to be marked. No worker sees them before the commit.
    if (sending.plannedAt === null)
      await planSending(tx, accountId, sending.id, Number.POSITIVE_INFINITY)
    return takeAccepted(tx, { accountId, sendingId: sending.id }, names(), keyOf)
  })
  const [marked, known] = [sum(parts, 'marked'), sum(parts, 'known')]
  // An id that is no email of one part may be one of another.
  const read = parts[0]!.marked + parts[0]!.known + parts[0]!.others
  return { marked, known, others: Math.max(0, read - marked - known) }
}

async function resume(tx: Db, accountId: number, sending: Locked): Promise<void> {
  const sendingId = sending.id
  if (sending.plannedAt !== null) {
    await setSendingState(tx, { accountId, sendingId, state: 'sending', ...NO_DETAIL })
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
 * Stops the sending and withdraws all emails not handed over. Returns their number, and the most
 * that are still in flight: emails that a relay has not begun to take are withdrawn within two
 * seconds.
 */
export async function cancelSending(
  db: Store,
  accountId: number,
  sendingId: number,
): Promise<{ withdrawn: number; onTheirWay: number }> {
  const from = ['scheduled', 'sending', 'paused', 'unconfirmed', 'cancelled']
  const stop = storedDetail(detailed('sending-cancelled'))
  const parts = await steer(db, accountId, sendingId, 'cancel', from, async (tx, { id }) => {
    const sendingId = id
    await setSendingState(tx, { accountId, sendingId, state: 'cancelled', ...stop })
    for (const kind of [WORK.plan, WORK.deliver])
      await clearWork(tx, { accountId, kind, sourceId: sendingId })
    const waiting = await withdrawWaiting(tx, { accountId, sendingId })
    const claimed = await takeBackClaimed(tx, { accountId, sendingId, withdrawn: true })
    const { count } = await onTheirWay(tx, { accountId, sendingId })
    return { withdrawn: waiting + claimed, onTheirWay: count }
  })
  return { withdrawn: sum(parts, 'withdrawn'), onTheirWay: sum(parts, 'onTheirWay') }
}

/**
 * Takes back a sending of which no email exists yet: nothing was sent, and nothing will be. Refused
 * once it is planned.
 */
export async function undoSending(db: Store, accountId: number, sendingId: number): Promise<void> {
  const from = ['scheduled', 'sending', 'paused', 'unconfirmed', 'finished']
  await steer(db, accountId, sendingId, 'undo', from, async (tx, { id, plannedAt, state }) => {
    if (plannedAt !== null || state === 'unconfirmed') throw refused('not-now', 'sending-begun')
    const stop = storedDetail(detailed('sending-undone'))
    await setSendingState(tx, { accountId, sendingId: id, state: 'cancelled', ...stop })
    await clearWork(tx, { accountId, kind: WORK.plan, sourceId: id })
  })
}

/** The most emails a minute, over all workers; null: no limit but that of the routes. */
export async function setSendingRate(
  db: Store,
  accountId: number,
  sendingId: number,
  perMinute: number | null,
): Promise<void> {
  const from = ['scheduled', 'sending', 'paused', 'unconfirmed']
  await steer(db, accountId, sendingId, 'rate', from, async (tx, { id, parentId }, parts) => {
    const rate = parentId === null || perMinute === null ? perMinute : shareOf(perMinute, parts - 1)
    await setRate(tx, { accountId, sendingId: id, perMinute: rate })
  })
}

/** Samples run at the same time. */
export const shareOf = (perMinute: number, samples: number): number =>
  Math.max(1, Math.floor(perMinute / Math.max(1, samples)))

/** States that a person may choose to retry; deferred emails are tried before their time. */
export const RETRYABLE = ['failed', 'bounced', 'uncertain', 'deferred'] as const

/** Requeues emails of these states, as if they had not been tried, and returns their number. */
export async function retrySending(
  db: Store,
  accountId: number,
  sendingId: number,
  states: readonly string[],
): Promise<number> {
  const from = ['sending', 'paused', 'finished']
  const parts = await steer(db, accountId, sendingId, 'retry', from, async (tx, sending) => {
    const { id } = sending
    await refuseRemoved(tx, accountId, [id])
    const count = await retryFailed(tx, { accountId, sendingId: id, states: [...states] })
    if (count > 0) await forgetCounts(tx, { accountId, sendingIds: [id] })
    if (states.includes('bounced')) await forgiveHandOvers(tx, { accountId, sendingId: id })
    if (count > 0 && sending.state !== 'paused') {
      await setSendingState(tx, { accountId, sendingId: id, state: 'sending', ...NO_DETAIL })
      await markWork(tx, { accountId, kind: WORK.deliver, sourceId: id, due: new Date() })
      const { quiet } = readOptions(sending.options)
      if (quiet) await watchQuiet(tx, accountId, id, quiet)
    }
    return { count }
  })
  return sum(parts, 'count')
}

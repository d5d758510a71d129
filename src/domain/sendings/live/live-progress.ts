/**
 * A sending as it is watched: counted once for all who watch it in this process, and more seldom
 * when counting takes long.
 */
import type { Store } from '../../../db/db.ts'
import { storeLocal } from '../../../db/store-local.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { type SharedReads, sharedReads } from '../../../lib/shared-reads.ts'
import { outcomesOfRemoved, repliesOfRemoved } from '../../deliveries/counts.sql.ts'
import { type RemovedPeople, removedAmong } from '../../deliveries/removed.ts'
import { noSuch } from '../../refusal.ts'
import { providerDomains } from '../../routes/providers.ts'
import { routeNames } from '../../routes/route-names.ts'
import { isTimed, readOptions, type Split } from '../audience/options.ts'
import { countedProgress, type SendingProgress } from '../progress.ts'
import { findSending, samplesOf } from '../sendings.sql.ts'
import { liveCounts, liveReplies, waitingUntil } from './live.sql.ts'
import { type PlannedOrder, plannedOrder } from './planned-order.ts'

export interface LiveProgress extends SendingProgress {
  /** With the samples of an A/B test. */
  all: number
  /** Accepted, bounced, failed, withdrawn or uncertain. */
  done: number
  /** Emails of the last minute that got an outcome, a second. */
  perSecond: number
  /** At that rate; null: not known. */
  secondsLeft: number | null
  routes: LiveGroup[]
  /** Mailbox providers by the domain; the last is '', all others. */
  providers: LiveGroup[]
  /** Of half minutes, the oldest first: emails that got an outcome. */
  pace: { at: string; emails: number }[]
  said: SaidReply[]
  /** Emails that wait for their time, the earliest first. */
  waits: Waiting[]
  startedAt: string | null
  /** When it is planned, or the first sample of its A/B test. */
  startsAt: string
  /** Null once it has begun. */
  order: PlannedOrder | null
  perMinute: number | null
  listId: number
  newsletterId: number
  parentId: number | null
  /** While it waits for its time, nothing is sent, and it can be undone. */
  canUndo: boolean
  split: (Split & { samples: Sample[] }) | null
}

interface LiveGroup {
  name: string
  counts: Record<string, number>
  perSecond: number
}

interface Sample {
  sendingId: number
  variant: number
  state: string
  dueAt: string
  subject: string
  fromName: string
  fromEmail: string
  newsletterId: number
  emails: number
  done: number
}

export interface SaidReply {
  state: string
  reply: string
  count: number
  last: string | null
}

type Counts = Awaited<ReturnType<typeof liveCounts>>

type Waiting = Awaited<ReturnType<typeof waitingUntil>>[number]

interface Counted {
  rows: Counts
  said: SaidReply[]
  waits: Waiting[]
  at: number
  /** Of all of them: the samples of an A/B test lose their people with the rest. */
  peopleRemoved: RemovedPeople | undefined
}

const reads = storeLocal<SharedReads<Counted>>(() => sharedReads({ atLeast: 900, share: 0.1 }))

const MOST_REPLIES = 200
const MOST_MOMENTS = 200
const DONE = new Set(['accepted', 'bounced', 'failed', 'withdrawn', 'uncertain'])
/** With the planned ones that were put off: those of which liveReplies tells. */
const UNHAPPY = new Set(['deferred', 'bounced', 'failed', 'uncertain', 'withdrawn'])
const HALF_MINUTE = 30_000

export async function liveProgress(
  db: Store,
  accountId: number,
  sendingId: number,
): Promise<LiveProgress> {
  const sending = await findSending(db, { accountId, sendingId })
  if (!sending) throw noSuch('no-such-sending', sendingId)
  const options = readOptions(sending.options)
  const { split = null } = options
  const samples =
    split && sending.parentId === null ? await samplesOf(db, { accountId, sendingId }) : []
  const sendingIds = [sendingId, ...samples.map(({ id }) => id)]
  // Of one that has ended nothing shows that was counted before its end.
  const key = `${accountId} ${sending.state} ${sendingIds}`
  const { rows, said, waits, at, peopleRemoved } = await reads(db).read(key, () =>
    count(db, accountId, sendingIds, isTimed(options)),
  )
  const progress = await countedProgress(db, accountId, sending, {
    rows: byState(rows),
    replies: said.slice(0, 5),
    peopleRemoved,
  })
  const sum = (some: Counts) => some.reduce((total, row) => total + row.count, 0)
  const done = sum(rows.filter(({ state }) => DONE.has(state)))
  const waiting = sum(rows.filter(({ state }) => !DONE.has(state) && state !== 'deferred'))
  const seconds = secondsOf([sending, ...samples], at)
  const perSecond = paceOf(rows, seconds)
  const names = await routeNames(db)
  const routed = rows.filter(({ routeId }) => routeId !== null)
  return {
    ...progress,
    all: sum(rows),
    done,
    perSecond,
    secondsLeft: perSecond > 0 ? Math.ceil(waiting / perSecond) : null,
    routes: grouped(routed, seconds, ({ routeId }) => names.get(routeId!) ?? `${routeId}`),
    providers: grouped(rows, seconds, ({ provider }) => provider).sort(
      (a, b) => Number(a.name === '') - Number(b.name === ''),
    ),
    pace: paceByTime(rows, at),
    said,
    waits,
    startedAt: sending.plannedAt,
    startsAt: firstOf([...samples, sending]),
    order: sending.plannedAt === null ? await plannedOrder(db, accountId, sending) : null,
    perMinute: sending.perMinute,
    listId: sending.listId,
    newsletterId: sending.newsletterId,
    parentId: sending.parentId,
    canUndo: sending.state === 'scheduled' && samples.every(({ plannedAt }) => plannedAt === null),
    split:
      split && sending.parentId === null
        ? { ...split, samples: samples.map(sample => liveSample(sample, rows)) }
        : null,
  }
}

const firstOf = (parts: readonly { dueAt: string }[]): string =>
  parts.map(({ dueAt }) => dueAt).reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a))

async function count(
  db: Store,
  accountId: number,
  sendingIds: number[],
  timed: boolean,
): Promise<Counted> {
  const at = Date.now()
  const removed = await removedAmong(db, accountId, sendingIds)
  const present = { accountId, sendingIds: sendingIds.filter(id => !removed.has(id)) }
  const gone = { accountId, sendingIds: [...removed.keys()] }
  const known = providerDomains()
  const rows = await liveCounts(db, {
    ...present,
    domains: known.map(({ domain }) => domain),
    names: known.map(({ provider }) => provider),
  })
  if (removed.size > 0) rows.push(...(await outcomesOfRemoved(db, gone)).map(asCounted))
  const isSaid = ({ state, putOff }: Counts[number]) => putOff > 0 || UNHAPPY.has(state)
  const said = rows.some(isSaid) ? await liveReplies(db, { ...present, most: MOST_REPLIES }) : []
  if (removed.size > 0) said.push(...(await repliesOfRemoved(db, { ...gone, most: MOST_REPLIES })))
  const waits = timed ? await waitingUntil(db, { ...present, most: MOST_MOMENTS }) : []
  return { rows, said, waits, at, peopleRemoved: removed.get(sendingIds[0]!) }
}

const asCounted = ({
  emails: count,
  opened: _opened,
  clicked: _clicked,
  ...outcome
}: Awaited<ReturnType<typeof outcomesOfRemoved>>[number]): Counts[number] => ({
  ...outcome,
  count,
  ago: null,
  putOff: 0,
  nextTry: null,
})

function byState(rows: Counts) {
  const states = new Map<string, Counts>()
  for (const row of rows) states.set(row.state, [...(states.get(row.state) ?? []), row])
  const extreme = (moments: (string | null)[], way: 1 | -1): string | null =>
    moments
      .filter(moment => moment !== null)
      .sort((a, b) => way * (momentOfStore(a).getTime() - momentOfStore(b).getTime()))[0] ?? null
  return [...states].map(([state, some]) => ({
    state,
    count: some.reduce((sum, row) => sum + row.count, 0),
    uncertain: some.reduce((sum, row) => sum + row.uncertain, 0),
    lastChange: extreme(
      some.map(row => row.lastChange),
      -1,
    ),
    nextTry: extreme(
      some.map(row => row.nextTry),
      1,
    ),
  }))
}

/** Of the last minute; of less, right after the beginning. */
function paceOf(rows: Counts, seconds: number): number {
  const recent = rows.filter(({ ago, state }) => ago !== null && ago < 2 && state !== 'deferred')
  return recent.reduce((sum, row) => sum + row.count, 0) / seconds
}

/** Seconds of the last minute in which it was planned already. */
function secondsOf(of: readonly { plannedAt: string | null }[], at: number): number {
  const began = of.flatMap(({ plannedAt }) => (plannedAt === null ? [] : [Date.parse(plannedAt)]))
  return Math.min(60, Math.max(1, (at - Math.min(at, ...began)) / 1000))
}

function grouped(
  rows: Counts,
  seconds: number,
  nameOf: (row: Counts[number]) => string,
): LiveGroup[] {
  const groups = new Map<string, Counts>()
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row])
  return [...groups]
    .map(([name, some]) => {
      const counts: Record<string, number> = {}
      for (const row of some) counts[row.state] = (counts[row.state] ?? 0) + row.count
      return { name, counts, perSecond: paceOf(some, seconds) }
    })
    .sort((a, b) => total(b.counts) - total(a.counts))
}

const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0)

function paceByTime(rows: Counts, at: number): LiveProgress['pace'] {
  const byAgo = new Map<number, number>()
  for (const { ago, state, count: emails } of rows)
    if (ago !== null && state !== 'deferred') byAgo.set(ago, (byAgo.get(ago) ?? 0) + emails)
  const oldest = Math.max(-1, ...byAgo.keys())
  return Array.from({ length: oldest + 1 }, (_, i) => oldest - i).map(ago => ({
    at: new Date(at - (ago + 1) * HALF_MINUTE).toISOString(),
    emails: byAgo.get(ago) ?? 0,
  }))
}

function liveSample(sample: Awaited<ReturnType<typeof samplesOf>>[number], rows: Counts): Sample {
  const { id, variant, state, dueAt, newsletterId } = sample
  const { subject, fromName, fromEmail } = JSON.parse(sample.message)
  const own = rows.filter(({ sendingId }) => sendingId === id)
  const emails = own.reduce((sum, row) => sum + row.count, 0)
  const done = own.filter(row => DONE.has(row.state)).reduce((sum, row) => sum + row.count, 0)
  return {
    sendingId: id,
    variant,
    state,
    dueAt,
    subject,
    fromName,
    fromEmail,
    newsletterId,
    emails,
    done,
  }
}

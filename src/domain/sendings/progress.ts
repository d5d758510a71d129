/** How a sending stands, counted from its deliveries; and, when nothing moves, why. */

import type { Db } from '../../db/db.ts'
import { formatInstant, momentOfStore } from '../../lib/instant.ts'
import { noSuch } from '../refusal.ts'
import { DEFAULT_ROUTE } from '../routes/keep-route.ts'
import { routes } from '../routes/routes.sql.ts'
import { livingWorkers } from '../routes/workers.sql.ts'
import { type RepeatRisk, repeatRisk } from './accepted.ts'
import { findSending, progressOfSending, repliesOfSending } from './sendings.sql.ts'

export type DeliveryState =
  | 'planned'
  | 'claimed'
  | 'handed over'
  | 'accepted'
  | 'deferred'
  | 'bounced'
  | 'failed'
  | 'uncertain'
  | 'withdrawn'

export interface SendingProgress {
  id: number
  state: string
  name: string
  subject: string
  listName: string
  dueAt: string
  zone: string
  finishedAt: string | null
  candidates: number | null
  planned: number | null
  /** By reason. */
  leftOut: Record<string, number>
  counts: Partial<Record<DeliveryState, number>>
  /** Of all that were ever handed over without a reply. */
  onceUncertain: number
  replies: { state: string; reply: string; count: number }[]
  /** Why nothing moves, in words; undefined while it does, or when there is nothing left to do. */
  standstill: string | undefined
  /** Of a sending that waits since a restore: how many may get it twice. */
  repeatRisk: RepeatRisk | undefined
}

/** A sending that has not moved for so long says why. */
const STILL_MILLIS = 120_000

/** The store knows of that route, and not whether the workers have the setting still. */
const OF_SETTINGS =
  'The route default is the relay of SMTP_URL and goes nowhere without it: if that is no longer set, pennypost route remove default.'

export async function sendingProgress(
  db: Db,
  accountId: number,
  sendingId: number,
): Promise<SendingProgress> {
  const sending = await findSending(db, { accountId, sendingId })
  if (!sending) throw noSuch('no-such-sending', sendingId)
  const rows = await progressOfSending(db, { accountId, sendingId })
  const letter = JSON.parse(sending.letter) as { name: string; subject: string; listName: string }
  const lastChange = latest(rows.map(row => row.lastChange))
  const nextTry = earliest(rows.map(row => row.nextTry))
  return {
    id: sending.id,
    state: sending.state,
    name: letter.name,
    subject: letter.subject,
    listName: letter.listName,
    dueAt: sending.dueAt,
    zone: sending.zone,
    finishedAt: sending.finishedAt,
    candidates: sending.candidates,
    planned: sending.planned,
    leftOut:
      sending.leftOut === null ? {} : (JSON.parse(sending.leftOut) as Record<string, number>),
    counts: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    onceUncertain: rows.reduce((sum, { uncertain }) => sum + uncertain, 0),
    replies: await repliesOfSending(db, { accountId, sendingId, most: 5 }),
    standstill: await standstill(
      db,
      sending,
      lastChange ?? momentOf(sending.plannedAt ?? sending.dueAt),
      nextTry,
    ),
    repeatRisk: await repeatRisk(db, accountId, sending),
  }
}

type Sending = NonNullable<Awaited<ReturnType<typeof findSending>>>

async function standstill(
  db: Db,
  sending: Sending,
  lastChange: number,
  nextTry: number | undefined,
): Promise<string | undefined> {
  if (sending.state === 'paused' || sending.state === 'unconfirmed')
    return sending.reason ?? undefined
  const overdue = sending.state === 'scheduled' && Date.now() - momentOf(sending.dueAt) > 10_000
  if (sending.state !== 'sending' && !overdue) return undefined
  if ((await livingWorkers(db, {})).count === 0)
    return 'No worker is running: start Pennypost with ROLES=all or ROLES=worker.'
  const all = await routes(db, {})
  const paused = all.filter(({ pausedAt }) => pausedAt !== null)
  const why = paused.map(({ name, pausedReason }) => `${name}: ${pausedReason}`).join('; ')
  const ofSettings = all.some(({ id }) => id === DEFAULT_ROUTE) ? ` ${OF_SETTINGS}` : ''
  if (all.length > 0 && paused.length === all.length)
    return `All routes are paused. ${why}. When the cause is mended: pennypost route resume NAME.${ofSettings}`
  if (Date.now() - lastChange < STILL_MILLIS) return undefined
  if (nextTry !== undefined && nextTry > Date.now())
    return `All that is left was deferred by the receivers; the next try is at ${formatInstant(new Date(nextTry))}.`
  const others = paused.length === 0 ? 'the relay' : `${why}; what is not paused`
  return `Nothing has moved for two minutes: ${others} takes no letters, or its rate or quota is used up. pennypost route list tells more.${ofSettings}`
}

const momentOf = (text: string): number => momentOfStore(text).getTime()
const latest = (moments: (string | null)[]): number | undefined => extreme(moments, Math.max)
const earliest = (moments: (string | null)[]): number | undefined => extreme(moments, Math.min)

function extreme(
  moments: (string | null)[],
  pick: (...values: number[]) => number,
): number | undefined {
  const known = moments.flatMap(moment => (moment === null ? [] : momentOf(moment)))
  return known.length === 0 ? undefined : pick(...known)
}

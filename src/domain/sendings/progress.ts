/** The progress of a sending, counted from its deliveries; and why it does not progress. */

import { RESTORED } from '../../db/backup/restore-holds.ts'
import type { Db } from '../../db/db.ts'
import { formatInstant, momentOfStore } from '../../lib/instant.ts'
import { progressOfRemoved, repliesOfRemoved } from '../deliveries/counts.sql.ts'
import { type RemovedPeople, removedAmong } from '../deliveries/removed.ts'
import { detailed, readWhy } from '../details/details.ts'
import { isSigned } from '../dkim/dkim.ts'
import { noSuch } from '../refusal.ts'
import { DEFAULT_ROUTE } from '../routes/keep-route.ts'
import { refusedByAll } from '../routes/refused.ts'
import { routeRules } from '../routes/route-rules.sql.ts'
import { type RoutedEmail, routeFilter, rulesFor, senderDomainOf } from '../routes/route-rules.ts'
import { routes } from '../routes/routes.sql.ts'
import { livingWorkers } from '../routes/workers.sql.ts'
import { type RepeatRisk, repeatRisk } from './accepted.ts'
import { isTimed, readOptions } from './audience/options.ts'
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
  /** All emails whose hand-over ever ended without a reply. */
  onceUncertain: number
  replies: { state: string; reply: string; count: number }[]
  /** Since then who got it is not known, and of the replies only the codes. */
  peopleRemoved: RemovedPeople | null
  /**
   * Why there is no progress, as a sentence; undefined while there is some, or when all is done.
   */
  standstill: string | undefined
  /** The same, for a page that says it in its reader's language. */
  stands: Standstill | undefined
  /** When the first of the deferred emails is tried again. */
  nextTryAt: string | null
  /** The rules of routes that decide; empty: none does. */
  routedBy: { route: string; rule: number }[]
  /** For a sending held since a restore: how many recipients may get it twice. */
  repeatRisk: RepeatRisk | undefined
  /** False: opens and clicks are not known. */
  tracked: boolean
  /** The domain of its From, and whether its emails are signed for it. */
  sender: { domain: string; signed: boolean }
}

export async function sendingProgress(
  db: Db,
  accountId: number,
  sendingId: number,
): Promise<SendingProgress> {
  const sending = await findSending(db, { accountId, sendingId })
  if (!sending) throw noSuch('no-such-sending', sendingId)
  const peopleRemoved = (await removedAmong(db, accountId, [sendingId])).get(sendingId)
  if (!peopleRemoved) {
    const rows = await progressOfSending(db, { accountId, sendingId })
    const replies = await repliesOfSending(db, { accountId, sendingId, most: 5 })
    return countedProgress(db, accountId, sending, { rows, replies })
  }
  const rows = await progressOfRemoved(db, { accountId, sendingId })
  const replies = await repliesOfRemoved(db, { accountId, sendingIds: [sendingId], most: 5 })
  return countedProgress(db, accountId, sending, { rows, replies, peopleRemoved })
}

export interface CountedEmails {
  rows: {
    state: string
    count: number
    uncertain: number
    lastChange: string | null
    nextTry: string | null
  }[]
  replies: { state: string; reply: string; count: number }[]
  peopleRemoved?: RemovedPeople | undefined
}

/** The same, of emails that are counted already. */
export async function countedProgress(
  db: Db,
  accountId: number,
  sending: KnownSending,
  { rows, replies, peopleRemoved }: CountedEmails,
): Promise<SendingProgress> {
  const message = JSON.parse(sending.message) as {
    name: string
    subject: string
    listName: string
    untracked?: true
  }
  const lastChange = latest(rows.map(row => row.lastChange))
  const nextTry = earliest(rows.map(row => row.nextTry))
  const routed = routedEmailOf(accountId, sending)
  const domain = routed.senderDomain
  const stands = await standstillOf(db, sending, routed, {
    lastChange: lastChange ?? momentOf(sending.plannedAt ?? sending.dueAt),
    nextTry,
    relaySaid: replies.find(({ state }) => state === 'planned')?.reply,
    deferred: rows.some(({ state }) => state === 'deferred'),
  })
  return {
    id: sending.id,
    state: sending.state,
    name: message.name,
    subject: message.subject,
    listName: message.listName,
    dueAt: sending.dueAt,
    zone: sending.zone,
    finishedAt: sending.finishedAt,
    candidates: sending.candidates,
    planned: sending.planned,
    leftOut: JSON.parse(sending.leftOut ?? '{}') as Record<string, number>,
    counts: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    onceUncertain: rows.reduce((sum, { uncertain }) => sum + uncertain, 0),
    replies,
    peopleRemoved: peopleRemoved ?? null,
    standstill: stands?.sentence,
    stands,
    nextTryAt: rows.find(({ state }) => state === 'deferred')?.nextTry ?? null,
    routedBy: await deciding(db, routed),
    repeatRisk: await repeatRisk(db, accountId, sending),
    tracked: !message.untracked,
    sender: { domain, signed: await isSigned(db, accountId, domain) },
  }
}

/** A sending, as the rules of routes see it. */
function routedEmailOf(accountId: number, { message, test }: KnownSending): RoutedEmail {
  const { listId, fromEmail } = JSON.parse(message) as { listId: number; fromEmail: string }
  const kind = test ? 'test' : 'newsletter'
  return { accountId, listId, kind, senderDomain: senderDomainOf(fromEmail) }
}

async function deciding(db: Db, email: RoutedEmail): Promise<SendingProgress['routedBy']> {
  const deciding = rulesFor(await routeRules(db, {}), email)
  if (deciding.length === 0) return []
  const names = new Map((await routes(db, {})).map(({ id, name }) => [id, name]))
  return deciding.map(({ id, routeId }) => ({ route: names.get(routeId) ?? '', rule: id }))
}

export const STANDSTILLS = [
  'paused-by-hand',
  'paused',
  'restored',
  'overdue',
  'winner-awaited',
  'samples-awaited',
  'no-worker',
  'no-route',
  'routes-paused',
  'deferred',
  'relay-refuses',
  'stalled',
] as const

export interface Standstill {
  why: (typeof STANDSTILLS)[number]
  sentence: string
  /** The reply of a server, or why it was paused; `saidWhy`: as a code. */
  said: string | null
  saidWhy?: ReturnType<typeof readWhy>
}

export type KnownSending = NonNullable<Awaited<ReturnType<typeof findSending>>>

interface StandstillFacts {
  lastChange: number
  nextTry: number | undefined
  /** The reply of a relay that accepts no emails at all. */
  relaySaid: string | undefined
  /** Some of its emails were deferred; otherwise no receiver was asked. */
  deferred: boolean
}

/** A sending without progress for this time gives a reason. */
const STILL_MILLIS = 120_000

/** The route is in the store; whether the workers still have the setting is unknown here. */
const OF_SETTINGS =
  'The route default is the relay of SMTP_URL and does not work without it: if that is no ' +
  'longer set, run pennypost route remove default.'
const NO_WORKER = 'No worker is running: start Pennypost with ROLES=all or ROLES=worker.'

const standing = (
  why: Standstill['why'],
  sentence: string,
  said: string | null = null,
): Standstill => ({ why, sentence, said })

/** Undefined while there is progress, or when all is done. */
async function standstillOf(
  db: Db,
  sending: KnownSending,
  email: RoutedEmail,
  { lastChange, nextTry, relaySaid, deferred }: StandstillFacts,
): Promise<Standstill | undefined> {
  const { state, reason } = sending
  const how = reason === detailed('stopped-by-hand').detail ? 'paused-by-hand' : 'paused'
  if (state === 'paused' && reason !== null)
    return { ...standing(how, reason, reason), saidWhy: readWhy(sending.why) }
  if (state === 'unconfirmed')
    return standing(reason === RESTORED ? 'restored' : 'overdue', reason ?? 'It was overdue.')
  const { split } = readOptions(sending.options)
  if (state === 'scheduled' && split?.winner === undefined && sending.parentId === null)
    if (split) return waitsForWinner(sending)
  const overdue = state === 'scheduled' && Date.now() - momentOf(sending.dueAt) > 10_000
  if (state !== 'sending' && !overdue) return undefined
  if ((await livingWorkers(db, {})).count === 0) return standing('no-worker', NO_WORKER)
  const mayTake = routeFilter(await routeRules(db, {}), email)
  const known = await routes(db, {})
  const all = known.filter(({ id }) => mayTake(id))
  if (known.length > 0 && all.length === 0)
    return standing(
      'no-route',
      'No route takes these emails: all have rules, for other emails. See pennypost route-rule ' +
        'list.',
    )
  const paused = all.filter(({ pausedAt }) => pausedAt !== null)
  const why = paused.map(({ name, pausedReason }) => `${name}: ${pausedReason}`).join('; ')
  const ofSettings = all.some(({ id }) => id === DEFAULT_ROUTE) ? ` ${OF_SETTINGS}` : ''
  if (all.length > 0 && paused.length === all.length)
    return standing(
      'routes-paused',
      `All routes are paused. ${why.replace(/\.$/, '')}. When the cause is fixed: pennypost route resume ` +
        `NAME.${ofSettings}`,
      why,
    )
  const refused = refusedByAll(all, STILL_MILLIS)
  if (refused) return standing('relay-refuses', refused.sentence, refused.said)
  if (Date.now() - lastChange < STILL_MILLIS) return undefined
  const later = relaySaid === undefined && nextTry !== undefined && nextTry > Date.now()
  if (later && !deferred && isTimed(readOptions(sending.options))) return undefined
  if (later && deferred)
    return standing(
      'deferred',
      'All remaining emails were deferred by the receivers; the next attempt is at ' +
        `${formatInstant(new Date(nextTry))}.`,
    )
  if (relaySaid !== undefined)
    return standing(
      'relay-refuses',
      `No progress for two minutes: a relay accepts no emails ("${relaySaid}"). Find the cause ` +
        `with pennypost route test.${ofSettings}`,
      relaySaid,
    )
  const stalled =
    paused.length === 0
      ? 'the relay accepts no emails, or its rate or quota is used up'
      : `${why}; the other routes accept no emails, or their rate or quota is used up`
  return standing(
    'stalled',
    `No progress for two minutes: ${stalled}. See pennypost route list.${ofSettings}`,
    why === '' ? null : why,
  )
}

/** Its samples are sent; it waits for opens and clicks. */
function waitsForWinner({ dueAt }: KnownSending): Standstill {
  if (momentOf(dueAt) < Date.now())
    return standing(
      'samples-awaited',
      'The wait of the A/B test is over; it waits for emails of its samples that were not tried ' +
        'yet, or that somebody has paused, and for clicks to be told apart from those of machines.',
    )
  const at = formatInstant(new Date(momentOf(dueAt)))
  return standing('winner-awaited', `It waits for the winner of its A/B test until ${at}.`)
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

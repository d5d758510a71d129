/** Findings on whether emails arrive: of what providers, receivers and readers said. */

import { withoutStop } from '../../mail/smtp/words.ts'
import {
  type ProviderBoard,
  type ProviderCounts,
  triesOf,
} from '../deliveries/providers/provider-board.ts'
import { type Detail, detailed } from '../details/details.ts'
import { providerLabel } from '../routes/providers.ts'
import { type ArrivalFinding, HARMS } from './arrival-finding.ts'
import { type DmarcFacts, stricterPolicy } from './stricter-policy.ts'

/** Emails of a list that were accepted in the period, and reported as spam. */
export interface ListComplaints {
  listId: number
  name: string
  accepted: number
  complained: number
  /** The one that most of its people may have come by; undefined: it has none. */
  largestImport?: { id: number; day: string; people: number } | undefined
}

export interface ArrivalFacts {
  /** Of the last 30 days. */
  board: ProviderBoard
  lists: readonly ListComplaints[]
  /** Providers, and domains of none, that asked for less in the last day, with their words. */
  slowed: readonly { provider: string; says: string; since: string }[]
  policies: readonly DmarcFacts[]
  /** The commonest reply of the last days, by provider and outcome; '' if there is none. */
  replyOf(provider: string, outcome: 'blocked' | 'deferred'): string
}

/** Days that count as now. */
export const RECENT_DAYS = 3
/** Fewer tell nothing. */
const LEAST_TRIES = 50
const LEAST_COMPLAINTS = 3
const BLOCKED = { warning: 0.01, bad: 0.05 }
const DEFERRED = { warning: 0.05, bad: 0.3 }
/** Times the usual share. */
const UNUSUAL = 2
/** What Gmail and Yahoo ask of senders: below 0.1 %, and never 0.3 %. */
const COMPLAINED = { warning: 0.001, bad: 0.003 }
const REFUSED = { warning: 0.02, bad: 0.05 }

type DayCounts = ProviderBoard['providers'][number]['days'][number]
type Share = (counts: ProviderCounts) => number

/** The worst first; of equal harm by the number of emails. */
export function arrivalFindings(facts: ArrivalFacts): ArrivalFinding[] {
  const { board, lists } = facts
  // Sentences quote it, and have a stop of their own.
  const replyOf: ArrivalFacts['replyOf'] = (...of) => withoutStop(facts.replyOf(...of))
  const slowed = slowedProviders(facts)
  const isSlowed = (provider: string) => slowed.some(({ at }) => at.id === provider)
  const recent = new Set(board.days.slice(-RECENT_DAYS))
  const found = [
    ...slowed,
    ...board.providers.flatMap(({ provider, total, days }) => [
      ...blockedAt(provider, days, recent, replyOf(provider, 'blocked')),
      ...deferredAt(provider, days, recent, replyOf(provider, 'deferred')).filter(
        ({ harm }) => harm === 'bad' || !isSlowed(provider),
      ),
      ...complainedAt(provider, total),
    ]),
    ...lists.flatMap(list => complainedIn(list, lists)),
    ...wrongAddresses(board, recent),
    ...facts.policies.flatMap(stricterPolicy),
  ]
  return found.sort(
    (one, other) =>
      HARMS.indexOf(one.harm) - HARMS.indexOf(other.harm) || other.messages - one.messages,
  )
}

/** Those that this account sends to. */
const slowedProviders = ({ slowed, board }: ArrivalFacts): ArrivalFinding[] =>
  slowed.flatMap(({ provider, says, since }) => {
    const id = providerLabel(provider)
    const known = board.providers.find(one => one.provider === id)
    if (!known) return []
    return [
      {
        harm: 'warning',
        seen: detailed('arrival-slowed', { provider, says: withoutStop(says) }),
        todo: detailed('arrival-slowed-todo'),
        since,
        messages: known.total.deferred,
        at: { kind: 'provider', id },
      },
    ]
  })

function blockedAt(
  provider: string,
  days: readonly DayCounts[],
  recent: ReadonlySet<string>,
  says: string,
): ArrivalFinding[] {
  const now = sumOf(days.filter(({ day }) => recent.has(day)))
  const share = shareOf(({ blocked }) => blocked)
  const harm = harmOf(share(now), BLOCKED)
  if (!harm || triesOf(now) < LEAST_TRIES) return []
  const messages = now.blocked
  const values = { provider, percent: percent(share(now)), messages, says }
  return [
    {
      harm,
      seen: detailed('arrival-blocked', values),
      todo: detailed('arrival-blocked-todo'),
      since: firstInRow(days, share, BLOCKED.warning),
      messages,
      at: { kind: 'provider', id: provider },
    },
  ]
}

function deferredAt(
  provider: string,
  days: readonly DayCounts[],
  recent: ReadonlySet<string>,
  says: string,
): ArrivalFinding[] {
  const now = sumOf(days.filter(({ day }) => recent.has(day)))
  const before = sumOf(days.filter(({ day }) => !recent.has(day)))
  const share = shareOf(({ deferred }) => deferred)
  const usual = share(before)
  const harm = harmOf(share(now), DEFERRED)
  if (!harm || triesOf(now) < LEAST_TRIES || share(now) < UNUSUAL * usual) return []
  const since = firstInRow(days, share, DEFERRED.warning)
  const earlier = days.filter(
    one => since !== null && one.day < since && share(one) >= DEFERRED.warning,
  )
  const messages = now.deferred
  const values = { provider, percent: percent(share(now)), usual: percent(usual), says }
  return [
    {
      harm,
      seen: detailed('arrival-deferred', values),
      todo: waitOr(earlier, since),
      since,
      messages,
      at: { kind: 'provider', id: provider },
    },
  ]
}

/** Waiting is the remedy if earlier days were like this. */
function waitOr(earlier: readonly DayCounts[], since: string | null): Detail {
  if (earlier.length === 0 || since === null) return detailed('arrival-deferred-todo')
  const weekday = weekdayOf(since)
  return earlier.length > 1 && earlier.every(({ day }) => weekdayOf(day) === weekday)
    ? detailed('arrival-deferred-weekday', { earlier: earlier.length, weekday })
    : detailed('arrival-deferred-wait', { earlier: earlier.length })
}

/** 0: Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

function complainedAt(provider: string, { accepted, complained }: ProviderCounts) {
  const share = accepted > 0 ? complained / accepted : 0
  const harm = harmOf(share, COMPLAINED)
  if (!harm || complained < LEAST_COMPLAINTS) return []
  const values = { provider, percent: percent(share), messages: complained }
  return [
    {
      harm,
      seen: detailed('arrival-complained', values),
      todo: detailed('arrival-complained-todo'),
      since: null,
      messages: complained,
      at: { kind: 'provider', id: provider },
    } satisfies ArrivalFinding,
  ]
}

/** A list that is complained about more than the others together. */
function complainedIn(list: ListComplaints, lists: readonly ListComplaints[]): ArrivalFinding[] {
  const others = lists.filter(({ listId }) => listId !== list.listId)
  const sum = (pick: (one: ListComplaints) => number) =>
    others.reduce((total, one) => total + pick(one), 0)
  const theirs =
    sum(({ complained }) => complained) /
    Math.max(
      1,
      sum(one => one.accepted),
    )
  const share = list.complained / Math.max(1, list.accepted)
  const harm = harmOf(share, COMPLAINED)
  const times = theirs > 0 ? Math.round((share / theirs) * 10) / 10 : 0
  if (!harm || list.complained < LEAST_COMPLAINTS || times < UNUSUAL) return []
  return [
    {
      harm,
      seen: detailed('arrival-list', { list: list.name, percent: percent(share), times }),
      todo: list.largestImport
        ? detailed('arrival-list-import', {
            import: list.largestImport.id,
            day: list.largestImport.day,
            people: list.largestImport.people,
          })
        : detailed('arrival-list-todo'),
      since: null,
      messages: list.complained,
      at: { kind: 'list', id: String(list.listId) },
    },
  ]
}

function wrongAddresses({ providers }: ProviderBoard, recent: ReadonlySet<string>) {
  const days = providers.flatMap(one => one.days.filter(({ day }) => recent.has(day)))
  const now = sumOf(days)
  const share = shareOf(({ refused }) => refused)(now)
  const harm = harmOf(share, REFUSED)
  if (!harm || triesOf(now) < LEAST_TRIES) return []
  const worst = providers.toSorted((one, other) => other.total.refused - one.total.refused)[0]!
  return [
    {
      harm,
      seen: detailed('arrival-addresses', { percent: percent(share), messages: now.refused }),
      todo: detailed('arrival-addresses-todo'),
      since: null,
      messages: now.refused,
      at: { kind: 'provider', id: worst.provider },
    } satisfies ArrivalFinding,
  ]
}

const shareOf =
  (pick: Share): Share =>
  counts =>
    pick(counts) / Math.max(1, triesOf(counts))

const harmOf = (share: number, limit: { warning: number; bad: number }) =>
  share >= limit.bad ? 'bad' : share >= limit.warning ? 'warning' : undefined

/** With one decimal, below 1 with two. */
const percent = (share: number): number => Number((share * 100).toFixed(share < 0.01 ? 2 : 1))

/** Of days with emails, the last of which is the newest. */
function firstInRow(days: readonly DayCounts[], share: Share, least: number): string | null {
  let first: string | null = null
  for (const one of days.toReversed()) {
    if (share(one) < least) break
    first = one.day
  }
  return first
}

function sumOf(days: readonly ProviderCounts[]): ProviderCounts {
  const sum = { accepted: 0, deferred: 0, blocked: 0, refused: 0, returned: 0, complained: 0 }
  for (const day of days)
    for (const outcome of Object.keys(sum) as (keyof ProviderCounts)[]) sum[outcome] += day[outcome]
  return sum
}

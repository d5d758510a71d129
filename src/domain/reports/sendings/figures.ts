/** The figures of a sending, each with its base; people apart from machines. */
import type { Db } from '../../../db/db.ts'
import { baseOf, type MeasuredBase, measuredBase, reachOf } from '../../measuring/measured-base.ts'
import { noSuch } from '../../refusal.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import {
  complaintsOfSendings,
  departuresOfSendings,
  earlierSending,
  hitsOfSendings,
  reportedSending,
  statesOfSendings,
  valuesOfSendings,
} from './figures.sql.ts'
import { outcomesOfSendings } from './overview.sql.ts'

export type ReportedSending = NonNullable<Awaited<ReturnType<typeof reportedSending>>>

export interface SendingFigures {
  /** Handed over, with any outcome but "may not have been sent". */
  sent: number
  /** Accepted, and not bounced since. */
  delivered: number
  /** Of those delivered: what rates of opens and clicks are of. */
  measured: MeasuredBase
  counts: Record<string, number>
  bounced: number
  complained: number
  /** By an email of this sending: its lists, or everything. */
  unsubscribed: number
  optedOut: number
  opens: HitFigures
  clicks: HitFigures
  values: { currency: string; closures: number; value: string }[]
}

export interface HitFigures {
  /** Machines, too. */
  all: number
  byPeople: number
  /** Different people; null: tracked anonymously, or not at all. */
  people: number | null
}

export async function sendingOfReport(
  db: Db,
  accountId: number,
  sendingId: number,
): Promise<ReportedSending> {
  const sending = await reportedSending(db, { accountId, sendingId })
  if (!sending) throw noSuch('no-such-sending', sendingId)
  return sending
}

/** The sending and the samples of its A/B test. */
export const familyOf = ({ id, samples }: ReportedSending): number[] => [
  id,
  ...(samples === '' ? [] : samples.split(',').map(Number)),
]

/** When its first email was due; null: not planned. */
export const beganAt = ({ plannedAt, samplesPlannedAt }: ReportedSending): string | null =>
  samplesPlannedAt ?? plannedAt

/** Of each sending; those without any email have zeroes. */
export async function figuresOf(
  db: Db,
  accountId: number,
  sendingIds: readonly number[],
  anonymous: boolean,
): Promise<Map<number, SendingFigures>> {
  await foldHits(db, accountId)
  const these = { accountId, sendingIds: [...sendingIds] }
  const figures = new Map(sendingIds.map(id => [id, noFigures(anonymous)]))
  for (const { sendingId, state, count, ...unmeasured } of await statesOfSendings(db, these)) {
    const one = figures.get(sendingId)!
    one.counts[state] = count
    if (SENT.has(state)) one.sent += count
    if (state === 'accepted') {
      one.delivered += count
      one.measured = measuredBase(count, unmeasured)
    }
    if (state === 'bounced') one.bounced += count
  }
  for (const { sendingId, kind, ...hits } of await hitsOfSendings(db, these)) {
    const of = figures.get(sendingId)![kind === 'view' ? 'opens' : 'clicks']
    Object.assign(of, { all: hits.byAll, byPeople: hits.byPeople })
    if (!anonymous) of.people = hits.messages
  }
  for (const { sendingId, ...value } of await valuesOfSendings(db, these))
    figures.get(sendingId)!.values.push(value)
  for (const { sendingId, people } of await complaintsOfSendings(db, these))
    figures.get(sendingId)!.complained = people
  for (const { sendingId, ...left } of await departuresOfSendings(db, these))
    Object.assign(figures.get(sendingId)!, left)
  return figures
}

const SENT = new Set(['accepted', 'bounced', 'deferred', 'failed', 'uncertain', 'handed over'])

function noFigures(anonymous: boolean): SendingFigures {
  const hits = () => ({ all: 0, byPeople: 0, people: anonymous ? null : 0 })
  return {
    sent: 0,
    delivered: 0,
    measured: baseOf(0, { opens: 0, clicks: 0 }),
    counts: {},
    bounced: 0,
    complained: 0,
    unsubscribed: 0,
    optedOut: 0,
    opens: hits(),
    clicks: hits(),
    values: [],
  }
}

/** The audiences are disjoint. */
function sumOf(parts: readonly SendingFigures[], anonymous: boolean): SendingFigures {
  const sum = noFigures(anonymous)
  for (const part of parts) {
    for (const key of [
      'sent',
      'delivered',
      'bounced',
      'complained',
      'unsubscribed',
      'optedOut',
    ] as const)
      sum[key] += part[key]
    sum.measured = baseOf(sum.delivered, {
      opens: sum.measured.opens + part.measured.opens,
      clicks: sum.measured.clicks + part.measured.clicks,
    })
    for (const [state, count] of Object.entries(part.counts))
      sum.counts[state] = (sum.counts[state] ?? 0) + count
    for (const kind of ['opens', 'clicks'] as const) {
      sum[kind].all += part[kind].all
      sum[kind].byPeople += part[kind].byPeople
      if (sum[kind].people !== null) sum[kind].people += part[kind].people ?? 0
    }
    for (const value of part.values) addValue(sum.values, value)
  }
  return sum
}

/** Decimals of any length, exactly: as whole numbers of the smallest unit of both. */
export function addValue(
  sums: SendingFigures['values'],
  { currency, closures, value }: SendingFigures['values'][number],
) {
  const known = sums.find(one => one.currency === currency)
  if (!known) return void sums.push({ currency, closures, value })
  known.closures += closures
  known.value = addDecimals(known.value, value)
}

function addDecimals(one: string, other: string): string {
  const places = Math.max(...[one, other].map(text => text.split('.')[1]?.length ?? 0))
  const whole = (text: string): bigint => {
    const [units = '0', part = ''] = text.split('.')
    return BigInt(units + part.padEnd(places, '0'))
  }
  const sum = whole(one) + whole(other)
  if (places === 0) return String(sum)
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** SendingFigures of a sending with its samples. */
export async function wholeFigures(
  db: Db,
  accountId: number,
  sending: ReportedSending,
): Promise<SendingFigures> {
  const unknown = sending.anonymous || sending.untracked
  const parts = await figuresOf(db, accountId, familyOf(sending), unknown)
  return sumOf([...parts.values()], unknown)
}

/** To compare with: the last one to the same list before it. */
export async function earlierOf(
  db: Db,
  accountId: number,
  sending: ReportedSending,
): Promise<number | null> {
  const before = beganAt(sending)
  if (before === null) return null
  const { id: sendingId, listId } = sending
  const found = await earlierSending(db, { accountId, sendingId, listId, before })
  return found?.id ?? null
}

/** In a list of sendings, in the few numbers of a bar. */
export interface SendingOutcome extends ReturnType<typeof reachOf> {
  /** Hard bounces. */
  bounced: number
}

/** Null: not planned yet. */
export async function withOutcomes<Row extends { id: number }>(
  db: Db,
  accountId: number,
  rows: readonly Row[],
): Promise<(Row & { outcome: SendingOutcome | null })[]> {
  await foldHits(db, accountId)
  const found = await outcomesOfSendings(db, { accountId, sendingIds: rows.map(({ id }) => id) })
  const outcomes = new Map(
    found.map(({ id, bounced, ...row }) => [id, { bounced, ...reachOf(row) }]),
  )
  return rows.map(row => ({ ...row, outcome: outcomes.get(row.id) ?? null }))
}

/** Emails of a sending that have something in common: a provider, a language. */
export interface OutcomeGroup {
  /** Emails by state. */
  counts: Record<string, number>
  /** People. */
  opened: number
  clicked: number
  /** Of those delivered. */
  measured: MeasuredBase
}

type OutcomeRow = { state: string; count: number; opened: number; clicked: number } & Parameters<
  typeof measuredBase
>[1]

export const emptyGroup = (): OutcomeGroup => ({
  counts: {},
  opened: 0,
  clicked: 0,
  measured: baseOf(0, { opens: 0, clicks: 0 }),
})

/** Adds a number of emails in one state. */
export function addOutcome(group: OutcomeGroup, row: OutcomeRow): void {
  const { state, count, opened, clicked } = row
  group.counts[state] = (group.counts[state] ?? 0) + count
  group.opened += opened
  group.clicked += clicked
  if (state !== 'accepted') return
  const of = measuredBase(count, row)
  group.measured = baseOf(group.counts.accepted ?? 0, {
    opens: group.measured.opens + of.opens,
    clicks: group.measured.clicks + of.clicks,
  })
}

/** Parts of the report of a sending: hours, links, mailbox providers. */
import type { Db } from '../../../db/db.ts'
import { outcomesOfRemoved } from '../../deliveries/counts.sql.ts'
import { removedAmong } from '../../deliveries/removed.ts'
import { providerDomains } from '../../routes/providers.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import { MOST_PROGRAM_HITS } from '../../tracking/hit-months.ts'
import {
  hoursOfSendings,
  htmlOfSendings,
  linksOfReport,
  outcomesByProvider,
  programsOfSendings,
  reasonsToLeave,
  valuesOfLinks,
} from './figures.sql.ts'
import {
  addOutcome,
  addValue,
  beganAt,
  emptyGroup,
  familyOf,
  type OutcomeGroup,
  type ReportedSending,
  type SendingFigures,
} from './figures.ts'

export interface HourOfReport {
  /** 0 is the hour in which the first email was due. */
  hour: number
  opens: { all: number; byPeople: number; people: number }
  clicks: { all: number; byPeople: number; people: number }
}

export async function hoursOf(
  db: Db,
  accountId: number,
  sending: ReportedSending,
  hours: number,
): Promise<HourOfReport[]> {
  const from = beganAt(sending)
  if (from === null) return []
  await foldHits(db, accountId)
  const these = { accountId, sendingIds: familyOf(sending), from, hours }
  const byHour = new Map<number, HourOfReport>()
  const none = () => ({ all: 0, byPeople: 0, people: 0 })
  for (const { hour, kind, byAll, byPeople, messages } of await hoursOfSendings(db, these)) {
    // Hours of hits are whole ones: what came before its minute is of the first hour.
    const at = Math.max(0, hour)
    const one = byHour.get(at) ?? { hour: at, opens: none(), clicks: none() }
    byHour.set(at, one)
    const of = one[kind === 'view' ? 'opens' : 'clicks']
    of.all += byAll
    of.byPeople += byPeople
    of.people += messages
  }
  return [...byHour.values()].sort((a, b) => a.hour - b.hour)
}

/** Of its samples, too. A link that only samples have comes after those of its own email. */
export async function linksOfSending(db: Db, accountId: number, sending: ReportedSending) {
  await foldHits(db, accountId)
  const { id: sendingId } = sending
  const these = { accountId, sendingIds: familyOf(sending) }
  const bought = new Map<string, SendingFigures['values']>()
  for (const { sendingId: of, link, ...value } of await valuesOfLinks(db, these)) {
    const place = `${of} ${link}`
    bought.set(place, [...(bought.get(place) ?? []), value])
  }
  const rows = await linksOfReport(db, { ...these, sendingId })
  // Reading HTML takes 20 ms to load, which the start of each command of sendings would pay.
  const { wordsOfLinks } = await import('./link-words.ts')
  const words = new Map<string, string>()
  for (const { html } of await htmlOfSendings(db, these))
    for (const [address, said] of wordsOfLinks(html))
      if (!words.has(address)) words.set(address, said)
  let last = Math.max(0, ...rows.map(({ number }) => number ?? 0))
  return rows.map(({ number, target, places, ...hits }) => {
    const values: SendingFigures['values'] = []
    for (const place of places.split(','))
      for (const value of bought.get(place) ?? []) addValue(values, value)
    return {
      number: number ?? ++last,
      url: target,
      words: words.get(target) ?? '',
      ...hits,
      values,
    }
  })
}

export interface ProviderOutcome extends OutcomeGroup {
  /** '': all domains of no known provider. */
  provider: string
}

export async function providersOf(
  db: Db,
  accountId: number,
  sending: ReportedSending,
): Promise<ProviderOutcome[]> {
  await foldHits(db, accountId)
  const known = providerDomains()
  const sendingIds = familyOf(sending)
  const removed = await removedAmong(db, accountId, sendingIds)
  const rows = await outcomesByProvider(db, {
    accountId,
    sendingIds: sendingIds.filter(id => !removed.has(id)),
    domains: known.map(({ domain }) => domain),
    names: known.map(({ provider }) => provider),
  })
  const gone = { accountId, sendingIds: [...removed.keys()] }
  for (const { emails: count, ...row } of removed.size > 0 ? await outcomesOfRemoved(db, gone) : [])
    rows.push({ ...row, count })
  const groups = new Map<string, ProviderOutcome>()
  for (const { provider, ...row } of rows) {
    const group = groups.get(provider) ?? { provider, ...emptyGroup() }
    groups.set(provider, group)
    addOutcome(group, row)
  }
  const emails = ({ counts }: ProviderOutcome) =>
    Object.values(counts).reduce((sum, count) => sum + count, 0)
  return [...groups.values()].sort(
    (a, b) => Number(a.provider === '') - Number(b.provider === '') || emails(b) - emails(a),
  )
}

export const DEVICES = ['phone', 'tablet', 'computer', 'unknown'] as const

export interface DeviceOfReport {
  device: (typeof DEVICES)[number]
  /** As verdicts name it: Gmail mail, Firefox, other. */
  program: string
  system: string
  opens: number
  clicks: number
}

const DEVICE_OF: Record<string, DeviceOfReport['device']> = {
  iPhone: 'phone',
  Android: 'phone',
  iPad: 'tablet',
  Windows: 'computer',
  Mac: 'computer',
  Linux: 'computer',
}

/**
 * The mail programs of readers, the most frequent first: of so many hits, since shares don't change
 * much by more. Some mail services don't say.
 */
export async function devicesOf(
  db: Db,
  accountId: number,
  sending: ReportedSending,
): Promise<DeviceOfReport[]> {
  await foldHits(db, accountId)
  const these = { accountId, sendingIds: familyOf(sending), most: MOST_PROGRAM_HITS }
  return (await programsOfSendings(db, these)).map(({ agent, opens, clicks }) => {
    const [program = '', system = ''] = agent.split(', ')
    return { device: DEVICE_OF[system] ?? 'unknown', program, system, opens, clicks }
  })
}

const MOST_REASONS = 20

/** The reasons of people who left by it, the most frequent first; '': none given. */
export const reasonsOf = (db: Db, accountId: number, sending: ReportedSending) =>
  reasonsToLeave(db, { accountId, sendingIds: familyOf(sending), most: MOST_REASONS })

/** Parts of the report of a sending: hours, links, mailbox providers. */
import type { Db } from '../../../db/db.ts'
import { providerDomains } from '../../routes/providers.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import { hoursOfSendings, linksOfReport, outcomesByProvider, valuesOfLinks } from './figures.sql.ts'
import { beganAt, familyOf, type ReportedSending } from './figures.ts'

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

export async function linksOfSending(db: Db, accountId: number, sendingId: number) {
  await foldHits(db, accountId)
  const values = await valuesOfLinks(db, { accountId, sendingId })
  return (await linksOfReport(db, { accountId, sendingId })).map(({ number, target, ...hits }) => ({
    ...{ number, url: target, ...hits },
    values: values
      .filter(({ link }) => link === number)
      .map(({ currency, closures, value }) => ({ currency, closures, value })),
  }))
}

export interface ProviderOutcome {
  /** '': all domains of no known provider. */
  provider: string
  counts: Record<string, number>
  opened: number
  clicked: number
}

export async function providersOf(
  db: Db,
  accountId: number,
  sending: ReportedSending,
): Promise<ProviderOutcome[]> {
  await foldHits(db, accountId)
  const known = providerDomains()
  const rows = await outcomesByProvider(db, {
    ...{ accountId, sendingIds: familyOf(sending) },
    domains: known.map(({ domain }) => domain),
    names: known.map(({ provider }) => provider),
  })
  const groups = new Map<string, ProviderOutcome>()
  for (const { provider, state, count, opened, clicked } of rows) {
    const group = groups.get(provider) ?? { provider, counts: {}, opened: 0, clicked: 0 }
    groups.set(provider, group)
    group.counts[state] = count
    group.opened += opened
    group.clicked += clicked
  }
  const emails = ({ counts }: ProviderOutcome) =>
    Object.values(counts).reduce((sum, count) => sum + count, 0)
  return [...groups.values()].sort(
    (a, b) => Number(a.provider === '') - Number(b.provider === '') || emails(b) - emails(a),
  )
}

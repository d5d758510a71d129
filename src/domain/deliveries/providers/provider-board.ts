/** What mailbox providers said to the emails of an account, by day (UTC). */
import type { Db } from '../../../db/db.ts'
import { daysOfProviders, repliesOfProvider } from './provider-days.sql.ts'
import type { WordOutcome } from './provider-word.ts'

/** Days that are kept, so that a year can be compared. */
export const KEPT_PROVIDER_DAYS = 400

/** Kinds of replies of one provider that are read. */
const MOST_REPLIES = 50

/** Emails by outcome. An email that is tried again is counted at each try. */
export type ProviderCounts = Record<WordOutcome, number>

export interface ProviderBoard {
  /** All days asked for, the oldest first: 2026-11-30. */
  days: string[]
  /** The largest first; days without emails are left out. */
  providers: {
    provider: string
    total: ProviderCounts
    days: ({ day: string } & ProviderCounts)[]
  }[]
}

/** `days`: the number of days until today. */
export async function providerBoard(
  db: Db,
  accountId: number,
  days: number,
  now = new Date(),
): Promise<ProviderBoard> {
  const rows = await daysOfProviders(db, { accountId, days })
  const providers = [...Map.groupBy(rows, ({ provider }) => provider)].map(([provider, its]) => ({
    provider,
    total: countsOf(its),
    days: [...Map.groupBy(its, ({ day }) => day)].map(([day, ofDay]) => ({
      day,
      ...countsOf(ofDay),
    })),
  }))
  providers.sort((one, other) => triesOf(other.total) - triesOf(one.total))
  return { days: daysUntil(now, days), providers }
}

/** `from`, `until`: days, both included. */
export const providerReplies = (
  db: Db,
  accountId: number,
  provider: string,
  period: { from: string; until: string },
) => repliesOfProvider(db, { accountId, provider, ...period, most: MOST_REPLIES })

/** Hand-overs that the provider answered. */
export const triesOf = ({ accepted, deferred, blocked, refused }: ProviderCounts): number =>
  accepted + deferred + blocked + refused

function countsOf(rows: readonly { outcome: string; messages: number }[]): ProviderCounts {
  const counts = {
    accepted: 0,
    deferred: 0,
    blocked: 0,
    refused: 0,
    returned: 0,
    complained: 0,
  }
  for (const { outcome, messages } of rows) counts[outcome as WordOutcome] += messages
  return counts
}

const DAY = 86_400_000

export const daysUntil = (now: Date, days: number): string[] =>
  Array.from({ length: days }, (_, i) =>
    new Date(now.getTime() - (days - 1 - i) * DAY).toISOString().slice(0, 10),
  )

/** Changes the counts of emails by hits that are judged anew, or removed. */
import type { Db } from '../../db/db.ts'
import type { SourceKind } from '../../lib/source-kind.ts'
import { correctHours, correctTimes, correctTotals } from './change-counts.sql.ts'

/** One person's email. */
export interface HitMessage {
  accountId: number
  sourceKind: SourceKind
  sourceId: number
  deliveryId: number
}

interface CountedHit {
  kind: string
  link: number
  at: string
}

export interface CountChange extends CountedHit {
  byAll: number
  byPeople: number
  messages: number
}

/** What becomes of one email. `touched`: hits that may have been the first or the last. */
export interface MessageChanges {
  message: HitMessage
  changes: readonly CountChange[]
  touched: readonly CountedHit[]
}

/**
 * Called with the engagements of all these emails locked, and their own rows changed. Locks all
 * hours before all totals, in the order of fold_hits().
 */
export async function changeCounts(
  tx: Db,
  accountId: number,
  messages: readonly MessageChanges[],
): Promise<void> {
  const all = messages.flatMap(({ message, changes }) =>
    changes.map(change => ({ message, ...change })),
  )
  const columns = {
    accountId,
    sourceKinds: all.map(({ message }) => message.sourceKind),
    sourceIds: all.map(({ message }) => message.sourceId),
    kinds: all.map(({ kind }) => kind),
    links: all.map(({ link }) => link),
    byAll: all.map(({ byAll }) => byAll),
    byPeople: all.map(({ byPeople }) => byPeople),
    messages: all.map(({ messages }) => messages),
  }
  await correctHours(tx, { ...columns, moments: all.map(({ at }) => at) })
  await correctTotals(tx, columns)
  for (const { message, touched } of messages)
    await correctTimes(tx, {
      accountId,
      sourceKind: message.sourceKind,
      sourceId: message.sourceId,
      kinds: touched.map(({ kind }) => kind),
      links: touched.map(({ link }) => link),
      moments: touched.map(({ at }) => at),
    })
}

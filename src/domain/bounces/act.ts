/**
 * What bounces and complaints do, in the transaction that keeps them: the ledger says that the
 * letter came back, the person is held undeliverable or opts out. docs/bounces.md has the table of
 * what costs whom.
 */
import type { Db, Store } from '../../db/db.ts'
import { takeIds } from '../../db/ids.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import type { Bounce, BounceKind } from './bounce.ts'
import { addBounces, bounceLetters, judgePeople, lockPeople } from './bounces.sql.ts'
import { complain } from './complain.ts'
import { tellBounces } from './tell-bounces.ts'
import { type BounceReport, bouncesIn, keptText } from './told.ts'

export interface BounceRules {
  /**
   * So many letters in a row that came back for passing reasons make a person undeliverable for a
   * time.
   */
  softLimit: number
  /** Within so many days; and for so long. */
  softDays: number
}

export interface BounceEffects {
  /** By kind. */
  counts: Partial<Record<BounceKind, number>>
  /** Sendings that were complained about. */
  complaints: { sendingId: number }[]
}

export async function act(
  db: Store,
  tx: Db,
  accountId: number,
  told: readonly BounceReport[],
  rules: BounceRules,
): Promise<BounceEffects> {
  const rows = await bouncesIn(tx, accountId, told)
  const acted: BounceEffects = { counts: {}, complaints: [] }
  if (rows.length === 0) return acted
  await keepBounces(db, tx, accountId, rows)
  await tellBounces(db, tx, accountId, rows)
  const touched = rows
    .filter(({ said }) => said.kind === 'hard' || said.kind === 'soft')
    .flatMap(row => row.subscriberId ?? [])
  await decideDeliverability(tx, accountId, touched, rules)
  for (const row of rows) {
    const kind = row.said.kind as BounceKind
    acted.counts[kind] = (acted.counts[kind] ?? 0) + 1
    if (
      kind === 'complaint' &&
      row.sourceKind === SOURCE.sending &&
      row.sourceId !== null &&
      !row.test
    )
      acted.complaints.push({ sendingId: row.sourceId })
  }
  await complainOf(db, tx, accountId, rows)
  return acted
}

/** What complaints among these do. A test letter's does nothing. */
export const complainOf = (
  db: Store,
  tx: Db,
  accountId: number,
  rows: readonly Bounce[],
): Promise<void> =>
  complain(
    db,
    tx,
    accountId,
    rows
      .filter(({ said, test }) => said.kind === 'complaint' && !test)
      .map(row => ({ ...row, sendingId: row.sourceKind === SOURCE.sending ? row.sourceId : null })),
  )

/** Writes them down, and into the ledger. Answers their ids. */
export async function keepBounces(
  db: Store,
  tx: Db,
  accountId: number,
  rows: readonly Bounce[],
): Promise<number[]> {
  const fresh = await takeIds(
    db,
    accountId,
    'bounce',
    rows.filter(({ id }) => id === undefined).length,
  )
  const ids = rows.map(({ id }) => id ?? fresh.pop()!)
  await addBounces(tx, { accountId, ids, ...columns(rows) })
  const cameBack = ids.filter(
    (_, i) => rows[i]!.deliveryId !== null && rows[i]!.said.kind !== 'complaint',
  )
  if (cameBack.length > 0) await bounceLetters(tx, { accountId, ids: cameBack })
  return ids
}

/** Asks anew, from the bounces that are kept, whether these people can be reached. */
export async function decideDeliverability(
  tx: Db,
  accountId: number,
  people: readonly number[],
  rules: BounceRules,
): Promise<void> {
  if (people.length === 0) return
  const subscriberIds = [...new Set(people)].sort((a, b) => a - b)
  await lockPeople(tx, { accountId, subscriberIds })
  await judgePeople(tx, { accountId, subscriberIds, ...rules })
}

const columns = (rows: readonly Bounce[]) => ({
  messageIds: rows.map(row => row.messageId as number),
  sourceKinds: rows.map(row => row.sourceKind as number),
  sourceIds: rows.map(row => row.sourceId as number),
  deliveryIds: rows.map(row => row.deliveryId as number),
  listIds: rows.map(row => row.listId as number),
  routeIds: rows.map(row => row.routeId as number),
  subscriberIds: rows.map(row => row.subscriberId as number),
  emails: rows.map(row => row.email),
  kinds: rows.map(row => row.said.kind),
  classes: rows.map(row => row.said.class),
  statuses: rows.map(row => keptText(row.said.status)),
  replies: rows.map(row => keptText(row.said.reply)),
  rules: rows.map(row => row.said.rule),
  identities: rows.map(row => row.identity),
  moments: rows.map(row => row.receivedAt),
  ledgerStates: rows.map(row => row.ledgerState),
  ledgerReplies: rows.map(row => row.ledgerReply),
  ledgerMoments: rows.map(row => row.ledgerChanged as string),
})

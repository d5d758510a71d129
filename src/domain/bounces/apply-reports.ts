/**
 * Effects of bounces and complaints, in the transaction that stores them: the delivery becomes
 * bounced, the subscriber becomes undeliverable or opts out. docs/bounces.md has the table of
 * effects.
 */
import type { Db, Store } from '../../db/db.ts'
import { takeIds } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { isSimulatedAddress } from '../../lib/simulated-address.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { forgetCountsOfBounces } from '../deliveries/count-sendings.ts'
import { countReturned } from '../deliveries/providers/provider-days.sql.ts'
import { returnedWord } from '../deliveries/providers/provider-word.ts'
import type { Bounce, BounceKind } from './bounce.ts'
import { type BounceReport, bouncesIn, HAND_OVER, keptText } from './bounce-reports.ts'
import { addBounces, bounceMessages, judgePeople, lockPeople } from './bounces.sql.ts'
import { complain } from './complain.ts'
import { publishBounces } from './publish-bounces.ts'

export interface BounceRules {
  /**
   * Soft bounces in a row, of different emails, that make a subscriber undeliverable for a time.
   */
  softLimit: number
  /**
   * The period, in days, in which they are counted, and for which the subscriber is undeliverable.
   */
  softDays: number
}

export interface BounceEffects {
  /** By kind. */
  counts: Partial<Record<BounceKind, number>>
  /** Sendings that were complained about. */
  complaints: { sendingId: number }[]
}

export async function applyReports(
  db: Store,
  tx: Db,
  accountId: number,
  reports: readonly BounceReport[],
  rules: BounceRules,
): Promise<BounceEffects> {
  const rows = await bouncesIn(tx, accountId, reports)
  const acted: BounceEffects = { counts: {}, complaints: [] }
  if (rows.length === 0) return acted
  await keepBounces(db, tx, accountId, rows)
  await publishBounces(db, tx, accountId, rows)
  const touched = rows
    .filter(({ judgement }) => judgement.kind === 'hard' || judgement.kind === 'soft')
    .flatMap(row => row.subscriberId ?? [])
  await lockSubscribersOf(
    tx,
    accountId,
    rows.filter(
      ({ judgement }) =>
        judgement.kind === 'complaint' || judgement.kind === 'hard' || judgement.kind === 'soft',
    ),
  )
  await decideDeliverability(tx, accountId, touched, rules)
  for (const row of rows) {
    const kind = row.judgement.kind as BounceKind
    acted.counts[kind] = (acted.counts[kind] ?? 0) + 1
    if (
      kind === 'complaint' &&
      row.sourceKind === SOURCE.sending &&
      row.sourceId !== null &&
      !row.test
    )
      acted.complaints.push({ sendingId: row.sourceId })
  }
  await applyComplaints(db, tx, accountId, rows)
  await countWords(tx, accountId, rows)
  return acted
}

/** What mailbox providers said later; replies at hand-over are counted with the outcomes. */
async function countWords(tx: Db, accountId: number, rows: readonly Bounce[]): Promise<void> {
  const words = rows.flatMap(({ identity, judgement: { kind, reply }, email, routeId }) => {
    if (identity === HAND_OVER || kind === 'unknown' || kind === 'none') return []
    if (isSimulatedAddress(email)) return []
    const outcome = kind === 'complaint' ? 'complained' : 'returned'
    return [{ ...returnedWord(email, outcome, reply ?? ''), routeId: routeId ?? 0 }]
  })
  if (words.length === 0) return
  await countReturned(tx, {
    accountId,
    providers: words.map(({ provider }) => provider),
    outcomes: words.map(({ outcome }) => outcome),
    routeIds: words.map(({ routeId }) => routeId),
    replies: words.map(({ reply }) => reply),
  })
}

/**
 * Locks all subscribers of these bounces before the first is changed: bounces and complaints are
 * applied separately, which would otherwise lock in no consistent order.
 */
export async function lockSubscribersOf(
  tx: Db,
  accountId: number,
  rows: readonly { subscriberId: number | null }[],
): Promise<void> {
  const subscriberIds = rows.flatMap(row => row.subscriberId ?? [])
  if (subscriberIds.length > 0) await lockPeople(tx, { accountId, subscriberIds })
}

/**
 * Applies the complaints among these bounces. Those about test emails, and of the simulator, have
 * no effect.
 */
export const applyComplaints = (
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
      .filter(
        ({ judgement, test, email }) =>
          judgement.kind === 'complaint' && !test && !isSimulatedAddress(email),
      )
      .map(row => ({ ...row, sendingId: row.sourceKind === SOURCE.sending ? row.sourceId : null })),
  )

/** Stores the bounces and updates the ledger. Returns their ids. */
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
  const bounced = ids.filter(
    (_, i) => rows[i]!.deliveryId !== null && rows[i]!.judgement.kind !== 'complaint',
  )
  if (bounced.length > 0) await bounceMessages(tx, { accountId, ids: bounced })
  // A refusal of a relay belongs to a sending under way, which is not counted.
  const late = bounced.filter(id => rows[ids.indexOf(id)]!.identity !== HAND_OVER)
  await forgetCountsOfBounces(tx, accountId, late)
  return ids
}

/**
 * Recomputes the deliverability of these subscribers, which are locked, from their stored bounces.
 */
export async function decideDeliverability(
  tx: Db,
  accountId: number,
  people: readonly number[],
  rules: BounceRules,
): Promise<void> {
  if (people.length === 0) return
  const subscriberIds = [...new Set(people)].sort((a, b) => a - b)
  await judgePeople(tx, { accountId, subscriberIds, ...rules })
}

/** Most keys equal the store's `lower()` of the address: these are not stored. */
export function keyUnlessUsual(email: string): string | null {
  const key = emailKey(email)
  return key === email.toLowerCase() ? null : key
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
  emailKeys: rows.map(({ email }) => keyUnlessUsual(email) as string),
  kinds: rows.map(row => row.judgement.kind),
  classes: rows.map(row => row.judgement.class),
  statuses: rows.map(row => keptText(row.judgement.status)),
  replies: rows.map(row => keptText(row.judgement.reply)),
  rules: rows.map(row => row.judgement.rule),
  identities: rows.map(row => row.identity),
  moments: rows.map(row => row.receivedAt),
  ledgerStates: rows.map(row => row.ledgerState),
  ledgerReplies: rows.map(row => row.ledgerReply),
  ledgerMoments: rows.map(row => row.ledgerChanged as string),
  // An address of the simulator is never suppressed.
  counting: rows.map(({ email }) => !isSimulatedAddress(email)),
})

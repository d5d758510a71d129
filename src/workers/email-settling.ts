/**
 * Settles emails: the ledger, and for a permanent refusal the consequences for the subscriber, in
 * one transaction.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { atomically, type Store } from '../db/db.ts'
import { takeIds } from '../db/ids.ts'
import { applyReports, type BounceRules } from '../domain/bounces/apply-reports.ts'
import { type BounceReport, HAND_OVER } from '../domain/bounces/bounce-reports.ts'
import { settleDeliveries } from '../domain/deliveries/deliveries.sql.ts'
import type { DeliveryOutcome } from '../domain/deliveries/outcome.ts'
import type { ProviderWord } from '../domain/deliveries/providers/provider-word.ts'
import { addTries } from '../domain/transactions/tries.sql.ts'
import { addSettled } from '../domain/webhooks/events.sql.ts'
import { hasListener } from '../domain/webhooks/publish.ts'
import { SOURCE, type SourceKind } from '../lib/source-kind.ts'
import { judgeReply } from '../mail/bounces/judge.ts'
import type { EmailMarking, EmailSource } from './email-source.ts'

export interface SettledEmail {
  id: number
  /** Number of hand-overs so far. */
  tries: number
  outcome: DeliveryOutcome
  /** What the mailbox provider said, and through which route; absent: it was not asked. */
  word?: ProviderWord & { routeId: number }
}

interface SourceOfEmails {
  accountId: number
  sourceKind: SourceKind
  sourceId: number
}

/** Rows that count the same; lanes that settle at the same time seldom wait for each other. */
const PARTS = 4

/** The statement that settles a batch, for the settler of a lane. Retries use the same ids. */
export const emailSettling =
  (db: Store, source: SourceOfEmails, rules: BounceRules, part = randomInt(PARTS)) =>
  (results: SettledEmail[], doneClaims: string[]) => {
    const { accountId } = source
    const inOrder = results.toSorted((one, other) => one.id - other.id)
    const settled = { ...source, doneClaims, part, ...columns(inOrder) }
    const settledEvents = eventsOf(source, results)
    const tries = triesOf(source, settled)
    const refusals = results.flatMap(result => refusalOf(source, result))
    let reports: BounceReport[] | undefined
    return async () => {
      reports ??= await withIds(db, accountId, refusals)
      const bounces = reports
      const events = await heard(db, accountId, settledEvents)
      if (bounces.length === 0 && events.length === 0 && !tries)
        return settleDeliveries(db, settled)
      // A permanent refusal has the consequences of a bounce, in the transaction that reports it.
      return atomically(db, async tx => {
        if (tries) await addTries(tx, tries)
        await settleDeliveries(tx, settled)
        for (const event of events) await addSettled(tx, event)
        await applyReports(db, tx, accountId, bounces, rules)
      })
    }
  }

/**
 * The durable mark before DATA (EmailSource.handOver), with the events of emails that may not be
 * sent in the same transaction.
 */
export async function handOverEmails(
  db: Store,
  source: Pick<EmailSource, 'handOver' | keyof SourceOfEmails>,
  marking: EmailMarking,
): Promise<{ id: number; mayGo: boolean }[]> {
  const { accountId, sourceKind, sourceId } = source
  if (!(await hasListener(db, accountId, 'withdrawn'))) return source.handOver(db, marking)
  const event = { accountId, sourceKind, sourceId, kind: 'withdrawn', state: 'withdrawn' }
  return atomically(db, async tx => {
    const marked = await source.handOver(tx, marking)
    const ids = marked.filter(({ mayGo }) => !mayGo).map(({ id }) => id)
    if (ids.length > 0) await addSettled(tx, { ...event, id: randomUUID(), ids })
    return marked
  })
}

/** Events of webhooks, and the states of the ledger that they tell of. */
const EVENTS = [
  { kind: 'delivered', state: 'accepted' },
  { kind: 'deferred', state: 'deferred' },
  { kind: 'failed', state: 'failed' },
] as const

/** Their ids are chosen once: a settlement that is retried writes them once. */
const eventsOf = (source: SourceOfEmails, results: readonly SettledEmail[]) =>
  EVENTS.map(({ kind, state }) => {
    const ids = results.filter(({ outcome }) => outcome.state === state).map(({ id }) => id)
    return { ...source, id: randomUUID(), kind, state, ids }
  }).filter(({ ids }) => ids.length > 0)

async function heard(db: Store, accountId: number, events: ReturnType<typeof eventsOf>) {
  const listened = await Promise.all(events.map(({ kind }) => hasListener(db, accountId, kind)))
  return events.filter((_, i) => listened[i])
}

/** Of transactions, tries after which an email is tried again: the ledger has the last one. */
function triesOf(
  { accountId, sourceKind, sourceId }: SourceOfEmails,
  { ids, tries, states, replies, reasons, unspent }: ReturnType<typeof columns>,
) {
  if (sourceKind !== SOURCE.transaction) return undefined
  const again = ids.flatMap((_, i) =>
    unspent[i] === 0 && (states[i] === 'deferred' || states[i] === 'uncertain') ? [i] : [],
  )
  if (again.length === 0) return undefined
  const of = <Value>(values: readonly Value[]) => again.map(i => values[i]!)
  const numbers = of(tries)
  const outcomes = of(states)
  const place = { accountId, projectId: sourceId }
  return { ...place, ids: of(ids), numbers, outcomes, replies: of(replies), reasons: of(reasons) }
}

function refusalOf(
  { sourceKind, sourceId }: SourceOfEmails,
  { id, outcome }: SettledEmail,
): BounceReport[] {
  const { state, reply, aboutRecipient } = outcome
  if ((state !== 'bounced' && state !== 'failed') || reply === null) return []
  const sentMessage = { sourceKind, sourceId, deliveryId: id }
  const judgements = [judgeReply(reply, aboutRecipient === true)]
  return [{ messageId: null, sentMessage, identity: HAND_OVER, judgements, receivedAt: new Date() }]
}

async function withIds(
  db: Store,
  accountId: number,
  reports: BounceReport[],
): Promise<BounceReport[]> {
  const ids = await takeIds(db, accountId, 'bounce', reports.length)
  return reports.map((one, i) => ({ ...one, bounceId: ids[i]! }))
}

function columns(results: SettledEmail[]) {
  return {
    ids: results.map(({ id }) => id),
    tries: results.map(({ tries }) => tries),
    states: results.map(({ outcome }) => outcome.state),
    replies: results.map(({ outcome }) => outcome.reply?.slice(0, 1000) ?? null),
    reasons: results.map(({ outcome }) => outcome.reason?.slice(0, 1000) ?? null),
    nextTries: results.map(({ outcome }) => outcome.nextTryAt as Date),
    unspent: results.map(({ outcome }) => outcome.unspent),
    providers: results.map(({ word }) => word?.provider ?? null),
    providerOutcomes: results.map(({ word }) => word?.outcome ?? null),
    routeIds: results.map(({ word }) => word?.routeId ?? 0),
    providerReplies: results.map(({ word }) => word?.reply ?? null),
  }
}

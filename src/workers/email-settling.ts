/**
 * What became of emails: the ledger, and with a refusal for good what it costs the person, in one
 * transaction.
 */
import { randomUUID } from 'node:crypto'
import { atomically, type Store } from '../db/db.ts'
import { takeIds } from '../db/ids.ts'
import { act, type BounceRules } from '../domain/bounces/act.ts'
import { type BounceReport, HAND_OVER } from '../domain/bounces/told.ts'
import { settleDeliveries } from '../domain/deliveries/deliveries.sql.ts'
import type { DeliveryOutcome } from '../domain/deliveries/outcome.ts'
import { addDelivered } from '../domain/webhooks/events.sql.ts'
import { listens } from '../domain/webhooks/tell.ts'
import type { SourceKind } from '../lib/source-kind.ts'
import { judgeReply } from '../mail/bounces/judge.ts'

export interface SettledEmail {
  id: number
  /** How often it had been handed over when this was learnt. */
  tries: number
  outcome: DeliveryOutcome
}

interface SourceOfEmails {
  accountId: number
  sourceKind: SourceKind
  sourceId: number
}

/**
 * The statement that settles a batch, for the settler of a lane. Its ids are the same however often
 * it is tried.
 */
export const emailSettling =
  (db: Store, source: SourceOfEmails, rules: BounceRules) =>
  (results: SettledEmail[], doneClaims: string[]) => {
    const { accountId } = source
    const settled = { ...source, doneClaims, ...columns(results) }
    const accepted = results
      .filter(({ outcome }) => outcome.state === 'accepted')
      .map(({ id }) => id)
    const delivered = { ...source, id: randomUUID(), ids: accepted }
    const refusals = results.flatMap(result => refusalOf(source, result))
    let told: BounceReport[] | undefined
    return async () => {
      told ??= await withIds(db, accountId, refusals)
      const bounces = told
      const telling = accepted.length > 0 && (await listens(db, accountId, 'delivered'))
      if (bounces.length === 0 && !telling) return settleDeliveries(db, settled)
      // A refusal for good costs the person what a bounce would, in the transaction that tells of
      // it.
      return atomically(db, async tx => {
        await settleDeliveries(tx, settled)
        if (telling) await addDelivered(tx, delivered)
        await act(db, tx, accountId, bounces, rules)
      })
    }
  }

function refusalOf(
  { sourceKind, sourceId }: SourceOfEmails,
  { id, outcome }: SettledEmail,
): BounceReport[] {
  const { state, reply } = outcome
  if ((state !== 'bounced' && state !== 'failed') || reply === null) return []
  const letter = { sourceKind, sourceId, deliveryId: id }
  const said = [judgeReply(reply)]
  return [{ messageId: null, letter, identity: HAND_OVER, said, receivedAt: new Date() }]
}

async function withIds(
  db: Store,
  accountId: number,
  told: BounceReport[],
): Promise<BounceReport[]> {
  const ids = await takeIds(db, accountId, 'bounce', told.length)
  return told.map((one, i) => ({ ...one, bounceId: ids[i]! }))
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
  }
}

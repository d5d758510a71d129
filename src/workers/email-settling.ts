/**
 * Writes what became of letters: replies that arrive while a statement is in flight go together in the next one.
 * A reply is never dropped: while the store is away it is tried again, and the window before it keeps further letters back.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { atomically, type Store } from '../db/db.ts'
import { takeIds } from '../db/ids.ts'
import { act, type BounceRules, HAND_OVER, type Told } from '../domain/bounces/act.ts'
import { settleDeliveries } from '../domain/deliveries/deliveries.sql.ts'
import type { Outcome } from '../domain/deliveries/outcome.ts'
import { addDelivered } from '../domain/webhooks/events.sql.ts'
import { listens } from '../domain/webhooks/tell.ts'
import { judgeReply } from '../mail/bounces/judge.ts'

export interface Settled {
  id: number
  /** How often it had been handed over when this was learnt. */
  tries: number
  outcome: Outcome
}

export interface Settler {
  /** Resolves when it is durable. */
  settle(result: Settled): Promise<void>
  /** Resolves when the claim is gone: all its letters were settled before. */
  done(claimId: string): Promise<void>
}

interface Item {
  result?: Settled
  claimId?: string
  resolve(): void
}

const MOST = 200
const RETRY_MILLIS = 1000

export function createSettler(
  db: Store,
  accountId: number,
  sourceKind: 1 | 2 | 3,
  sourceId: number,
  report: (error: unknown) => void,
  rules: BounceRules,
): Settler {
  const waiting: Item[] = []
  let running = false

  const add = (item: Omit<Item, 'resolve'>) =>
    new Promise<void>(resolve => {
      waiting.push({ ...item, resolve })
      if (!running) void flush()
    })

  async function flush(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST)
      await write(batch)
      for (const { resolve } of batch) resolve()
    }
    running = false
  }

  async function write(batch: Item[]): Promise<void> {
    const results = batch.flatMap(({ result }) => result ?? [])
    let told: Told[] | undefined
    const doneClaims = batch.flatMap(({ claimId }) => claimId ?? [])
    const accepted = results.filter(({ outcome }) => outcome.state === 'accepted').map(({ id }) => id)
    const delivered = { accountId, id: randomUUID(), sourceKind, sourceId, ids: accepted }
    for (;;) {
      try {
        const settled = { accountId, sourceKind, sourceId, doneClaims, ...columns(results) }
        // Their ids are the same however often it is tried.
        told ??= await withIds(results.flatMap(refusal))
        const telling = accepted.length > 0 && (await listens(db, accountId, 'delivered'))
        if (told.length === 0 && !telling) await settleDeliveries(db, settled)
        // A refusal for good costs the person what a bounce would, in the transaction that tells of it.
        else
          await atomically(db, async tx => {
            await settleDeliveries(tx, settled)
            if (telling) await addDelivered(tx, delivered)
            await act(db, tx, accountId, told!, rules)
          })
        return
      } catch (error) {
        report(error)
        await pause(RETRY_MILLIS)
      }
    }
  }

  function refusal({ id, outcome: { state, reply } }: Settled): Told[] {
    if ((state !== 'bounced' && state !== 'failed') || reply === null) return []
    const letter = { sourceKind, sourceId, deliveryId: id }
    return [{ messageId: null, letter, identity: HAND_OVER, said: [judgeReply(reply)], receivedAt: new Date() }]
  }

  async function withIds(told: Told[]): Promise<Told[]> {
    const ids = await takeIds(db, accountId, 'bounce', told.length)
    return told.map((one, i) => ({ ...one, bounceId: ids[i]! }))
  }

  return { settle: result => add({ result }), done: claimId => add({ claimId }) }
}

function columns(results: Settled[]) {
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

/**
 * Writing hits: what arrives together goes to the store together, one row for all, and is durable when this answers. What they mean for the
 * counts is worked out when they are taken over (fold-hits.ts), a moment later and many at once: docs/decisions/0019-hits.md.
 */
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Db } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { type Hit, SOURCE_KINDS } from './hit.ts'
import { addArrivals } from './tracking.sql.ts'

/** The id a hit will have. `db` is the store. */
export const takeHitId = (db: Db, accountId: number): Promise<number> => takeId(db, accountId, 'hit')

async function add(db: Db, accountId: number, hits: Hit[]): Promise<void> {
  const numbers = (value: (hit: Hit) => number) => `{${hits.map(value).join(',')}}`
  const texts = (value: (hit: Hit) => string) => arrayLiteral(hits.map(value))
  await addArrivals(db, {
    accountId,
    id: hits[0]!.id,
    ids: numbers(({ id }) => id),
    kinds: numbers(({ kind }) => kind as never),
    sourceKinds: numbers(({ source }) => SOURCE_KINDS[source]),
    sourceIds: numbers(({ sourceId }) => sourceId),
    deliveryIds: numbers(({ deliveryId }) => deliveryId),
    links: numbers(({ link }) => link),
    moments: numbers(({ at }) => at),
    verdicts: texts(({ verdict }) => verdict),
    reasons: texts(({ reason }) => reason),
    agents: texts(({ agent }) => agent),
    networks: texts(({ network }) => network),
  })
}

/**
 * Not as db/gather.ts does it: hits have no keys to keep apart and nothing in them that the store could refuse, so that all that wait go together, in
 * one lane. That doubles the rate.
 */
interface Lane {
  waiting: { hit: Hit; resolve(): void; reject(error: unknown): void }[]
  running: boolean
}

const lanes = new WeakMap<Db, Map<number, Lane>>()
const MOST = 250

function write(db: Db, accountId: number, hit: Hit): Promise<void> {
  const ofStore = lanes.get(db) ?? new Map<number, Lane>()
  lanes.set(db, ofStore)
  const lane = ofStore.get(accountId) ?? { waiting: [], running: false }
  ofStore.set(accountId, lane)
  return new Promise((resolve, reject) => {
    lane.waiting.push({ hit, resolve, reject })
    if (lane.running) return
    lane.running = true
    setImmediate(run, db, accountId, lane)
  })
}

async function run(db: Db, accountId: number, lane: Lane): Promise<void> {
  while (lane.waiting.length > 0) {
    const batch = lane.waiting.splice(0, MOST)
    try {
      await add(
        db,
        accountId,
        batch.map(({ hit }) => hit),
      )
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    // Who was answered may have more: what arrives by now goes together.
    await new Promise(setImmediate)
  }
  lane.running = false
}

/** Durable when it resolves. Of an account that is not there, nothing is kept. */
export const recordHit = (db: Db, hit: Hit): Promise<void> => write(db, hit.accountId, hit)

/**
 * Writing hits: what arrives together goes to the store together, one row for all, and is durable
 * when this answers. What they mean for the counts is worked out when they are taken over
 * (fold-hits.ts), a moment later and many at once: docs/decisions/0019-hits.md.
 */
import { randomUUID } from 'node:crypto'
import { isPassing } from '../../db/again.ts'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { gathered } from '../../db/gather.ts'
import { idAtHand, takeId, takeIds } from '../../db/ids.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { addHitBundle } from '../webhooks/events.sql.ts'
import { listens } from '../webhooks/tell.ts'
import type { Hit } from './hit.ts'
import { addArrivals } from './tracking.sql.ts'

/** The id a hit will have. */
export const takeHitId = (db: Store, accountId: number): number | Promise<number> =>
  takeId(db, accountId, 'hit')

/** One that is at hand; undefined where the store had to be asked. */
export const hitIdAtHand = (db: Store, accountId: number): number | undefined =>
  idAtHand(db, accountId, 'hit')

/** Ids for hits that came while there was no store to ask. */
export async function numbered(db: Store, accountId: number, hits: Hit[]): Promise<Hit[]> {
  const wanting = hits.filter(({ id }) => id === 0).length
  const ids = wanting === 0 ? [] : await takeIds(db, accountId, 'hit', wanting)
  return hits.map(hit => (hit.id === 0 ? { ...hit, id: ids.pop()! } : hit))
}

/**
 * Hits that went to the store together. Sent again they are the same row, so they must go together
 * again.
 */
export interface HitBatch {
  accountId: number
  bundleId: string
  hits: Hit[]
}

export const newBatch = (accountId: number, hits: Hit[]): HitBatch => ({
  accountId,
  bundleId: randomUUID(),
  hits,
})

/** The store is away, or has no room: the batch may be written later. */
export class HitsNotWritten extends Error {
  readonly batch: HitBatch
  constructor(batch: HitBatch, cause: unknown) {
    super((cause as Error).message, { cause })
    this.batch = batch
  }
}

/** Durable when it resolves. Throws HitsNotWritten. */
export async function recordBatch(db: Store, batch: HitBatch): Promise<void> {
  try {
    await add(db, batch)
  } catch (error) {
    throw isPassing(error) ? new HitsNotWritten(batch, error) : error
  }
}

/** Events are written with them, where somebody listens; what was a machine's is left out later. */
async function add(db: Store, { accountId, bundleId, hits }: HitBatch): Promise<unknown> {
  const telling =
    (await listens(db, accountId, 'clicked')) || (await listens(db, accountId, 'viewed'))
  if (!telling) return addHits(db, accountId, hits)
  const bundle = {
    accountId,
    id: bundleId,
    ids: `{${hits.map(({ id }) => id)}}`,
    sourceKinds: `{${hits.map(({ source }) => SOURCE[source])}}`,
    sourceIds: `{${hits.map(({ sourceId }) => sourceId)}}`,
    moments: `{${hits.map(({ at }) => at)}}`,
  }
  const work = async (tx: Db) => {
    await addHits(tx, accountId, hits)
    await addHitBundle(tx, bundle)
  }
  await atomically(db, work, { again: true })
}

/** A hit with the names that fold_hits() reads. */
const arrivalOf = ({ source, sourceId, deliveryId, accountId: _, ...hit }: Hit) => ({
  ...hit,
  source_kind: SOURCE[source],
  source_id: sourceId,
  delivery_id: deliveryId,
})

const addHits = (db: Db, accountId: number, hits: Hit[]): Promise<number> =>
  addArrivals(db, { accountId, id: hits[0]!.id, batch: JSON.stringify(hits.map(arrivalOf)) })

/**
 * Durable when it resolves. Of an account that is not there, nothing is kept. Throws
 * HitsNotWritten, the same for all of a batch.
 */
export const recordHit: (db: Store, hit: Hit) => Promise<void> = (db, hit) =>
  write(db, hit.accountId, hit)

const write = gathered<Hit, void>({
  async one(db, accountId, hit) {
    await recordBatch(db, newBatch(accountId, [hit]))
  },
  async many(db, accountId, hits) {
    await recordBatch(db, newBatch(accountId, hits))
    return hits.map(() => undefined)
  },
})

/**
 * Writes hits, with micro-batching: hits that arrive together are stored in one row, and are
 * durable when this resolves. Their effect on counts is computed when they are aggregated
 * (fold-hits.ts): docs/decisions/0019-hits.md.
 */
import { randomUUID } from 'node:crypto'
import { isTransient } from '../../db/again.ts'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { gathered } from '../../db/gather.ts'
import { localId, takeId, takeIds } from '../../db/ids.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { addHitBundle } from '../webhooks/events.sql.ts'
import { hasListener } from '../webhooks/publish.ts'
import type { Hit } from './hit.ts'
import { addArrivals } from './tracking.sql.ts'

/** Allocates the id of a hit. */
export const takeHitId = async (db: Store, accountId: number): Promise<number> =>
  takeId(db, accountId, 'hit')

/** A cached id; undefined if the store must be queried. */
export const localHitId = (db: Store, accountId: number): number | undefined =>
  localId(db, accountId, 'hit')

/** Assigns ids to hits that arrived while the store was unavailable. */
export async function numbered(db: Store, accountId: number, hits: Hit[]): Promise<Hit[]> {
  const wanting = hits.filter(({ id }) => id === 0).length
  const ids = wanting === 0 ? [] : await takeIds(db, accountId, 'hit', wanting)
  return hits.map(hit => (hit.id === 0 ? { ...hit, id: ids.pop()! } : hit))
}

/** Hits that are written together. A retry writes the same row, so it must have the same hits. */
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

/** The store is unavailable or out of space: the batch may be retried. */
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
    throw isTransient(error) ? new HitsNotWritten(batch, error) : error
  }
}

/**
 * Writes events to the outbox with the hits, if a webhook subscribes to them; machines are filtered
 * later.
 */
async function add(db: Store, { accountId, bundleId, hits }: HitBatch): Promise<unknown> {
  const telling =
    (await hasListener(db, accountId, 'clicked')) || (await hasListener(db, accountId, 'viewed'))
  if (!telling) return addHits(db, accountId, hits)
  const bundle = {
    accountId,
    id: bundleId,
    ids: `{${hits.map(({ id }) => id)}}`,
    sourceKinds: `{${hits.map(({ source }) => SOURCE[source])}}`,
    sourceIds: `{${hits.map(({ sourceId }) => sourceId)}}`,
    moments: `{${hits.map(({ at }) => at)}}`,
    targets: hits.some(({ target }) => target !== undefined)
      ? JSON.stringify(hits.map(({ target }) => target ?? null))
      : null,
  }
  const work = async (tx: Db) => {
    await addHits(tx, accountId, hits)
    await addHitBundle(tx, bundle)
  }
  await atomically(db, work, { again: true })
}

/** The hits by columns. */
const columnsOf = (hits: Hit[]) => ({
  ids: hits.map(hit => hit.id),
  kinds: hits.map(hit => hit.kind),
  sourceKinds: hits.map(hit => SOURCE[hit.source]),
  sourceIds: hits.map(hit => hit.sourceId),
  deliveryIds: hits.map(hit => hit.deliveryId),
  linkNumbers: hits.map(hit => hit.link),
  moments: hits.map(hit => hit.at),
  verdicts: hits.map(hit => hit.verdict),
  reasons: hits.map(hit => hit.reason),
  agents: hits.map(hit => hit.agent),
  networks: hits.map(hit => hit.network),
})

const addHits = (db: Db, accountId: number, hits: Hit[]): Promise<number> =>
  addArrivals(db, { accountId, id: hits[0]!.id, ...columnsOf(hits) })

/**
 * Durable when it resolves. Hits of an unknown account are not stored. Throws HitsNotWritten, the
 * same for all hits of a batch.
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

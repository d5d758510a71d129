/**
 * Writing hits: what arrives together goes to the store together, one row for all, and is durable when this answers. What they mean for the
 * counts is worked out when they are taken over (fold-hits.ts), a moment later and many at once: docs/decisions/0019-hits.md.
 */
import { randomUUID } from 'node:crypto'
import { atomically, type Db } from '../../db/db.ts'
import { gathered } from '../../db/gather.ts'
import { takeId } from '../../db/ids.ts'
import { addHitBundle } from '../webhooks/events.sql.ts'
import { listens } from '../webhooks/tell.ts'
import { type Hit, SOURCE_KINDS } from './hit.ts'
import { addArrivals } from './tracking.sql.ts'

/** The id a hit will have. `db` is the store. */
export const takeHitId = (db: Db, accountId: number): number | Promise<number> => takeId(db, accountId, 'hit')

/** Events are written with them, where somebody listens; what was a machine's is left out later. */
async function add(db: Db, accountId: number, hits: Hit[]): Promise<unknown> {
  const telling = (await listens(db, accountId, 'clicked')) || (await listens(db, accountId, 'viewed'))
  if (!telling) return addHits(db, accountId, hits)
  const bundle = {
    accountId,
    id: randomUUID(),
    ids: `{${hits.map(({ id }) => id)}}`,
    sourceKinds: `{${hits.map(({ source }) => SOURCE_KINDS[source])}}`,
    sourceIds: `{${hits.map(({ sourceId }) => sourceId)}}`,
    moments: `{${hits.map(({ at }) => at)}}`,
  }
  const work = async (tx: Db) => {
    await addHits(tx, accountId, hits)
    await addHitBundle(tx, bundle)
  }
  await atomically(db, accountId, work, { again: true })
}

/** As fold_hits() reads them: none of the parts has a tab or an end of line in it. */
const lineOf = ({ id, kind, source, sourceId, deliveryId, link, at, verdict, reason, agent, network }: Hit): string =>
  `${id}\t${kind}\t${SOURCE_KINDS[source]}\t${sourceId}\t${deliveryId}\t${link}\t${at}\t${verdict}\t${reason}\t${agent}\t${network}`

const addHits = (db: Db, accountId: number, hits: Hit[]): Promise<number> =>
  addArrivals(db, { accountId, id: hits[0]!.id, lines: hits.map(lineOf).join('\n') })

/** Durable when it resolves. Of an account that is not there, nothing is kept. */
export const recordHit: (db: Db, hit: Hit) => Promise<void> = (db, hit) => write(db, hit.accountId, hit)

const write = gathered<Hit, void>({
  async one(db, accountId, hit) {
    await add(db, accountId, [hit])
  },
  async many(db, accountId, hits) {
    await add(db, accountId, hits)
    return hits.map(() => undefined)
  },
})

/**
 * The links of a sending by their numbers, as written in the newsletter: kept when its letters are
 * made, for reports.
 */
import type { Db } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import type { HitSource } from './hit.ts'
import { saveLinks } from './tracking.sql.ts'

/** Kept once: the letter is frozen, so its links are always the same. */
export async function keepLinks(
  db: Db,
  { accountId, source, sourceId }: Omit<HitSource, 'deliveryId'>,
  links: { number: number; target: string }[],
): Promise<void> {
  if (links.length === 0) return
  await saveLinks(db, {
    accountId,
    sourceKind: SOURCE[source],
    sourceId,
    numbers: links.map(({ number }) => number),
    targets: links.map(({ target }) => target),
  })
}

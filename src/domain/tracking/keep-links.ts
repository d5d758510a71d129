/**
 * The links of a sending by number, as written in the newsletter: stored with its emails, for
 * reports.
 */
import type { Db } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import type { HitSource } from './hit.ts'
import { saveLinks } from './tracking.sql.ts'

/** Stored once: the email is frozen, so its links never change. */
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

/** Saved blocks that templates show and that were removed. */
import type { Db } from '../../db/db.ts'
import { ownMedia } from '../media/media.ts'
import { goneFromTemplates } from './templates.sql.ts'

/** The ids of blocks by template; of one template, or of all. */
export async function goneBlocks(
  db: Db,
  accountId: number,
  id?: number,
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await goneFromTemplates(db, { accountId, id: id ?? null, own: ownMedia(accountId) })
  const gone = new Map<number, string[]>()
  for (const { templateId, block } of rows)
    gone.set(templateId, [...(gone.get(templateId) ?? []), block])
  return gone
}

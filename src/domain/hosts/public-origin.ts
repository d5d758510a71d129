/** Scheme and host of the public pages of an account. */
import type { Db } from '../../db/db.ts'
import { originAt } from './host-name.ts'
import { defaultHost } from './hosts.sql.ts'

/**
 * What links, the pixel, pictures, forms and pages of an account begin with: its default host, or
 * else `installation`, the origin of the installation. All that is public asks here.
 */
export async function publicOrigin(
  db: Db,
  accountId: number,
  installation: string,
): Promise<string> {
  const found = await defaultHost(db, { accountId })
  return found ? originAt(found.host, installation) : installation
}

/** The names of an account in its emails and pages. */
import type { Db } from '../../db/db.ts'
import { ownNames } from './bounce-domains.sql.ts'
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

export interface MailNames {
  /** What links begin with. */
  publicUrl: string
  /** The domain of the return path, and of unsubscribing by mail. */
  bounceDomain: string
}

/** Both names that an account's emails have: its own, or else those of the installation. */
export async function mailNames(
  db: Db,
  accountId: number,
  { publicUrl, bounceDomain }: MailNames,
): Promise<MailNames> {
  const { host, bounces } = await ownNames(db, { accountId })
  return {
    publicUrl: host === null ? publicUrl : originAt(host, publicUrl),
    bounceDomain: bounces ?? bounceDomain,
  }
}

/**
 * The DKIM keys that sign an account's emails: of each kind the oldest of a domain that is not
 * retired, so that a new key waits until its DNS records are published and the former key is
 * retired. See manage-dkim-keys.ts.
 */
import type { Db } from '../../db/db.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { dkimKeys } from './dkim.sql.ts'

export interface DkimPrivateKey {
  domain: string
  selector: string
  privateKey: string
}

/** The purpose under which a private key is sealed. */
export const sealedFor = (domain: string, selector: string): string => `dkim ${selector}.${domain}`

/**
 * The keys for a sender's domain, or for the nearest domain above it (RFC 7489 3.1.1: relaxed
 * alignment).
 */
export async function keysForDomain(
  db: Db,
  sealer: Sealer,
  accountId: number,
  domain: string,
): Promise<DkimPrivateKey[]> {
  return (await signingKeys(db, accountId, domain)).map(key => ({
    domain: key.domain,
    selector: key.selector,
    privateKey: sealer.open(key.sealedPrivateKey, sealedFor(key.domain, key.selector)).toString(),
  }))
}

/** Whether emails of a sender's domain are signed. */
export const isSigned = async (db: Db, accountId: number, domain: string): Promise<boolean> =>
  (await signingKeys(db, accountId, domain)).length > 0

type DkimKeyRow = Awaited<ReturnType<typeof dkimKeys>>[number]

/** Of each kind at most one. */
const signingKeys = async (db: Db, accountId: number, domain: string): Promise<DkimKeyRow[]> =>
  keysFor(await activeKeys(db, accountId), domain)

const activeKeys = async (db: Db, accountId: number): Promise<DkimKeyRow[]> =>
  (await dkimKeys(db, { accountId })).filter(key => key.retiredAt === null)

function keysFor(active: readonly DkimKeyRow[], domain: string): DkimKeyRow[] {
  for (
    let name = domain.toLowerCase();
    name.includes('.');
    name = name.slice(name.indexOf('.') + 1)
  ) {
    const ofDomain = active.filter(key => key.domain === name)
    if (ofDomain.length === 0) continue
    return ['rsa', 'ed25519'].flatMap(
      kind => ofDomain.findLast(({ algorithm }) => algorithm === kind) ?? [],
    )
  }
  return []
}

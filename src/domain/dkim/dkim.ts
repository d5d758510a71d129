/**
 * The keys that an account's letters are signed with: one of each kind for a domain, the oldest
 * that is not retired, so that a new one waits until its DNS records are out and the former is
 * retired. See keep-dkim-keys.ts.
 */
import type { Db } from '../../db/db.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { dkimKeys } from './dkim.sql.ts'

export interface DkimPrivateKey {
  domain: string
  selector: string
  privateKey: string
}

/** What a private key of a domain and selector is sealed for. */
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
  const active = (await dkimKeys(db, { accountId })).filter(key => key.retiredAt === null)
  for (
    let name = domain.toLowerCase();
    name.includes('.');
    name = name.slice(name.indexOf('.') + 1)
  ) {
    const ofDomain = active.filter(key => key.domain === name)
    if (ofDomain.length === 0) continue
    const signing = ['rsa', 'ed25519'].flatMap(
      kind => ofDomain.findLast(({ algorithm }) => algorithm === kind) ?? [],
    )
    return signing.map(key => ({
      domain: key.domain,
      selector: key.selector,
      privateKey: sealer.open(key.sealedPrivateKey, sealedFor(key.domain, key.selector)).toString(),
    }))
  }
  return []
}

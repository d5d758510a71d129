/** The domains of the return path of an account's emails: chosen, left, given up. */
import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { quoted, type Refusal, refused } from '../refusal.ts'
import {
  addBounceDomain,
  bounceDomainsOfAccount,
  clearBounceDomain,
  dropBounceDomain,
  holdBounceDomains,
  setBounceDomain,
} from './bounce-domains.sql.ts'
import { readHostName } from './host-name.ts'

const MOST_BOUNCE_DOMAINS = 20

export interface BounceDomain {
  domain: string
  /** New emails have it. */
  isUsed: boolean
  created: string
}

export const bounceDomains = (db: Db, accountId: number): Promise<BounceDomain[]> =>
  bounceDomainsOfAccount(db, { accountId })

/** As it is kept. Refuses a text that is no name, and `own`, the names of the installation. */
export function readBounceDomain(given: string, own: readonly string[]): string {
  const domain = readHostName(given)
  if (own.includes(domain)) throw refused('not-valid', 'bounce-domain-taken')
  return domain
}

/** New emails have it; the former one goes on. Refuses a name of another account. */
export async function chooseBounceDomain(db: Db, accountId: number, domain: string): Promise<void> {
  await atomically(db, async tx => {
    await holdBounceDomains(tx, { accountId })
    const known = await bounceDomainsOfAccount(tx, { accountId })
    const before = known.find(({ isUsed }) => isUsed)?.domain ?? ''
    if (before === domain) return
    if (!known.some(one => one.domain === domain)) await claim(tx, accountId, domain, known.length)
    await clearBounceDomain(tx, { accountId })
    await setBounceDomain(tx, { accountId, domain })
    const values = { before: { bounceDomain: before }, after: { bounceDomain: domain } }
    await recordChange(tx, accountId, { action: 'bounce-domain.edit', id: domain, ...values })
  })
}

async function claim(tx: Db, accountId: number, domain: string, known: number): Promise<void> {
  if (known >= MOST_BOUNCE_DOMAINS)
    throw refused('not-valid', 'bounce-domains-many', { most: MOST_BOUNCE_DOMAINS })
  if ((await addBounceDomain(tx, { accountId, domain })) === 0)
    throw refused('not-valid', 'bounce-domain-taken')
}

/**
 * New emails have the installation's domain. `endsMail`: what comes back to this one is refused
 * from now on, and the name is free; else it is taken as before.
 */
export async function leaveBounceDomain(
  db: Db,
  accountId: number,
  domain: string,
  endsMail: boolean,
): Promise<void> {
  await atomically(db, async tx => {
    await holdBounceDomains(tx, { accountId })
    const known = (await bounceDomains(tx, accountId)).find(one => one.domain === domain)
    if (!known) throw noSuchDomain(domain)
    if (endsMail) await dropBounceDomain(tx, { accountId, domain })
    else if (known.isUsed) await clearBounceDomain(tx, { accountId })
    else return
    const after = { bounceDomain: '', mail: endsMail ? 'end' : 'keep' }
    await recordChange(tx, accountId, { action: 'bounce-domain.remove', id: domain, after })
  })
}

const noSuchDomain = (given: string): Refusal =>
  refused('no-such-host', 'host-none', { host: quoted(given) })

/**
 * A domain that accepted emails lately is alive in spite of such a reply: its readers are not
 * suppressed for a mistake of its name servers. Runs beside judging: docs/decisions/0032.
 */
import { atomically, type Store } from '../../../db/db.ts'
import { type Cache, createCache } from '../../../lib/cache.ts'
import { type BounceRules, decideDeliverability, lockSubscribersOf } from '../apply-reports.ts'
import { deadDomains, forgiveDead, livingDomains } from './holds.sql.ts'

/** Whether a domain accepted emails lately, by account and domain: each is asked once an hour. */
export type LivingDomains = Cache<string, boolean>

export const rememberDomains = (): LivingDomains => createCache({ most: 10_000, millis: 3_600_000 })

export interface ForgivenDomain {
  accountId: number
  domain: string
  people: number
}

/** Returns the domains whose hard bounces no longer count. */
export async function forgiveLivingDomains(
  db: Store,
  known: LivingDomains,
  rules: BounceRules,
): Promise<ForgivenDomain[]> {
  const forgiven: ForgivenDomain[] = []
  const suspects = Map.groupBy(await deadDomains(db, {}), ({ accountId }) => accountId)
  for (const [accountId, rows] of suspects) {
    const domains = rows.map(({ domain }) => domain)
    const keyOf = (domain: string) => `${accountId} ${domain}`
    const unknown = domains.filter(domain => known.get(keyOf(domain)) === undefined)
    if (unknown.length > 0) {
      const living = await livingDomains(db, { accountId, domains: unknown })
      const found = new Set(living.map(({ domain }) => domain))
      for (const domain of unknown) known.set(keyOf(domain), found.has(domain))
    }
    for (const domain of domains) {
      if (!known.get(keyOf(domain))) continue
      const people = await forgive(db, accountId, domain, rules)
      if (people > 0) forgiven.push({ accountId, domain, people })
    }
  }
  return forgiven
}

const forgive = (db: Store, accountId: number, domain: string, rules: BounceRules) =>
  atomically(db, async tx => {
    const rows = await forgiveDead(tx, { accountId, domain })
    await lockSubscribersOf(tx, accountId, rows)
    const people = rows.flatMap(({ subscriberId }) => subscriberId ?? [])
    await decideDeliverability(tx, accountId, people, rules)
    return new Set(people).size
  })

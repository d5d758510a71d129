/** Whose a sender domain is: who publishes the record of their DKIM key in its DNS. */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { listDkimKeys } from '../../domain/dkim/manage-dkim-keys.ts'
import { createCache } from '../../lib/cache.ts'
import { createDns } from '../../mail/dns/ask.ts'
import { checkDkim } from '../../mail/dns/dkim.ts'
import type { RelaySettings } from '../relays/known-routes.ts'

/** Pages ask at each look. */
const KNOWN_MILLIS = 60_000
const MOST_KNOWN = 10_000

const knownOf = storeLocal(() =>
  createCache<string, Promise<boolean>>({ most: MOST_KNOWN, millis: KNOWN_MILLIS }),
)

/**
 * Whether the DNS has a key of the account, of this domain and not of one above it. A DNS that does
 * not answer proves nothing.
 */
export const isDomainProven = (
  db: Store,
  { resolvers }: Pick<RelaySettings, 'resolvers'>,
  accountId: number,
  domain: string,
): Promise<boolean> =>
  knownOf(db).through(`${accountId} ${domain}`, async () => {
    const keys = (await listDkimKeys(db, accountId))
      .filter(key => key.domain === domain && key.state !== 'retired')
      .map(({ state, ...key }) => ({ ...key, signs: state === 'signs' }))
    if (keys.length === 0) return false
    const found = await checkDkim(createDns({ servers: resolvers }), { domain, keys })
    return found.some(({ state }) => state === 'ok')
  })

/** Whose domain of the return path a name is. Answers are cached for seconds. */
import type { Store } from '../../db/db.ts'
import { createCache } from '../../lib/cache.ts'
import { ownerOfBounceDomain } from './bounce-domains.sql.ts'

const FRESH_MILLIS = 2_000
const MOST_CACHED = 10_000
const LONGEST = 253

/** `domain` in lower case. Undefined: it is of no account. */
export type OwnerOfBounceDomain = (domain: string) => Promise<number | undefined>

export function createBounceOwners(db: Store): OwnerOfBounceDomain {
  const fresh = createCache<string, Promise<number | undefined>>({
    most: MOST_CACHED,
    millis: FRESH_MILLIS,
  })
  const read = async (domain: string): Promise<number | undefined> =>
    (await ownerOfBounceDomain(db, { domain }))?.accountId
  return async domain =>
    domain.length > LONGEST || !domain.includes('.') ? undefined : fresh.through(domain, read)
}

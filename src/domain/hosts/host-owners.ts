/** Whose host a request names. Answers are cached for seconds: processes agree after that time. */
import { isIP } from 'node:net'
import type { Store } from '../../db/db.ts'
import { createCache } from '../../lib/cache.ts'
import { ownerOfHost } from './hosts.sql.ts'

/** An account; the installation, which has the console and the API; or nobody that is known. */
export type HostOwner = number | 'installation' | 'nobody'

const FRESH_MILLIS = 2_000
const MOST_CACHED = 10_000
const LONGEST = 253

export interface HostOwners {
  /**
   * `host` without a port. Synchronous for the host of the installation, for addresses and for
   * names without a dot, which never are of an account, and for cached ones.
   */
  ownerOf(host: string): HostOwner | Promise<HostOwner>
}

/**
 * `own`: the host of PUBLIC_URL; without it every name that no account has is the installation's.
 */
export function createHostOwners(db: Store, own: string | undefined): HostOwners {
  const fresh = createCache<string, HostOwner | Promise<HostOwner>>({
    most: MOST_CACHED,
    millis: FRESH_MILLIS,
  })
  /** Used while the store does not answer. */
  const last = createCache<string, HostOwner>({ most: MOST_CACHED })

  async function read(host: string): Promise<HostOwner> {
    try {
      const { accountId, any } = await ownerOfHost(db, { host })
      const owner = accountId ?? (any && own !== undefined ? 'nobody' : 'installation')
      last.set(host, owner)
      fresh.set(host, owner)
      return owner
    } catch (error) {
      const known = last.get(host)
      if (known === undefined) throw error
      return known
    }
  }

  return {
    ownerOf(given) {
      const host = plain(given)
      const named = host.includes('.') && !host.startsWith('[') && isIP(host) === 0
      if (host === own || !named || host.length > LONGEST) return 'installation'
      return fresh.through(host, read)
    },
  }
}

/** Lower case, without a trailing dot. */
function plain(host: string): string {
  const lower = host.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

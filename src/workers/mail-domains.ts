/** Whether a domain takes mail, by DNS; bounded in time, and true as long as that is not known. */
import { Resolver } from 'node:dns/promises'
import { createCache } from '../lib/cache.ts'
import { asciiDomain } from '../lib/email-address.ts'

const HOUR = 3_600_000
const MOST_DOMAINS = 100_000
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME'])

/** `servers`: addresses of resolvers; default: those of this machine. */
export function createMailDomains(servers: string[] | undefined) {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers && servers.length > 0) resolver.setServers(servers)
  const known = createCache<string, Promise<boolean>>({ most: MOST_DOMAINS, millis: HOUR })

  /** Undefined: there are none. */
  async function records<T>(ask: () => Promise<T[]>): Promise<T[] | undefined> {
    try {
      return await ask()
    } catch (error) {
      if (NO_RECORD.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
      throw error
    }
  }

  /** RFC 7505: an empty exchange takes none. RFC 5321 5.1: without MX, the host itself is asked. */
  async function ask(domain: string): Promise<boolean> {
    try {
      const exchanges = await records(() => resolver.resolveMx(domain))
      if (exchanges) return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.')
      const four = await records(() => resolver.resolve4(domain))
      return (four ?? (await records(() => resolver.resolve6(domain)))) !== undefined
    } catch {
      known.delete(domain)
      return true
    }
  }

  return (domain: string): Promise<boolean> => known.through(asciiDomain(domain), ask)
}

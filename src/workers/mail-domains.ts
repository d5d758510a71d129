/**
 * Whether a domain takes mail, by DNS; bounded in time, and true as long as that is not known. A
 * resolver that finds no outside names, as in a closed network, says nothing about a domain.
 */
import { Resolver } from 'node:dns/promises'
import { createCache } from '../lib/cache.ts'
import { asciiDomain } from '../lib/email-address.ts'

const HOUR = 3_600_000
const MOST_DOMAINS = 100_000
const MINUTES_10 = 600_000
/** Names that exist as long as there is an Internet, though without an address. */
const ALWAYS_THERE = ['com', 'org']
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME'])

/**
 * `servers`: addresses of resolvers; default: those of this machine. `warn` is called once if they
 * find no outside names.
 */
export function createMailDomains(
  servers: string[] | undefined,
  warn: (event: string, facts: Record<string, string>) => void,
) {
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

  let warned = false
  const checks = createCache<string, Promise<boolean>>({ most: 1, millis: MINUTES_10 })

  async function findsOutsideNames(): Promise<boolean> {
    for (const name of ALWAYS_THERE) {
      const code = await resolver.resolve4(name).then(
        () => '',
        (error: NodeJS.ErrnoException) => error.code,
      )
      if (code !== 'ENOTFOUND') return true
    }
    if (!warned) warn(NO_OUTSIDE_NAMES, { setting: 'DNS_RESOLVER' })
    warned = true
    return false
  }

  /** RFC 7505: an empty exchange takes none. RFC 5321 5.1: without MX, the host itself is asked. */
  async function ask(domain: string): Promise<boolean> {
    try {
      const exchanges = await records(() => resolver.resolveMx(domain))
      if (exchanges) return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.')
      const four = await records(() => resolver.resolve4(domain))
      const found = (four ?? (await records(() => resolver.resolve6(domain)))) !== undefined
      return found || !(await checks.through('', findsOutsideNames))
    } catch {
      known.delete(domain)
      return true
    }
  }

  return (domain: string): Promise<boolean> => known.through(asciiDomain(domain), ask)
}

const NO_OUTSIDE_NAMES =
  'the resolver finds no outside names: domains of sign-ups are not checked for mail servers'

/**
 * The mailbox provider of a recipient: by the domain, or by its MX records, so that the domains of
 * one mail host share its limits. Sending never waits long for DNS, and continues without it.
 */
import { Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { providerOfDomain, providerOfExchange } from '../domain/routes/providers.ts'
import { createCache } from '../lib/cache.ts'
import { asciiDomain, domainOf } from '../lib/email-address.ts'

export interface ProviderLookup {
  /** For each address its provider, its mail host, or else its domain. */
  providersOf(emails: string[]): Promise<string[]>
}

const DAY = 86_400_000
const MOST_DOMAINS = 100_000
/** Emails wait this long for an answer; it counts for later ones if it comes later. */
const PATIENCE_MILLIS = 1_000
/** A domain whose MX can't be learned now is asked about again after this time. */
const AGAIN_MILLIS = 600_000
/** A resolver that does not answer so many times is left alone for a while (circuit breaker). */
const MOST_SILENT = 3
const REST_MILLIS = 60_000
/** RFC 6761 and 6762: names that no resolver knows. */
const SPECIAL_USE = /(^|\.)(test|example|invalid|localhost|local)$|\]$/
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME'])

/** `servers`: addresses of resolvers; default: those of this machine. */
export function createProviderLookup(servers: string[] | undefined): ProviderLookup {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers && servers.length > 0) resolver.setServers(servers)
  const known = createCache<string, string | Promise<string>>({ most: MOST_DOMAINS, millis: DAY })
  const unknown = createCache<string, true>({ most: MOST_DOMAINS, millis: AGAIN_MILLIS })
  let silent = 0
  let restsUntil = 0

  const keep = (domain: string, provider: string): string => {
    known.set(domain, provider)
    return provider
  }

  async function mailHostOf(domain: string): Promise<string> {
    try {
      const [first] = (await resolver.resolveMx(domain)).sort(
        (one, other) => one.priority - other.priority || (one.exchange < other.exchange ? -1 : 1),
      )
      silent = 0
      if (!first || first.exchange === '') return keep(domain, domain)
      return keep(domain, providerOfExchange(first.exchange) ?? first.exchange.toLowerCase())
    } catch (error) {
      if (NO_RECORD.has((error as NodeJS.ErrnoException).code ?? '')) {
        silent = 0
        return keep(domain, domain)
      }
      known.delete(domain)
      unknown.set(domain, true)
      if (++silent >= MOST_SILENT) restsUntil = Date.now() + REST_MILLIS
      return domain
    }
  }

  function lookUp(domain: string): string | Promise<string> {
    const provider = providerOfDomain(domain)
    if (provider !== undefined || SPECIAL_USE.test(domain)) return provider ?? domain
    if (unknown.get(domain)) return domain
    const asked = known.get(domain)
    if (asked) return asked
    if (Date.now() < restsUntil) return domain
    return known.through(domain, mailHostOf)
  }

  return {
    async providersOf(emails) {
      const domains = emails.map(email => domainOf(email).toLowerCase())
      const found = new Map<string, string | Promise<string>>()
      for (const domain of domains)
        if (!found.has(domain)) found.set(domain, lookUp(asciiDomain(domain)))
      if ([...found.values()].every(one => typeof one === 'string'))
        return domains.map(domain => found.get(domain) as string)
      const patience = new AbortController()
      const late = pause(PATIENCE_MILLIS, undefined, { signal: patience.signal })
      try {
        return await Promise.all(
          domains.map(domain =>
            Promise.race([found.get(domain)!, late.then(() => asciiDomain(domain))]),
          ),
        )
      } finally {
        late.catch(() => {})
        patience.abort()
      }
    },
  }
}

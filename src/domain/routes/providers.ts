/**
 * Mailbox providers (providers.txt): domains of one provider share its limits, and are slowed
 * together.
 */
import { readFileSync } from 'node:fs'
import { domainOf } from '../../lib/email-address.ts'

/** How much a provider takes at a time, over all workers; null: as much as the route sends. */
export interface ProviderLimits {
  connections: number | null
  emailsPerConnection: number | null
  ratePerSecond: number | null
  dailyQuota: number | null
}

interface Provider extends ProviderLimits {
  name: string
  domains: string[]
  /** Ends of the names of its mail servers. */
  mx: string[]
}

export const UNLIMITED: ProviderLimits = {
  connections: null,
  emailsPerConnection: null,
  ratePerSecond: null,
  dailyQuota: null,
}

const NUMBERS: Record<string, keyof ProviderLimits> = {
  connections: 'connections',
  'emails per connection': 'emailsPerConnection',
  'emails per second': 'ratePerSecond',
  'emails per day': 'dailyQuota',
}

/** Reads the format that the head of providers.txt describes. Throws an Error with the line. */
export function readProviders(source: string): Provider[] {
  const providers: Provider[] = []
  for (const [index, line] of source.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const provider = providers.at(-1)
    const [fact = '', values = ''] = line.trim().split(': ')
    const number = NUMBERS[fact]
    if (!line.startsWith(' '))
      providers.push({ name: line.trim(), domains: [], mx: [], ...UNLIMITED })
    else if (provider && (fact === 'domains' || fact === 'mx'))
      provider[fact].push(...values.split(' '))
    else if (provider && number && Number(values) > 0) provider[number] = Number(values)
    else throw new Error(`providers.txt:${index + 1}: unknown fact or value: ${line.trim()}`)
  }
  return providers
}

const PROVIDERS = readProviders(readFileSync(new URL('./providers.txt', import.meta.url), 'utf8'))
const BY_NAME = new Map(PROVIDERS.map(provider => [provider.name, provider]))
const BY_DOMAIN = new Map(
  PROVIDERS.flatMap(({ name, domains }) => domains.map(domain => [domain, name])),
)
const BY_MX = new Map(PROVIDERS.flatMap(({ name, mx }) => mx.map(end => [end, name])))

/** Domains of no known provider, where names have to be few. */
export const OTHER = 'other'

/** For metrics, whose labels are few: the known provider, or `other`. */
export const providerLabel = (provider: string): string =>
  BY_NAME.has(provider) ? provider : OTHER

/** The provider of this name, ignoring case. */
export const knownProvider = (given: string): string | undefined =>
  PROVIDERS.find(({ name }) => name.toLowerCase() === given.toLowerCase())?.name

export const providerNames = (): string[] => [...BY_NAME.keys()]

/** The entry of a provider in providers.txt. */
export const usualLimits = (provider: string): ProviderLimits => BY_NAME.get(provider) ?? UNLIMITED

/** All domains of known providers. */
export const providerDomains = (): { domain: string; provider: string }[] =>
  [...BY_DOMAIN].map(([domain, provider]) => ({ domain, provider }))

export const providerOfDomain = (domain: string): string | undefined => BY_DOMAIN.get(domain)

/** The provider of a mail server, by the end of its name. */
export function providerOfExchange(host: string): string | undefined {
  for (let rest = host.toLowerCase(); rest !== ''; ) {
    const found = BY_MX.get(rest)
    if (found !== undefined) return found
    const dot = rest.indexOf('.')
    rest = dot < 0 ? '' : rest.slice(dot + 1)
  }
  return undefined
}

/** The provider of an address as far as its domain tells, or else the domain. */
export function domainGroup(email: string): string {
  const domain = domainOf(email).toLowerCase()
  return providerOfDomain(domain) ?? domain
}

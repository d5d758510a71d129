/** DNS lookups whose results distinguish "no such record" from "no answer". */
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { groupsOf } from '../../lib/fetch-guard-places.ts'
import { advice, type DnsSentence } from './words.ts'

export type RecordType = 'TXT' | 'MX' | 'A' | 'AAAA' | 'PTR'

export type DnsAnswer =
  | { state: 'found'; values: string[] }
  /** The name has no such record, or does not exist, and no name below it does (RFC 8020). */
  | { state: 'none'; values: string[]; noSuchName?: true }
  | { state: 'silent'; values: string[]; why: DnsSentence }

export interface Dns {
  /**
   * Values: TXT joined to one string each, MX as `10 mail.example.com`, the best first. Caches
   * lookups.
   */
  ask(type: RecordType, name: string): Promise<DnsAnswer>
}

export interface DnsOptions {
  /** Addresses with or without a port; default: the resolvers of this machine. */
  servers?: string[]
  /** For the first of two tries. */
  timeoutMillis?: number
}

const NONE = new Set(['ENODATA', 'EBADNAME'])
const SILENCES: Record<string, DnsSentence> = {
  ETIMEOUT: advice('resolver-late'),
  ECONNREFUSED: advice('resolver-unreachable'),
  ESERVFAIL: advice('resolver-failed'),
  EREFUSED: advice('resolver-refuses'),
}

export function createDns({ servers, timeoutMillis = 2_000 }: DnsOptions = {}): Dns {
  const resolver = new Resolver({ timeout: timeoutMillis, tries: 2 })
  if (servers && servers.length > 0) resolver.setServers(servers)
  const asked = new Map<string, Promise<DnsAnswer>>()
  const values = async (type: RecordType, name: string): Promise<string[]> => {
    if (type === 'TXT') return (await resolver.resolveTxt(name)).map(pieces => pieces.join(''))
    if (type === 'MX') {
      const hosts = await resolver.resolveMx(name)
      return hosts
        .sort((a, b) => a.priority - b.priority)
        .map(({ priority, exchange }) => `${priority} ${exchange || '.'}`)
    }
    if (type === 'PTR') return resolver.resolvePtr(name)
    return type === 'A' ? resolver.resolve4(name) : resolver.resolve6(name)
  }
  const answer = async (type: RecordType, name: string): Promise<DnsAnswer> => {
    try {
      const found = await values(type, name)
      return found.length === 0 ? { state: 'none', values: [] } : { state: 'found', values: found }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'ENOTFOUND') return { state: 'none', values: [], noSuchName: true }
      if (NONE.has(code)) return { state: 'none', values: [] }
      return {
        state: 'silent',
        values: [],
        why: SILENCES[code] ?? advice('resolver-invalid', { code: code || String(error) }),
      }
    }
  }
  return {
    ask(type, name) {
      const key = `${type} ${name.toLowerCase()}`
      if (!asked.has(key)) asked.set(key, answer(type, name))
      return asked.get(key)!
    },
  }
}

/** All addresses of a host; the host itself, if it is an address. */
export async function addressesOf(dns: Dns, host: string): Promise<DnsAnswer> {
  if (isIP(host)) return { state: 'found', values: [host] }
  const answers = await Promise.all([dns.ask('A', host), dns.ask('AAAA', host)])
  const values = answers.flatMap(answer => answer.values)
  if (values.length > 0) return { state: 'found', values }
  return answers.find(({ state }) => state === 'silent') ?? { state: 'none', values: [] }
}

/**
 * The reverse name of an address: 4.3.2.1.in-addr.arpa, or the 32 digits of ip6.arpa (RFC 3596
 * 2.5).
 */
export function reverseName(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').reverse().join('.')}.in-addr.arpa`
  const digits = groupsOf(address).map(group => group.padStart(4, '0'))
  return `${[...digits.join('')].reverse().join('.')}.ip6.arpa`
}

/**
 * Parses a list of resolvers separated by commas: `192.0.2.53`, `127.0.0.1:5353`,
 * `[2001:db8::1]:53`. Throws an Error whose message ends the sentence "... wants".
 */
export function readResolvers(text: string): string[] {
  const servers = text.split(',').map(one => one.trim().replace(/^localhost(?=:|$)/i, '127.0.0.1'))
  for (const server of servers) {
    const [, six, four = '', port = '53'] =
      /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(server) ?? []
    const right =
      isIP(server) !== 0 ||
      (isIP(six ?? four) === (six ? 6 : 4) && Number(port) >= 1 && Number(port) <= 65_535)
    if (!right)
      throw new Error(
        'addresses of resolvers separated by commas, like 192.0.2.53, 127.0.0.1:5353 or ' +
          '[2001:db8::1]:53',
      )
  }
  return servers
}

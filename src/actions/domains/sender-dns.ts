/** The DNS records that receivers check for emails from a domain. */
import { isIP } from 'node:net'
import type { Db } from '../../db/db.ts'
import { listDkimKeys } from '../../domain/dkim/manage-dkim-keys.ts'
import { ownNames } from '../../domain/hosts/bounce-domains.sql.ts'
import { listsOfAccount } from '../../domain/lists/lists.sql.ts'
import { refused } from '../../domain/refusal.ts'
import { senderDomainOf } from '../../domain/routes/route-rules.ts'
import { createDns } from '../../mail/dns/ask.ts'
import { checkSender } from '../../mail/dns/check.ts'
import type { DnsFinding, DnsRecord, PublishedKey, SenderFacts } from '../../mail/dns/finding.ts'
import { mailDomain } from '../../mail/message/headers.ts'
import { DMARC_REPORTS } from '../../mail/receiver-reports/addresses.ts'
import { knownRoutes, type RelaySettings } from '../relays/known-routes.ts'

/** The domain of an address, or the domain itself, in ASCII. Refuses a text without one. */
export function readDomain(given: string): string {
  const domain = mailDomain(given.trim().replace(/^.*@/, '').replace(/\.$/, '')).toLowerCase()
  const labels = domain.split('.')
  const right =
    labels.length > 1 &&
    domain.length <= 253 &&
    labels.every(label => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  if (right && isIP(domain) === 0) return domain
  throw refused('not-valid', 'domain-wrong', { domain: given.slice(0, 255) })
}

/** Asks the DNS, by default the resolvers of the settings. */
export async function checkedDns(
  db: Db,
  settings: RelaySettings,
  accountId: number,
  domain: string,
  resolvers = settings.resolvers,
): Promise<DnsFinding[]> {
  const facts = await senderFacts(db, settings, accountId, domain)
  return checkSender(createDns({ servers: resolvers }), facts)
}

/** In the form of a zone file; a DNS string has at most 255 octets (RFC 1035 3.3.14). */
export function zoneLine({ name, type, value }: DnsRecord): string {
  const strings = (value.match(/.{1,255}/g) ?? [])
    .map(part => `"${part.replace(/["\\]/g, '\\$&')}"`)
    .join(' ')
  return `${name}. IN ${type} ${type === 'TXT' ? `( ${strings} )` : `${value}.`}`
}

export async function senderFacts(
  db: Db,
  settings: RelaySettings,
  accountId: number,
  domain: string,
): Promise<SenderFacts> {
  const { publicUrl } = settings
  const bounceDomain = await bounceDomainOf(db, settings, accountId)
  const relays = (await knownRoutes(db, settings)).flatMap(({ name, address }) =>
    address ? [{ name, host: address.host }] : [],
  )
  return {
    domain,
    keys: await keysFor(db, accountId, domain),
    bounceDomain,
    reportAddress: reportAddressAt(bounceDomain, settings),
    relays,
    serviceHost: publicUrl === undefined ? undefined : new URL(publicUrl).hostname,
  }
}

const bounceDomainOf = async (db: Db, settings: RelaySettings, accountId: number) =>
  (await ownNames(db, { accountId })).bounces ?? settings.bounceDomain

/** Without the listener no process may take mail to that address. */
const reportAddressAt = (bounceDomain: string | undefined, { takesMail }: RelaySettings) =>
  bounceDomain === undefined || !takesMail ? undefined : `${DMARC_REPORTS}@${bounceDomain}`

/** Where DMARC reports on domains of the account go; undefined: this installation takes none. */
export const reportAddressOf = async (
  db: Db,
  settings: RelaySettings,
  accountId: number,
): Promise<string | undefined> =>
  reportAddressAt(await bounceDomainOf(db, settings, accountId), settings)

/** The domains that lists send from, and those with keys to sign with. */
export async function senderDomains(
  db: Db,
  accountId: number,
): Promise<{ domain: string; lists: number; signed: boolean }[]> {
  const lists = new Map<string, number>()
  for (const { fromEmail } of await listsOfAccount(db, { accountId })) {
    const domain = senderDomainOf(fromEmail)
    lists.set(domain, (lists.get(domain) ?? 0) + 1)
  }
  const signing = (await listDkimKeys(db, accountId)).filter(({ state }) => state === 'signs')
  const signed = new Set(signing.map(key => key.domain))
  return [...new Set([...lists.keys(), ...signed])].sort().map(domain => ({
    domain,
    lists: lists.get(domain) ?? 0,
    signed: [...parentsOf(domain)].some(name => signed.has(name)),
  }))
}

/** The domain, then the domains above it, as in signing (domain/dkim/dkim.ts). */
function* parentsOf(domain: string): Generator<string> {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) yield name
}

/** Those of the domain, or of the nearest parent domain that has some. */
async function keysFor(db: Db, accountId: number, domain: string): Promise<PublishedKey[]> {
  const active = (await listDkimKeys(db, accountId)).filter(({ state }) => state !== 'retired')
  for (const name of parentsOf(domain)) {
    const keys = active.filter(key => key.domain === name)
    if (keys.length > 0)
      return keys
        .map(({ state, ...key }) => ({ ...key, signs: state === 'signs' }))
        .sort(inReadingOrder)
  }
  return []
}

/** Active keys before pending ones, and the name of a pair before the same with -ed. */
const inReadingOrder = (a: PublishedKey, b: PublishedKey): number =>
  Number(b.signs) - Number(a.signs) || (a.selector < b.selector ? -1 : 1)

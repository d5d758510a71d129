/** Settings and stored keys of a sender domain, for checks of the DNS. */
import { isIP } from 'node:net'
import type { Db } from '../db/db.ts'
import { listDkimKeys } from '../domain/dkim/manage-dkim-keys.ts'
import type { PublishedKey, SenderFacts } from '../mail/dns/finding.ts'
import { mailDomain } from '../mail/message/headers.ts'
import { DMARC_REPORTS } from '../mail/receiver-reports/addresses.ts'
import type { Config } from '../settings/config.ts'
import { knownRoutes } from '../use-cases/relays.ts'
import { CommandFailed } from './context.ts'
import { relaysOf } from './secret.ts'

/** The domain of an address, or the domain itself. */
export function readDomain(given: string): string {
  const domain = mailDomain(given.trim().replace(/^.*@/, '').replace(/\.$/, '')).toLowerCase()
  const labels = domain.split('.')
  const right =
    labels.length > 1 &&
    domain.length <= 253 &&
    labels.every(label => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  if (!right || isIP(domain) !== 0)
    throw new CommandFailed(`${JSON.stringify(given)} is not a domain like example.com.`)
  return domain
}

const serviceHostOf = ({ http }: Config): string | undefined =>
  http.publicUrl === undefined ? undefined : new URL(http.publicUrl).hostname

/** The domain of the return path. */
export const bounceDomainOf = (config: Config): string | undefined =>
  config.bounces.domain ?? serviceHostOf(config)

export async function senderFacts(
  db: Db,
  config: Config,
  accountId: number,
  domain: string,
): Promise<SenderFacts> {
  const serviceHost = serviceHostOf(config)
  const bounceDomain = bounceDomainOf(config)
  const relays = (await knownRoutes(db, relaysOf(db, config))).flatMap(({ name, address }) =>
    address ? [{ name, host: address.host }] : [],
  )
  return {
    domain,
    keys: await keysFor(db, accountId, domain),
    bounceDomain,
    // Without the listener nobody may take mail to that address.
    reportAddress:
      bounceDomain === undefined || config.bounces.port === undefined
        ? undefined
        : `${DMARC_REPORTS}@${bounceDomain}`,
    relays,
    serviceHost,
  }
}

/**
 * Those of the domain, or of the nearest parent domain that has some, as in signing
 * (domain/dkim/dkim.ts).
 */
async function keysFor(db: Db, accountId: number, domain: string): Promise<PublishedKey[]> {
  const active = (await listDkimKeys(db, accountId)).filter(({ state }) => state !== 'retired')
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
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

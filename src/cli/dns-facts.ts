/** Settings and stored keys of a sender domain, for checks of the DNS. */

import type { Db } from '../db/db.ts'
import { listDkimKeys } from '../domain/dkim/manage-dkim-keys.ts'
import type { PublishedKey, SenderFacts } from '../mail/dns/finding.ts'
import type { Config } from '../settings/config.ts'
import { knownRoutes } from './relays.ts'

export async function senderFacts(
  db: Db,
  config: Config,
  accountId: number,
  domain: string,
): Promise<SenderFacts> {
  const serviceHost =
    config.http.publicUrl === undefined ? undefined : new URL(config.http.publicUrl).hostname
  const relays = (await knownRoutes(db, config)).flatMap(({ name, address }) =>
    address ? [{ name, host: address.host }] : [],
  )
  return {
    domain,
    keys: await keysFor(db, accountId, domain),
    bounceDomain: config.bounces.domain ?? serviceHost,
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

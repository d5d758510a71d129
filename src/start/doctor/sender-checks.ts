/**
 * The DNS checks of `pennypost doctor`: one line per sender domain. `pennypost dns check` shows the
 * details.
 */

import { senderFacts } from '../../actions/domains/sender-dns.ts'
import { type DoctorFinding, doctorSentence } from '../../actions/installation/doctor-words.ts'
import { knownRoutes, type RelaySettings } from '../../actions/relays/known-routes.ts'
import type { Store } from '../../db/db.ts'
import { accountsInOrder } from '../../domain/accounts/accounts.sql.ts'
import { listsOfAccount } from '../../domain/lists/lists.sql.ts'
import { domainOf } from '../../lib/email-address.ts'
import { createDns, type Dns } from '../../mail/dns/ask.ts'
import { checkSender } from '../../mail/dns/check.ts'
import type { DnsFinding } from '../../mail/dns/finding.ts'
import { mailDomain } from '../../mail/message/headers.ts'
import { bad, ok, warn } from './finding.ts'

/** Further domains are left to `pennypost dns check`. */
const MOST_DOMAINS = 10

/** Skipped while there is no relay, since no email is sent. */
export async function dnsOfSenders(db: Store, relays: RelaySettings): Promise<DoctorFinding[]> {
  if ((await knownRoutes(db, relays)).every(({ address }) => !address)) return []
  const accounts = (await accountsInOrder(db, {})).filter(({ closedAt }) => closedAt === null)
  const senders: Sender[] = []
  for (const { id, username } of accounts.slice(0, MOST_DOMAINS)) {
    const domains = (await listsOfAccount(db, { accountId: id })).map(({ fromEmail }) =>
      mailDomain(domainOf(fromEmail)).toLowerCase(),
    )
    const option = accounts.length > 1 ? ` --account ${username}` : ''
    senders.push(
      ...[...new Set(domains)].map(domain => ({
        accountId: id,
        domain,
        command: `pennypost dns check ${domain}${option}`,
      })),
    )
  }
  const dns = createDns({ servers: relays.resolvers })
  return Promise.all(
    senders.slice(0, MOST_DOMAINS).map(sender => findingOf(dns, db, relays, sender)),
  )
}

interface Sender {
  accountId: number
  domain: string
  command: string
}

async function findingOf(
  dns: Dns,
  db: Store,
  relays: RelaySettings,
  { accountId, domain, command }: Sender,
): Promise<DoctorFinding> {
  const findings = await checkSender(dns, await senderFacts(db, relays, accountId, domain))
  const named = (state: DnsFinding['state']) =>
    findings
      .filter(one => one.state === state)
      .map(({ check }) => check)
      .join(', ')
  const lacks = { bad: named('bad'), warn: named('warn'), unknown: named('unknown') }
  if (Object.values(lacks).every(names => names === ''))
    return ok('dns', doctorSentence('dns-fine', { domain }))
  const report = lacks.bad === '' ? warn : bad
  return report(
    'dns',
    doctorSentence('dns-lacks', { domain, ...lacks }),
    doctorSentence('run', { command }),
  )
}

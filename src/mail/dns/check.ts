/**
 * `pennypost dns check`: checks the DNS records that receivers use to judge emails of a domain.
 * Only sends DNS queries. One file for each part: the return path with SPF and MX, DKIM, DMARC with
 * alignment, BIMI, MTA-STS with TLS-RPT, the names of relays.
 */
import type { Dns } from './ask.ts'
import { checkDkim } from './dkim.ts'
import { checkDmarc } from './dmarc.ts'
import type { DnsFinding, SenderFacts } from './finding.ts'
import { checkRelays } from './relays.ts'
import { checkReturnPath } from './return-path.ts'
import { checkTransport } from './transport.ts'
import { advice, checkName } from './words.ts'

export async function checkSender(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const parts = [
    checkDomain,
    checkReturnPath,
    checkDkim,
    checkDmarc,
    checkTransport,
    checkRelays,
  ].map(check => check(dns, facts))
  return (await Promise.all(parts)).flat()
}

/** Whether no finding is bad or unknown. */
export const allWell = (findings: DnsFinding[]): boolean =>
  findings.every(({ state }) => state !== 'bad' && state !== 'unknown')

/** Reported only if the domain does not exist; then no other check can succeed. */
async function checkDomain(dns: Dns, { domain }: SenderFacts): Promise<DnsFinding[]> {
  const answer = await dns.ask('TXT', domain)
  if (answer.state !== 'none' || !answer.noSuchName) return []
  return [
    {
      ...checkName('domain'),
      state: 'bad',
      asked: [`TXT ${domain}`],
      found: [],
      says: [advice('domain-gone', { domain })],
      mend: advice('domain-look'),
      shell: 'pennypost dns check DOMAIN --resolver ADDRESS',
    },
  ]
}

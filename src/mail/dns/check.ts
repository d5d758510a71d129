/**
 * What receivers find in the DNS about messages from a domain: `pennypost dns check`. Nothing but
 * questions to the resolver is sent. Each part is a file of its own: the return path with SPF and
 * MX, DKIM, DMARC with alignment, the names of relays.
 */
import type { Dns } from './ask.ts'
import { checkDkim } from './dkim.ts'
import { checkDmarc } from './dmarc.ts'
import type { DnsFinding, SenderFacts } from './finding.ts'
import { checkRelays } from './relays.ts'
import { checkReturnPath } from './return-path.ts'

export async function checkSender(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const parts = [checkDomain, checkReturnPath, checkDkim, checkDmarc, checkRelays].map(check =>
    check(dns, facts),
  )
  return (await Promise.all(parts)).flat()
}

/** Whether something is to be done, or is not known. */
export const isWell = (findings: DnsFinding[]): boolean =>
  findings.every(({ state }) => state === 'ok' || state === 'warn')

/** Said only when the domain is not there at all; then nothing else can be right. */
async function checkDomain(dns: Dns, { domain }: SenderFacts): Promise<DnsFinding[]> {
  const answer = await dns.ask('TXT', domain)
  if (answer.state !== 'none' || !answer.noSuchName) return []
  return [
    {
      check: 'domain',
      state: 'bad',
      asked: [`TXT ${domain}`],
      found: [],
      means: `The resolver says that there is no domain ${domain} at all.`,
      todo: 'Look whether it is spelled right and paid for. If it is, the resolver may know its own network only: try --resolver ADDRESS.',
    },
  ]
}

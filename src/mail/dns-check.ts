/**
 * What receivers find in the DNS about letters from a domain: `pennypost dns check`. Nothing but questions to the resolver is sent.
 * Each part is a file of its own: the return path with SPF and MX, DKIM, DMARC with alignment, the names of relays.
 */
import type { Dns } from './dns-check-ask.ts'
import { checkDkim } from './dns-check-dkim.ts'
import { checkDmarc } from './dns-check-dmarc.ts'
import type { DnsFinding, SenderFacts } from './dns-check-finding.ts'
import { checkRelays } from './dns-check-relays.ts'
import { checkReturnPath } from './dns-check-return-path.ts'

export async function checkSender(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const parts = [checkReturnPath, checkDkim, checkDmarc, checkRelays].map(check => check(dns, facts))
  return (await Promise.all(parts)).flat()
}

/** Whether something is to be done, or is not known. */
export const isWell = (findings: DnsFinding[]): boolean => findings.every(({ state }) => state === 'ok' || state === 'warn')

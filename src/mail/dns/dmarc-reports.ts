/**
 * A domain whose DMARC reports go to another domain must be permitted there (RFC 7489 7.1): else
 * receivers send none.
 */
import type { Dns } from './ask.ts'
import {
  type DnsFinding,
  type DnsRecord,
  REPORTS,
  related,
  type SenderFacts,
  unanswered,
} from './finding.ts'
import { advice, checkName } from './words.ts'

export const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(;|$)/.test(text)

/** None if the domains belong together. `name` is the domain with the DMARC record. */
export function permission(
  { bounceDomain, reportAddress }: SenderFacts,
  name: string,
): DnsRecord[] {
  if (!reportAddress || bounceDomain === undefined || related(name, bounceDomain)) return []
  return [{ name: `${name}._report._dmarc.${bounceDomain}`, type: 'TXT', value: 'v=DMARC1;' }]
}

/** Of a record whose `rua` is our address. */
export async function checkPermission(
  dns: Dns,
  facts: SenderFacts,
  name: string,
  rua: string,
): Promise<DnsFinding[]> {
  const records = permission(facts, name)
  const [record] = records
  if (!record || !facts.reportAddress || !rua.toLowerCase().includes(facts.reportAddress)) return []
  const checked = checkName('reports')
  const asked = [`TXT ${record.name}`]
  const answer = await dns.ask('TXT', record.name)
  if (answer.state === 'silent') return [unanswered(checked, asked, answer)]
  const about = { ...checked, asked, found: answer.values }
  if (answer.values.some(isDmarc))
    return [{ ...about, state: 'ok', says: [advice('reports-permitted')], ...REPORTS }]
  return [
    {
      ...about,
      state: 'bad',
      says: [advice('reports-forbidden')],
      mend: advice('reports-permit'),
      records,
    },
  ]
}

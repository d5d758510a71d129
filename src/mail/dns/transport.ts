/**
 * Encryption on the way to the return path: MTA-STS (RFC 8461) makes other servers insist on it,
 * TLS-RPT (RFC 8460) asks them to report where it failed. Emails are delivered without both. Only
 * the DNS is asked: the policy of MTA-STS itself is not fetched.
 */
import { TLS_REPORTS } from '../receiver-reports/addresses.ts'
import { addressesOf, type Dns } from './ask.ts'
import { tagsOf } from './dkim.ts'
import { type DnsFinding, type SenderFacts, unanswered } from './finding.ts'
import { advice, checkName } from './words.ts'

export async function checkTransport(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const { bounceDomain } = facts
  if (bounceDomain === undefined) return []
  return Promise.all([
    checkMtaSts(dns, bounceDomain),
    checkTlsReports(dns, bounceDomain, facts.reportAddress !== undefined),
  ])
}

async function checkMtaSts(dns: Dns, domain: string): Promise<DnsFinding> {
  const name = `_mta-sts.${domain}`
  const host = `mta-sts.${domain}`
  const checked = checkName('mta-sts', domain)
  const asked = [`TXT ${name}`]
  const answer = await dns.ask('TXT', name)
  if (answer.state === 'silent') return unanswered(checked, asked, answer)
  const policies = answer.values.filter(text => /^v=STSv1\s*(;|$)/.test(text))
  const about = { ...checked, asked, found: policies }
  const records = [{ name, type: 'TXT' as const, value: 'v=STSv1; id=1' }]
  const served = await addressesOf(dns, host)
  const [policy] = policies
  if (policy === undefined)
    return {
      ...about,
      state: 'none',
      says: [advice('mta-sts-none')],
      mend: advice('mta-sts-publish', { host }),
      // Without its policy the record does nothing.
      ...(served.state === 'found' && { records }),
    }
  if (policies.length > 1)
    return {
      ...about,
      state: 'warn',
      says: [advice('mta-sts-several', { records: policies.length })],
      mend: advice('mta-sts-keep-one'),
    }
  if (!/^[a-zA-Z0-9]{1,32}$/.test(tagsOf(policy).get('id') ?? ''))
    return {
      ...about,
      state: 'warn',
      says: [advice('mta-sts-id')],
      mend: advice('correct'),
      records,
    }
  const asks = [...asked, `A, AAAA ${host}`]
  if (served.state === 'silent') return unanswered(checked, asks, served)
  return served.state === 'none'
    ? {
        ...about,
        asked: asks,
        state: 'warn',
        says: [advice('mta-sts-no-host', { host })],
        mend: advice('mta-sts-publish', { host }),
      }
    : { ...about, asked: asks, state: 'ok', says: [advice('mta-sts-fine', { host })] }
}

/** `takes`: whether this installation takes reports at the return path. */
async function checkTlsReports(dns: Dns, domain: string, takes: boolean): Promise<DnsFinding> {
  const name = `_smtp._tls.${domain}`
  const checked = checkName('tls-rpt', domain)
  const asked = [`TXT ${name}`]
  const answer = await dns.ask('TXT', name)
  if (answer.state === 'silent') return unanswered(checked, asked, answer)
  const wishes = answer.values.filter(text => /^v=TLSRPTv1\s*(;|$)/.test(text))
  const about = { ...checked, asked, found: wishes }
  const to = takes ? `mailto:${TLS_REPORTS}@${domain}` : undefined
  const mend = advice(to === undefined ? 'tls-rpt-publish' : 'tls-rpt-publish-here')
  const wanted =
    to === undefined
      ? { mend }
      : { mend, records: [{ name, type: 'TXT' as const, value: `v=TLSRPTv1; rua=${to}` }] }
  const [wish] = wishes
  if (wish === undefined)
    return { ...about, state: 'none', says: [advice('tls-rpt-none')], ...wanted }
  if (wishes.length > 1 || (tagsOf(wish).get('rua') ?? '') === '')
    return { ...about, state: 'warn', says: [advice('tls-rpt-ignored')], ...wanted }
  return { ...about, state: 'ok', says: [advice('tls-rpt-fine')] }
}

/**
 * The return-path domain: its SPF record, which receivers check for the envelope sender, and its
 * MX.
 */
import { isIP } from 'node:net'
import { kindOf } from '../../lib/fetch-guard-places.ts'
import { addressesOf, type Dns } from './ask.ts'
import {
  type DnsFinding,
  type DnsJudgement,
  type DnsRecord,
  related,
  type SenderFacts,
  unanswered,
} from './finding.ts'
import { mxFinding } from './mx.ts'
import { MOST_LOOKUPS, qualifierOfAll, readSpf, type Spf, spfResult } from './spf.ts'
import { advice, checkName } from './words.ts'

/** Whether a domain can receive mail: not this machine, not an address. */
const isMailDomain = (domain: string | undefined): domain is string =>
  domain?.includes('.') === true && isIP(domain) === 0 && !/(^|\.)localhost$/.test(domain)

export async function checkReturnPath(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const { domain, bounceDomain } = facts
  if (!isMailDomain(bounceDomain))
    return [
      {
        ...checkName('path'),
        state: 'bad',
        asked: [],
        found: bounceDomain === undefined ? [] : [bounceDomain],
        says: [advice('path-none')],
        mend: advice('path-set', { domain }),
        shell: `BOUNCE_DOMAIN=bounce.${domain}`,
      },
    ]
  const findings = await checkBounceDomain(dns, bounceDomain, facts)
  return bounceDomain === domain ? findings : [...findings, await spfOfFrom(dns, domain)]
}

/** Whether the relays may send with it, and whether what comes back arrives. */
export const checkBounceDomain = (
  dns: Dns,
  bounceDomain: string,
  facts: SenderFacts,
): Promise<DnsFinding[]> =>
  Promise.all([spfFinding(dns, bounceDomain, facts), mxFinding(dns, bounceDomain, facts)])

/**
 * Receivers check the SPF record of the return path. That of the domain in From matters only if it
 * is broken.
 */
const spfOfFrom = (dns: Dns, domain: string): Promise<DnsFinding> =>
  spfCheck(dns, domain, {
    absent: { state: 'ok', says: [advice('spf-needless')] },
    valid: async () => ({ state: 'ok', says: [advice('spf-beside')] }),
  })

const spfFinding = (dns: Dns, domain: string, facts: SenderFacts): Promise<DnsFinding> =>
  spfCheck(dns, domain, {
    absent: {
      state: 'bad',
      says: [advice('spf-none')],
      mend: advice('spf-publish'),
      records: [spfRecord(domain, `v=spf1 ${namesOf(facts).join(' ')} ~all`)],
    },
    valid: spf => relaysNamed(dns, spf, domain, facts),
  })

interface SpfJudgements {
  /** There is no record. */
  absent: DnsJudgement
  /** The record has no errors. */
  valid(spf: Spf): Promise<DnsJudgement>
}

async function spfCheck(
  dns: Dns,
  domain: string,
  { absent, valid }: SpfJudgements,
): Promise<DnsFinding> {
  const spf = await readSpf(dns, domain)
  const checked = checkName('spf', domain)
  if (spf.silent) return unanswered(checked, [spf.silent.asked], spf.silent)
  const judgement = spf.records.length === 0 ? absent : (judged(spf, domain) ?? (await valid(spf)))
  return { ...checked, asked: [`TXT ${domain}`], found: spf.records, ...judgement }
}

/** Errors of a record, independent of the servers that it names. */
function judged(
  { records, wrong, policy, lookups }: Spf,
  domain: string,
): DnsJudgement | undefined {
  const [record = ''] = records
  if (records.length > 1)
    return {
      state: 'bad',
      says: [advice('spf-several', { records: records.length })],
      mend: advice('spf-merge'),
      records: [spfRecord(domain, merged(records))],
    }
  if (wrong !== undefined || !policy)
    return {
      state: 'bad',
      says: [advice('spf-error'), ...(wrong === undefined ? [] : [wrong])],
      mend: advice(lookups > MOST_LOOKUPS ? 'spf-shorten' : 'correct'),
    }
  const all = qualifierOfAll(policy)
  if (all === '+')
    return {
      state: 'bad',
      says: [advice('spf-everyone')],
      mend: advice('spf-end'),
      records: [spfRecord(domain, record.replace(/\+?\ball\b/i, '~all'))],
    }
  if (all === undefined || all === '?')
    return {
      state: 'warn',
      says: [advice(all === '?' ? 'spf-neutral' : 'spf-endless')],
      mend: advice('spf-end'),
      records: [spfRecord(domain, `${record.replace(/(?<!\s)\s*\?all\b/i, '').trimEnd()} ~all`)],
    }
  return undefined
}

/** Whether the record names the relays, as far as their addresses tell. */
async function relaysNamed(
  dns: Dns,
  { records, policy, lookups }: Spf,
  domain: string,
  facts: SenderFacts,
): Promise<DnsJudgement> {
  const missing: string[] = []
  const named: string[] = []
  for (const { host } of facts.relays) {
    const { values } = await addressesOf(dns, host)
    const open = values.filter(address => kindOf(address) === 'public')
    if (open.length === 0) continue
    if (open.some(address => spfResult(policy!, address) === 'pass')) named.push(host)
    else if (open.every(address => spfResult(policy!, address) !== 'unknown')) missing.push(host)
  }
  const cost = advice('spf-cost', { lookups, most: MOST_LOOKUPS })
  if (missing.length === 0)
    return {
      state: 'ok',
      says:
        named.length > 0
          ? [advice('spf-lists', { hosts: named.join(', ') }), cost]
          : [advice('spf-valid'), cost, advice('spf-unchecked')],
    }
  const own = missing.some(host => isOwn(host, facts))
  const terms = namesOf({
    ...facts,
    relays: facts.relays.filter(({ host }) => missing.includes(host)),
  })
  return {
    state: own ? 'bad' : 'warn',
    says: [advice('spf-missing', { hosts: missing.join(', ') })],
    mend: advice(own ? 'spf-add' : 'spf-add-unless'),
    records: [spfRecord(domain, records[0]!.replace(/^v=spf1/i, `v=spf1 ${terms.join(' ')}`))],
  }
}

export const isOwn = (host: string, { domain, bounceDomain, serviceHost }: SenderFacts): boolean =>
  [domain, bounceDomain, serviceHost].some(
    one => one !== undefined && related(host.toLowerCase(), one),
  )

const spfRecord = (name: string, value: string): DnsRecord => ({ name, type: 'TXT', value })

/** The include that some providers document; for others the host itself is named. */
const PROVIDERS: [host: RegExp, include: string][] = [
  [/(^|\.)(gmail|google|googlemail)\.com$/, '_spf.google.com'],
  [/(^|\.)amazonaws\.com$/, 'amazonses.com'],
  [/(^|\.)sendgrid\.net$/, 'sendgrid.net'],
  [/(^|\.)mailgun\.org$/, 'mailgun.org'],
  [/(^|\.)(office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  [/(^|\.)postmarkapp\.com$/, 'spf.mtasv.net'],
  [/(^|\.)mailjet\.com$/, 'spf.mailjet.com'],
]

/** Terms that name the relays. A relay on this machine is named by its public name. */
function namesOf({ relays, serviceHost, bounceDomain }: SenderFacts): string[] {
  const terms = relays.map(({ host }) => {
    const include = PROVIDERS.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1]
    if (include) return `include:${include}`
    const inside =
      !host.includes('.') ||
      (isIP(host) !== 0 && kindOf(host) !== 'public') ||
      /(^|\.)localhost$/i.test(host)
    if (inside) return `a:${serviceHost ?? bounceDomain}`
    return isIP(host) === 0 ? `a:${host}` : `ip${isIP(host)}:${host}`
  })
  return terms.length > 0 ? [...new Set(terms)] : [`a:${serviceHost ?? bounceDomain}`]
}

/** Merges records: all terms, and the first "all" with ~ or -. */
function merged(records: string[]): string {
  const terms = records.flatMap(record => record.trim().split(/ +/).slice(1))
  const ends = terms.filter(term => /^[+?~-]?all$/i.test(term))
  const end = ends.find(term => /^[~-]/.test(term)) ?? '~all'
  return ['v=spf1', ...new Set(terms.filter(term => !ends.includes(term))), end].join(' ')
}

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
import { qualifierOfAll, readSpf, type Spf, spfResult } from './spf.ts'

/** Whether a domain can receive mail: not this machine, not an address. */
const isMailDomain = (domain: string | undefined): domain is string =>
  domain?.includes('.') === true && isIP(domain) === 0 && !/(^|\.)localhost$/.test(domain)

export async function checkReturnPath(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const { domain, bounceDomain } = facts
  if (!isMailDomain(bounceDomain))
    return [
      {
        check: 'return path',
        state: 'bad',
        asked: [],
        found: bounceDomain === undefined ? [] : [bounceDomain],
        means: 'Emails have no valid envelope sender: bounces are lost, and SPF cannot be checked.',
        todo:
          'Whoever runs the installation sets its return path, preferably to a name below ' +
          `${domain}, like bounce.${domain}; then check again.`,
        shell: `Set BOUNCE_DOMAIN=bounce.${domain}`,
      },
    ]
  const findings = await Promise.all([
    spfFinding(dns, bounceDomain, facts),
    mxFinding(dns, bounceDomain, facts),
  ])
  return bounceDomain === domain ? findings : [...findings, await spfOfFrom(dns, domain)]
}

/**
 * Receivers check the SPF record of the return path. That of the domain in From matters only if it
 * is broken.
 */
const spfOfFrom = (dns: Dns, domain: string): Promise<DnsFinding> =>
  spfCheck(dns, domain, {
    absent: {
      state: 'ok',
      means:
        'There is none. Emails of Pennypost need none here: receivers check that of the ' +
        'return path.',
    },
    valid: async () => ({
      state: 'ok',
      means: 'It is valid. Receivers of your emails check that of the return path.',
    }),
  })

const spfFinding = (dns: Dns, domain: string, facts: SenderFacts): Promise<DnsFinding> =>
  spfCheck(dns, domain, {
    absent: {
      state: 'bad',
      means:
        'There is no SPF record: receivers cannot tell which servers may send for the return path.',
      todo:
        'Publish one that names the sending servers of the relay; its provider documents what ' +
        'to include.',
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
  const check = `SPF of ${domain}`
  if (spf.silent)
    return unanswered(check, [spf.silent.asked], {
      state: 'silent',
      values: [],
      why: spf.silent.why,
    })
  const judgement = spf.records.length === 0 ? absent : (judged(spf, domain) ?? (await valid(spf)))
  return { check, asked: [`TXT ${domain}`], found: spf.records, ...judgement }
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
      means:
        `There are ${records.length} SPF records. Receivers treat this as an error and ignore ` +
        'them all.',
      todo: 'Remove them all and publish one.',
      records: [spfRecord(domain, merged(records))],
    }
  if (wrong !== undefined || !policy)
    return {
      state: 'bad',
      means: `Receivers treat the record as an error: ${wrong}.`,
      todo:
        lookups > 10
          ? 'Remove what is no longer used, or list networks (ip4:, ip6:) instead of includes.'
          : 'Correct it.',
    }
  const all = qualifierOfAll(policy)
  if (all === '+')
    return {
      state: 'bad',
      means:
        'It says +all: any server may send for the domain. Receivers treat this as a sign of spam.',
      todo: 'Let it end with ~all, or with -all if all servers are listed.',
      records: [spfRecord(domain, record.replace(/\+?\ball\b/i, '~all'))],
    }
  if (all === undefined || all === '?')
    return {
      state: 'warn',
      means:
        `It ${all === '?' ? 'ends with ?all' : 'has no "all"'}: servers that are not listed ` +
        'pass as well as those that are.',
      todo: 'Let it end with ~all, or with -all if all servers are listed.',
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
  const cost = `It needs ${lookups} of the 10 DNS lookups that receivers allow.`
  if (missing.length === 0)
    return {
      state: 'ok',
      means:
        named.length > 0
          ? `It lists ${named.join(' and ')}. ${cost}`
          : `It is valid. ${cost} Whether it lists the sending servers of your relay cannot ` +
            'be checked from here.',
    }
  const own = missing.some(host => isOwn(host, facts))
  const terms = namesOf({
    ...facts,
    relays: facts.relays.filter(({ host }) => missing.includes(host)),
  })
  return {
    state: own ? 'bad' : 'warn',
    means:
      `It does not list ${missing.join(' and ')}, which emails are handed to. If the relay ` +
      'sends from that address, receivers treat them as forged.',
    todo: own
      ? 'Add it.'
      : 'Add it, unless its provider documents other servers to include, and they are included.',
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

/**
 * DMARC: the policy of the domain in From, and whether our messages pass, i.e. whether SPF or DKIM
 * is aligned with that domain (RFC 7489 3.1).
 */
import type { Dns, DnsAnswer } from './ask.ts'
import { checkBimi } from './bimi.ts'
import { tagsOf } from './dkim.ts'
import { checkPermission, isDmarc, permission } from './dmarc-reports.ts'
import { type DnsFinding, REPORTS, related, type SenderFacts, unanswered } from './finding.ts'
import { advice, checkName } from './words.ts'

interface Published {
  name: string
  records: string[]
}

interface Search {
  asked: string[]
  silent?: DnsAnswer & { state: 'silent' }
  /** The domain and its parents that have records, the nearest first. */
  published: Published[]
}

export async function checkDmarc(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const search = await dmarcRecords(dns, facts.domain)
  if (search.silent) return [unanswered(checkName('dmarc'), search.asked, search.silent)]
  const [nearest] = search.published
  const rua = tagsOf(nearest?.records[0] ?? '').get('rua') ?? ''
  return [
    policyFinding(search, facts),
    ...(nearest ? await checkPermission(dns, facts, nearest.name, rua) : []),
    await alignmentFinding(dns, search, facts),
    await checkBimi(dns, facts, nearest !== undefined && acts(nearest, facts.domain)),
  ]
}

/**
 * Walks up from the domain (DNS tree walk of DMARCbis), so that no public suffix list is needed: a
 * domain without a record inherits its organization's.
 */
async function dmarcRecords(dns: Dns, domain: string): Promise<Search> {
  const labels = domain.split('.')
  const names = labels
    .map((_, at) => labels.slice(at).join('.'))
    .filter((name, at) => name.includes('.') && at < 8)
  const answers = await Promise.all(
    names.map(async name => ({ name, answer: await dns.ask('TXT', `_dmarc.${name}`) })),
  )
  const published = answers
    .map(({ name, answer }) => ({ name, records: answer.values.filter(isDmarc) }))
    .filter(({ records }) => records.length > 0)
  const until = published.length > 0 ? names.indexOf(published[0]!.name) : names.length - 1
  const asked = names.slice(0, until + 1).map(name => `TXT _dmarc.${name}`)
  // A nearer name that did not answer may have the record that applies.
  const silent = answers.slice(0, until + 1).find(({ answer }) => answer.state === 'silent')?.answer
  return { asked, published, silent: silent?.state === 'silent' ? silent : undefined }
}

function policyFinding({ asked, published }: Search, facts: SenderFacts): DnsFinding {
  const { domain, reportAddress } = facts
  const name = `_dmarc.${domain}`
  const [nearest] = published
  const about = { ...checkName('dmarc'), asked, found: nearest?.records ?? [] }
  const records = [
    {
      name,
      type: 'TXT' as const,
      value: `v=DMARC1; p=none; rua=mailto:${reportAddress ?? `dmarc@${domain}`}`,
    },
    ...permission(facts, domain),
  ]
  if (!nearest)
    return {
      ...about,
      state: 'bad',
      says: [advice('dmarc-none')],
      ...(reportAddress && REPORTS),
      mend: advice(reportAddress ? 'dmarc-publish-here' : 'dmarc-publish'),
      records,
    }
  const there = `_dmarc.${nearest.name}`
  if (nearest.records.length > 1)
    return {
      ...about,
      state: 'bad',
      says: [advice('dmarc-several', { records: nearest.records.length, name: there })],
      mend: advice('dmarc-keep-one'),
      records: [],
    }
  const tags = tagsOf(nearest.records[0]!)
  const policy = policyOf(nearest, domain)
  if (policy === undefined)
    return {
      ...about,
      state: 'bad',
      says: [
        advice('dmarc-no-policy', { policy: tags.get('p') ?? '' }),
        advice(tags.has('rua') ? 'dmarc-as-none' : 'dmarc-ignored'),
      ],
      mend: advice('correct'),
      records: [{ name: there, type: 'TXT', value: withNone(nearest.records[0]!) }],
    }
  const says = [
    advice(POLICIES[policy]),
    ...(tags.get('t') === 'y' ? [advice('dmarc-testing')] : []),
    ...(nearest.name === domain ? [] : [advice('dmarc-inherited', { name: nearest.name })]),
  ]
  if (tags.has('rua')) return { ...about, state: 'ok', says }
  return {
    ...about,
    state: 'warn',
    says: [...says, advice('dmarc-unread')],
    ...(reportAddress && REPORTS),
    mend: advice(reportAddress ? 'dmarc-add-here' : 'dmarc-add-mailbox'),
    records: [
      {
        name: there,
        type: 'TXT',
        value:
          `${nearest.records[0]!.replace(/(?<![;\s])[;\s]+$/, '')}; ` +
          `rua=mailto:${reportAddress ?? `dmarc@${nearest.name}`}`,
      },
      ...permission(facts, nearest.name),
    ],
  }
}

/** What becomes of emails that pass neither, by `p`. */
const POLICIES = {
  none: 'dmarc-passes',
  quarantine: 'dmarc-quarantine',
  reject: 'dmarc-reject',
} as const

function policyOf({ name, records }: Published, domain: string): keyof typeof POLICIES | undefined {
  const tags = tagsOf(records[0]!)
  const said = (name === domain ? undefined : tags.get('sp')) ?? tags.get('p')
  return (['none', 'quarantine', 'reject'] as const).find(one => one === said?.toLowerCase())
}

/** Whether receivers do something with all emails that fail: BIMI asks for that. */
function acts(nearest: Published, domain: string): boolean {
  const policy = policyOf(nearest, domain)
  const tags = tagsOf(nearest.records[0]!)
  return (
    (policy === 'quarantine' || policy === 'reject') &&
    (tags.get('pct') ?? '100') === '100' &&
    tags.get('t') !== 'y'
  )
}

/** `p` follows the version directly (RFC 7489 6.3). */
function withNone(record: string): string {
  const rest = record
    .split(';')
    .slice(1)
    .map(part => part.trim())
  return ['v=DMARC1', 'p=none', ...rest.filter(part => part !== '' && !/^p\s*=/i.test(part))].join(
    '; ',
  )
}

async function alignmentFinding(dns: Dns, search: Search, facts: SenderFacts): Promise<DnsFinding> {
  const { domain, bounceDomain, keys } = facts
  const tags = tagsOf(search.published[0]?.records[0] ?? '')
  const signer = keys.find(({ signs }) => signs)?.domain
  // Keys are those of the domain or of a parent.
  const byDkim = signer !== undefined && (signer === domain || tags.get('adkim') !== 's')
  const theirs = bounceDomain === undefined ? undefined : await dmarcRecords(dns, bounceDomain)
  const sameOne = related(domain, bounceDomain ?? '') || sameOrganisation(search, theirs)
  const bySpf =
    bounceDomain !== undefined && (bounceDomain === domain || (tags.get('aspf') !== 's' && sameOne))
  const found = [
    `From ${domain}`,
    `DKIM d=${signer ?? '(not signed)'}`,
    `return path ${bounceDomain ?? '(none)'}`,
  ]
  const about = { ...checkName('alignment'), asked: search.asked, found }
  if (byDkim && bySpf)
    return {
      ...about,
      state: 'ok',
      says: [advice('aligned-both')],
    }
  if (byDkim)
    return {
      ...about,
      state: 'ok',
      says: [advice('aligned-dkim', { domain })],
    }
  if (!bySpf && theirs?.silent)
    return unanswered(checkName('alignment'), theirs.asked, theirs.silent)
  const strictly = signer === undefined ? [] : [advice('aligned-strictly', { signer })]
  return {
    ...about,
    state: bySpf ? 'warn' : 'bad',
    says: [advice(bySpf ? 'aligned-spf' : 'aligned-none'), ...strictly],
    mend: advice('dkim-make'),
    shell: `pennypost dkim add ${domain}`,
  }
}

/** Relaxed alignment of names that are not parent and child: by the topmost records above them. */
function sameOrganisation(ours: Search, theirs: Search | undefined): boolean {
  const top = organisation(ours)
  return top !== undefined && theirs !== undefined && top === organisation(theirs)
}

/**
 * A record with psd=n declares its domain an organizational domain; one with psd=y, the domains
 * below it.
 */
function organisation({ published }: Search): string | undefined {
  const said = published.find(({ records }) => tagsOf(records[0]!).get('psd') === 'n')
  return (said ?? published.findLast(({ records }) => tagsOf(records[0]!).get('psd') !== 'y'))?.name
}

/**
 * DMARC: the policy of the domain in From, and whether our messages pass, i.e. whether SPF or DKIM
 * is aligned with that domain (RFC 7489 3.1).
 */
import type { Dns, DnsAnswer } from './ask.ts'
import { tagsOf } from './dkim.ts'
import { checkPermission, isDmarc, permission } from './dmarc-reports.ts'
import { type DnsFinding, REPORTS, related, type SenderFacts, unanswered } from './finding.ts'

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
  if (search.silent) return [unanswered('DMARC', search.asked, search.silent)]
  const [nearest] = search.published
  const rua = tagsOf(nearest?.records[0] ?? '').get('rua') ?? ''
  return [
    policyFinding(search, facts),
    ...(nearest ? await checkPermission(dns, facts, nearest.name, rua) : []),
    await alignmentFinding(dns, search, facts),
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
  const about = { check: 'DMARC', asked, found: nearest?.records ?? [] }
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
      means: 'There is no DMARC record. Gmail, Yahoo and Outlook require one of bulk senders.',
      ...(reportAddress && REPORTS),
      todo: reportAddress
        ? 'Publish one: receivers then send their reports here.'
        : 'Publish one, with a mailbox in rua= that you read: receivers send their reports to ' +
          'it.',
      records,
    }
  const there = `_dmarc.${nearest.name}`
  if (nearest.records.length > 1)
    return {
      ...about,
      state: 'bad',
      means:
        `There are ${nearest.records.length} DMARC records at ${there}; receivers then ignore ` +
        'them all.',
      todo: 'Keep one of them.',
      records: [],
    }
  const tags = tagsOf(nearest.records[0]!)
  const policy = policyOf(nearest, domain)
  if (policy === undefined)
    return {
      ...about,
      state: 'bad',
      means:
        `The record says p=${tags.get('p') ?? ''}; it must be none, quarantine or reject. ` +
        `Receivers ${tags.has('rua') ? 'treat it as none' : 'ignore the record'}.`,
      todo: 'Correct it.',
      records: [{ name: there, type: 'TXT', value: withNone(nearest.records[0]!) }],
    }
  const inherited = nearest.name === domain ? '' : ` It is inherited from ${nearest.name}.`
  const words = {
    none: 'should be delivered anyway',
    quarantine: 'should be delivered as spam',
    reject: 'should be rejected',
  }[policy]
  const means =
    'Emails that pass neither SPF nor DKIM ' +
    `${words}${tags.get('t') === 'y' ? ' (testing only, t=y)' : ''}.${inherited}`
  if (tags.has('rua')) return { ...about, state: 'ok', means }
  return {
    ...about,
    state: 'warn',
    means: `${means} No one receives the reports of receivers, so failures go unnoticed.`,
    ...(reportAddress && REPORTS),
    todo: reportAddress
      ? 'Add rua=: receivers then send their reports here.'
      : 'Add a mailbox that you read.',
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

function policyOf(
  { name, records }: Published,
  domain: string,
): 'none' | 'quarantine' | 'reject' | undefined {
  const tags = tagsOf(records[0]!)
  const said = (name === domain ? undefined : tags.get('sp')) ?? tags.get('p')
  return (['none', 'quarantine', 'reject'] as const).find(one => one === said?.toLowerCase())
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
  const about = { check: 'alignment', asked: search.asked, found }
  if (byDkim && bySpf)
    return {
      ...about,
      state: 'ok',
      means:
        'Signature and return path are both aligned with the domain in From: emails pass ' +
        'DMARC by either.',
    }
  if (byDkim)
    return {
      ...about,
      state: 'ok',
      means:
        'The signature is aligned with the domain in From, the return path is not: emails ' +
        `pass DMARC by DKIM alone. With bounce.${domain} as return path they would pass by ` +
        'both.',
    }
  if (!bySpf && theirs?.silent) return unanswered('alignment', theirs.asked, theirs.silent)
  const strictly =
    signer !== undefined
      ? ` The record requires that exact domain (adkim=s), and emails are signed for ${signer}.`
      : ''
  const todo = 'Make keys for the domain, and publish their records.'
  const shell = `pennypost dkim add ${domain}`
  if (bySpf)
    return {
      ...about,
      state: 'warn',
      means:
        'Only the return path is aligned with the domain in From: forwarded emails fail ' +
        `DMARC.${strictly}`,
      todo,
      shell,
    }
  return {
    ...about,
    state: 'bad',
    means:
      'Neither signature nor return path is aligned with the domain in From: emails fail ' +
      `DMARC.${strictly}`,
    todo,
    shell,
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

/**
 * DMARC: what the domain in From asks of receivers, and whether our messages pass, that is, whether
 * SPF or DKIM speaks for that domain (RFC 7489 3.1).
 */
import type { Dns, DnsAnswer } from './ask.ts'
import { tagsOf } from './dkim.ts'
import { type DnsFinding, related, type SenderFacts, unanswered } from './finding.ts'

interface Published {
  name: string
  records: string[]
}

interface Search {
  asked: string[]
  silent?: DnsAnswer & { state: 'silent' }
  /** The domain and those above it that have records, the nearest first. */
  published: Published[]
}

export async function checkDmarc(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const search = await dmarcRecords(dns, facts.domain)
  if (search.silent) return [unanswered('DMARC', search.asked, search.silent)]
  return [policyFinding(search, facts.domain), await alignmentFinding(dns, search, facts)]
}

const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(;|$)/.test(text)

/**
 * Asked upwards from the domain, as its successor wants it: so no list of public suffixes is
 * needed, and a domain has what its organisation says when it says nothing itself.
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
  // One that is nearer than what was found, and does not answer, may be the one that counts.
  const silent = answers.slice(0, until + 1).find(({ answer }) => answer.state === 'silent')?.answer
  return { asked, published, silent: silent?.state === 'silent' ? silent : undefined }
}

function policyFinding({ asked, published }: Search, domain: string): DnsFinding {
  const name = `_dmarc.${domain}`
  const [nearest] = published
  const about = { check: 'DMARC', asked, found: nearest?.records ?? [] }
  const records = [
    { name, type: 'TXT' as const, value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}` },
  ]
  if (!nearest)
    return {
      ...about,
      state: 'bad',
      means:
        'There is no DMARC record. Gmail, Yahoo and Outlook want one of everybody who sends in bulk.',
      todo: 'Publish one, with an address in rua= that somebody reads: receivers send their reports to it.',
      records,
    }
  const there = `_dmarc.${nearest.name}`
  if (nearest.records.length > 1)
    return {
      ...about,
      state: 'bad',
      means: `There are ${nearest.records.length} DMARC records at ${there}; receivers then take none.`,
      todo: 'Leave one of them.',
      records: [],
    }
  const tags = tagsOf(nearest.records[0]!)
  const policy = policyOf(nearest, domain)
  if (policy === undefined)
    return {
      ...about,
      state: 'bad',
      means: `The record says p=${tags.get('p') ?? ''}; it has to be none, quarantine or reject. Receivers ${tags.has('rua') ? 'take it for none' : 'take no notice of the record'}.`,
      todo: 'Correct it.',
      records: [{ name: there, type: 'TXT', value: withNone(nearest.records[0]!) }],
    }
  const inherited =
    nearest.name === domain
      ? ''
      : ` It is that of ${nearest.name}, which holds for the domains below it.`
  const words = {
    none: 'are to be delivered all the same',
    quarantine: 'are to be put with the spam',
    reject: 'are to be refused',
  }[policy]
  const means = `Emails that neither SPF nor DKIM vouch for ${words}${tags.get('t') === 'y' ? ' (but it is only tried, t=y)' : ''}.${inherited}`
  if (tags.has('rua')) return { ...about, state: 'ok', means }
  return {
    ...about,
    state: 'warn',
    means: `${means} Nobody gets the reports of receivers, so nobody sees when emails fail.`,
    todo: 'Add an address that somebody reads.',
    records: [
      {
        name: there,
        type: 'TXT',
        value: `${nearest.records[0]!.replace(/(?<![;\s])[;\s]+$/, '')}; rua=mailto:dmarc@${nearest.name}`,
      },
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

/** `p` comes right behind the version (RFC 7489 6.3). */
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
  // Keys are those of the domain or of one above it.
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
        'Signature and return path both speak for the domain in From: emails pass DMARC by either.',
    }
  if (byDkim)
    return {
      ...about,
      state: 'ok',
      means: `The signature speaks for the domain in From, the return path does not: emails pass DMARC by DKIM alone. With BOUNCE_DOMAIN=bounce.${domain} they would by both.`,
    }
  if (!bySpf && theirs?.silent) return unanswered('alignment', theirs.asked, theirs.silent)
  const strictly =
    signer !== undefined
      ? ` The record wants that exact domain (adkim=s), and emails are signed for ${signer}.`
      : ''
  const todo = `pennypost dkim add ${domain}`
  if (bySpf)
    return {
      ...about,
      state: 'warn',
      means: `Only the return path speaks for the domain in From: whatever is forwarded fails DMARC.${strictly}`,
      todo,
    }
  return {
    ...about,
    state: 'bad',
    means: `Neither signature nor return path speaks for the domain in From: emails fail DMARC.${strictly}`,
    todo,
  }
}

/**
 * Relaxed alignment of names that do not stand one below the other: what the topmost records above
 * them say.
 */
function sameOrganisation(ours: Search, theirs: Search | undefined): boolean {
  const top = organisation(ours)
  return top !== undefined && theirs !== undefined && top === organisation(theirs)
}

/**
 * A record with psd=n says that its domain is an organisation's; one with psd=y, that the domains
 * below it are.
 */
function organisation({ published }: Search): string | undefined {
  const said = published.find(({ records }) => tagsOf(records[0]!).get('psd') === 'n')
  return (said ?? published.findLast(({ records }) => tagsOf(records[0]!).get('psd') !== 'y'))?.name
}

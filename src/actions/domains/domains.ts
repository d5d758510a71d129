/** Sender domains: keys that sign their emails, and the DNS records that receivers check. */
import { z } from 'zod'
import { listDkimKeys, retireDkimPair } from '../../domain/dkim/manage-dkim-keys.ts'
import { type DnsFinding as FoundInDns, inEnglish } from '../../mail/dns/finding.ts'
import { DNS_CODES, DNS_PARTS } from '../../mail/dns/words.ts'
import { action } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { moment } from '../values.ts'
import { addDkimPair, dkimRecord, violationsOfDkimPair } from './dkim.ts'
import { checkedDns, readDomain, senderDomains, zoneLine } from './sender-dns.ts'

export const domain = z.string().min(1).max(255).describe('example.com, or an address of it.')
const selector = z.string().max(63).describe('The name of the pair in the DNS.')

const DkimKey = z
  .object({
    domain: z.string(),
    selector: z.string(),
    algorithm: z.string(),
    state: z.enum(['signs', 'waits', 'retired']).describe('waits: until the former is retired.'),
    created: moment,
    retired: moment.nullable(),
    record: z.object({
      name: z.string(),
      text: z.string(),
      strings: z.string().describe('As in a zone file.'),
    }),
  })
  .meta({ id: 'DkimKey' })

const Sentence = z.object({
  code: z.enum(DNS_CODES),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  says: z.string().describe('In English.'),
})

export const DnsFinding = z
  .object({
    check: z.string(),
    part: z.enum(DNS_PARTS).describe('What is checked.'),
    of: z.string().describe('Domain, host or selector.'),
    state: z
      .enum(['ok', 'warn', 'bad', 'none', 'unknown'])
      .describe('none: not there, nor needed to arrive; unknown: the DNS did not answer.'),
    asked: z.array(z.string()).describe('TXT _dmarc.example.com'),
    found: z.array(z.string()),
    means: z.string().describe('`says`, as one text in English.'),
    says: z.array(Sentence),
    todo: z.string().nullable().describe('`mend` in English.'),
    mend: Sentence.nullable(),
    records: z
      .array(z.object({ name: z.string(), type: z.string(), value: z.string(), line: z.string() }))
      .describe('To publish; `line` as in a zone file.'),
  })
  .meta({ id: 'DnsFinding' })

export type DnsFindingAnswer = z.output<typeof DnsFinding>

export const answered = ({ mend, records = [], ...finding }: FoundInDns): DnsFindingAnswer => ({
  ...finding,
  means: inEnglish(finding.says),
  todo: mend?.says ?? null,
  mend: mend ?? null,
  records: records.map(record => ({ ...record, line: zoneLine(record) })),
})

const keyFacts = (key: Awaited<ReturnType<typeof listDkimKeys>>[number]) => ({
  ...key,
  retired: key.retiredAt,
  record: dkimRecord(key),
})

export const domains = [
  action({
    route: 'GET /sender-domains',
    right: 'read',
    about: 'The domains that lists send from, and those with keys.',
    out: z.object({
      items: z.array(
        z.object({
          domain: z.string(),
          lists: z.int().describe('Lists with a sender of it.'),
          signed: z.boolean(),
        }),
      ),
    }),
    run: async ({ db, account }) => ({ items: await senderDomains(db, account.id) }),
  }),
  action({
    route: 'GET /sender-domains/:domain/dns',
    right: 'content',
    about: 'Ask the DNS for all that receivers check for emails from a domain. Takes seconds.',
    commands: ['dns check'],
    params: z.strictObject({ domain }),
    out: z.object({ domain: z.string(), findings: z.array(DnsFinding) }),
    async run({ db, account, relays }, { params }) {
      const name = readDomain(params.domain)
      const findings = await checkedDns(db, relays, account.id, name)
      return {
        domain: name,
        findings: findings.map(answered),
      }
    },
  }),
  action({
    route: 'GET /dkim-keys',
    right: 'read',
    about: 'Keys that emails are signed with, and the DNS records that publish them.',
    command: 'dkim list',
    out: z.object({ items: z.array(DkimKey) }),
    run: async ({ db, account }) => ({
      items: (await listDkimKeys(db, account.id)).map(keyFacts),
    }),
  }),
  action({
    route: 'POST /dkim-keys',
    right: 'own',
    about: 'Make a pair of keys. The first of a domain signs at once, another waits.',
    command: 'dkim add <domain>',
    body: withRules(
      z.strictObject({ domain, selector: selector.optional() }),
      violationsOfDkimPair,
    ),
    out: z.object({ items: z.array(DkimKey) }),
    creates: true,
    async run({ db, account, sealer }, { body }) {
      const given = { ...body, domain: readDomain(body.domain) }
      const made = await addDkimPair(db, await sealer(), account.id, given)
      return { items: made.map(keyFacts) }
    },
  }),
  action({
    route: 'POST /dkim-keys/retire',
    right: 'own',
    about: 'Sign no more with a pair; the one that waits signs. Leave its records for a week.',
    command: 'dkim retire <domain> <selector>',
    body: z.strictObject({ domain, selector }),
    out: z.object({ signing: z.array(z.string()).describe('Selectors that sign now.') }),
    run: async ({ db, account }, { body }) => ({
      signing: await retireDkimPair(db, account.id, body.domain, body.selector),
    }),
  }),
] as const

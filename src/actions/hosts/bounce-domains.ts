/** The domains of the return path of an account's emails: where they bounce to. */
import { z } from 'zod'
import {
  bounceDomains,
  chooseBounceDomain,
  leaveBounceDomain,
  readBounceDomain,
} from '../../domain/hosts/bounce-domains.ts'
import { refused } from '../../domain/refusal.ts'
import { createDns } from '../../mail/dns/ask.ts'
import { checkBounceDomain } from '../../mail/dns/return-path.ts'
import { type ActionCall, action } from '../action.ts'
import { answered, DnsFinding, type DnsFindingAnswer } from '../domains/domains.ts'
import { senderFacts } from '../domains/sender-dns.ts'
import { moment } from '../values.ts'

const params = z.strictObject({
  domain: z.string().min(1).max(254).describe('bounce.example.com'),
})

const BounceDomain = z
  .object({
    domain: z.string(),
    isUsed: z.boolean().describe('New emails have it; the others only take what comes back.'),
    created: moment,
  })
  .meta({ id: 'BounceDomain' })

/** Refuses the names that the installation has itself. */
function namedIn({ relays: { publicUrl, bounceDomain } }: ActionCall, given: string): string {
  const own = [bounceDomain, publicUrl === undefined ? undefined : new URL(publicUrl).hostname]
  return readBounceDomain(
    given,
    own.filter(name => name !== undefined),
  )
}

async function findingsOf(call: ActionCall, domain: string): Promise<DnsFindingAnswer[]> {
  const dns = createDns({ servers: call.relays.resolvers ?? [] })
  const facts = await senderFacts(call.db, call.relays, call.account.id, domain)
  const found = await checkBounceDomain(dns, domain, { ...facts, bounceDomain: domain })
  return found.map(answered)
}

async function answer({ db, account, relays }: ActionCall) {
  return {
    items: await bounceDomains(db, account.id),
    installation: relays.bounceDomain ?? null,
    takesMail: relays.takesMail,
  }
}

const Answer = z.object({
  items: z.array(BounceDomain),
  installation: z
    .string()
    .nullable()
    .describe('That of emails of accounts without one; null: none is set.'),
  takesMail: z
    .boolean()
    .describe('The installation takes mail by SMTP; else a mailbox has to be read.'),
})

export const bounceDomainActions = [
  action({
    route: 'GET /bounce-domains',
    right: 'read',
    about: 'The domains of the return path: where the emails of the account bounce to.',
    command: 'bounce-domain list',
    out: Answer,
    run: answer,
  }),
  action({
    route: 'GET /bounce-domains/:domain/dns',
    right: 'read',
    about: 'Ask the DNS whether a domain can be the return path: its MX and SPF. Takes seconds.',
    command: 'bounce-domain check',
    params,
    out: z.object({ domain: z.string(), findings: z.array(DnsFinding) }),
    async run(call, { params }) {
      const domain = namedIn(call, params.domain)
      return { domain, findings: await findingsOf(call, domain) }
    },
  }),
  action({
    route: 'PUT /bounce-domains/:domain',
    right: 'own',
    about:
      'Let emails have a domain as their return path. Refused until the DNS is ready. The former ' +
      'one goes on taking what comes back.',
    command: 'bounce-domain use',
    params,
    body: z.strictObject({
      unchecked: z
        .boolean()
        .default(false)
        .describe('Do not ask the DNS: emails that come back are taken elsewhere.'),
    }),
    out: Answer,
    async run(call, { params, body: { unchecked } }) {
      const domain = namedIn(call, params.domain)
      const findings = unchecked ? [] : await findingsOf(call, domain)
      if (findings.some(({ state }) => state === 'bad' || state === 'unknown'))
        throw refused('not-now', 'bounce-domain-dns', { domain }).atShell(
          'see',
          `pennypost bounce-domain check ${domain}`,
        )
      await chooseBounceDomain(call.db, call.account.id, domain)
      return answer(call)
    },
  }),
  action({
    route: 'DELETE /bounce-domains/:domain',
    right: 'own',
    about:
      'Let new emails have the domain of the installation. What comes back to this one is taken ' +
      'until you end that.',
    command: 'bounce-domain remove',
    params,
    query: z.strictObject({
      mail: z
        .enum(['keep', 'end'])
        .default('keep')
        .describe('end: what comes back to it is refused, and another account can have it.'),
    }),
    run: ({ db, account }, { params: { domain }, query: { mail } }) =>
      leaveBounceDomain(db, account.id, domain.toLowerCase(), mail === 'end'),
  }),
] as const

/** What mailbox providers say to the emails of an account. */
import { z } from 'zod'
import { whetherEmailsArrive } from '../../domain/deliverability/arrival.ts'
import { HARMS } from '../../domain/deliverability/arrival-finding.ts'
import {
  KEPT_PROVIDER_DAYS,
  providerBoard,
  providerReplies,
} from '../../domain/deliveries/providers/provider-board.ts'
import { PROVIDER_OUTCOMES } from '../../domain/deliveries/providers/provider-word.ts'
import { reported } from '../../domain/details/details.ts'
import { OTHER, providerNames } from '../../domain/routes/providers.ts'
import { judgeReply } from '../../mail/bounces/judge.ts'
import { action } from '../action.ts'
import { isDomainProven } from '../domains/domain-proof.ts'
import { reportAddressOf } from '../domains/sender-dns.ts'
import { Sentence } from '../sentences.ts'
import { id } from '../values.ts'

const MOST_DAYS = 90

const day = z.iso.date()

const Counts = z.object({
  accepted: z.int(),
  deferred: z.int().describe('Tries that the provider puts off; they are repeated.'),
  blocked: z.int().describe('Refused for the sender or the content.'),
  refused: z.int().describe('Refused for the address.'),
  returned: z.int().describe('Accepted first, and returned later.'),
  complained: z.int().describe('Reported as spam.'),
})

const Board = z.object({
  days: z.array(day).describe('The oldest first (UTC).'),
  items: z.array(
    z.object({
      provider: z.string().describe('A known provider, or other.'),
      total: Counts,
      days: z.array(Counts.extend({ day })).describe('Days without emails are left out.'),
    }),
  ),
})

const Reply = z.object({
  outcome: z.enum(PROVIDER_OUTCOMES),
  reply: z.string().describe('Without addresses, hosts and numbers.'),
  class: z.string().describe('What the reply is about.'),
  messages: z.int(),
  routeId: id.nullable(),
  first: day,
  last: day,
})

const NAMES = [...providerNames(), OTHER] as const

const earlier = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const Finding = z.object({
  harm: z.enum(HARMS).describe('advice: nothing is wrong.'),
  seen: Sentence,
  todo: Sentence.describe('The one thing to do.'),
  since: day.nullable().describe('Like this since this day; null: in the period as a whole.'),
  messages: z.int(),
  at: z.object({ kind: z.enum(['provider', 'list', 'domain']), id: z.string() }),
  record: z
    .object({ name: z.string(), type: z.string(), value: z.string() })
    .nullable()
    .describe('To publish in the DNS.'),
})

export const mailboxProviders = [
  action({
    route: 'GET /deliverability',
    right: 'read',
    about: 'Whether emails arrive: what was seen in 30 days, and what to do, the worst first.',
    command: 'provider findings',
    out: z.object({ items: z.array(Finding) }),
    async run({ db, account, relays }) {
      const reportAddress = await reportAddressOf(db, relays, account.id)
      const found = await whetherEmailsArrive(db, account.id, {
        reportAddress,
        isProven: domain => isDomainProven(db, relays, account.id, domain),
      })
      return {
        items: found.map(({ record = null, ...one }) => ({
          ...one,
          seen: reported(one.seen),
          todo: reported(one.todo),
          record,
        })),
      }
    },
  }),
  action({
    route: 'GET /providers',
    right: 'read',
    about: 'What mailbox providers said to the emails of the account, by day.',
    command: 'provider list',
    query: z.strictObject({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_DAYS)
        .default(30)
        .describe('Of so many days until today (UTC).'),
    }),
    out: Board,
    async run({ db, account }, { query: { days } }) {
      const { days: all, providers } = await providerBoard(db, account.id, days)
      return { days: all, items: providers }
    },
  }),
  action({
    route: 'GET /providers/:provider/replies',
    right: 'read',
    about: 'The replies of a mailbox provider that did not accept emails, the commonest first.',
    command: 'provider replies',
    params: z.strictObject({
      provider: z.enum(NAMES).describe('A known provider, or other.'),
    }),
    query: z.strictObject({
      from: day.optional().describe(`From this day on (UTC), at most ${KEPT_PROVIDER_DAYS} ago.`),
      until: day.optional().describe('To this day (UTC). By default today.'),
    }),
    out: z.object({ provider: z.string(), items: z.array(Reply) }),
    async run({ db, account }, { params: { provider }, query: { from, until } }) {
      const period = { from: from ?? earlier(29), until: until ?? earlier(0) }
      const rows = await providerReplies(db, account.id, provider, period)
      return {
        provider,
        items: rows.map(({ outcome, reply, routeId, ...row }) => ({
          ...row,
          outcome: outcome as (typeof PROVIDER_OUTCOMES)[number],
          reply,
          class: judgeReply(reply, outcome === 'refused' || outcome === 'returned').class,
          routeId: routeId === 0 ? null : routeId,
        })),
      }
    },
  }),
] as const

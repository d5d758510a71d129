/** The suppression list: addresses that get no email because emails to them bounced. */
import { z } from 'zod'
import { importSuppressed } from '../../domain/bounces/suppression/import-suppressed.ts'
import { releasePerson } from '../../domain/bounces/suppression/release-person.ts'
import { suppressedOf, suppressedPart } from '../../domain/bounces/suppression/suppressed.ts'
import { detailed } from '../../domain/details/details.ts'
import { asciiDomain } from '../../lib/email-address.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { replyText } from '../mask.ts'
import { ApiProblem } from '../problem.ts'
import { issueOf } from '../value-problems.ts'
import { email, moment, pageOf, paging, pastMoment, since, until, why } from '../values.ts'

const SuppressedAddress = z
  .object({
    email,
    since: moment,
    reason: replyText,
    until: moment.nullable().describe('When it is tried again; null: never by itself.'),
    held: z.boolean().describe('Nobody has decided yet: see /bounce-holds.'),
  })
  .meta({ id: 'SuppressedAddress' })

/** Addresses of one call: those of a batch of emails with some recipients each. */
const MOST_ASKED = 5_000

/** Addresses that are added by one call: a transaction of an import. */
const MOST_ADDED = 1_000

const Added = z.strictObject({
  email,
  reason: z
    .string()
    .max(500)
    .default('')
    .describe('Shown in the list. "complaint" and "unsubscribed" alone opt the address out.'),
  since: pastMoment.optional().describe('Since when; by default from now on.'),
})

/** As in the key of an address. */
const domain = z
  .string()
  .max(255)
  .transform((text, context) => {
    const read = asciiDomain(text.replace(/^@/, '').normalize('NFC').toLowerCase())
    if (read.length <= 255 && read.includes('.')) return read
    context.addIssue(issueOf(detailed('given-domain')))
    return z.NEVER
  })
  .describe('Addresses of this domain: example.com.')

const place = z.tuple([z.string().max(40), z.int(), z.string().max(40), z.int()])

const placeAt = ([personTime, personId, bounceTime, bounceId]: z.output<typeof place>) => ({
  person: { personTime, personId },
  bounce: { bounceTime, bounceId },
})

interface RejectedIndex {
  index: number
  reason: string
}

/** As the rows of a file. */
async function* addressRows(added: readonly z.output<typeof Added>[]) {
  yield added.map(({ email: address, reason, since: from }, index) => ({
    line: index + 1,
    raw: address,
    address,
    ...(reason !== '' && { reason }),
    ...(from && { since: from.toISOString() }),
  }))
}

export const suppressions = [
  action({
    route: 'GET /suppressions',
    right: 'read',
    about: 'The suppressed addresses, the newest first.',
    command: 'suppression list',
    query: z.strictObject({ ...paging, since, until, domain: domain.optional() }),
    out: pageOf(SuppressedAddress),
    async run({ db, account, bounces: { hardDays } }, { query }) {
      const { after, limit, since: from, until: to, domain } = query
      const start = placeOf(after, place)
      const rows = await suppressedPart(db, account.id, {
        from,
        until: to,
        domain,
        hardDays,
        most: limit + 1,
        after: start && placeAt(start),
      })
      return cut(rows, limit, ({ place: { person, bounce } }) => [
        person.personTime,
        person.personId,
        bounce.bounceTime,
        bounce.bounceId,
      ])
    },
  }),
  action({
    route: 'POST /suppressions',
    right: 'people',
    about:
      'Suppress addresses, as after a hard bounce, or opt them out after a complaint elsewhere. ' +
      'Those that are suppressed stay as they are.',
    commands: ['suppression import'],
    body: z.strictObject({ addresses: z.array(Added).min(1).max(MOST_ADDED) }),
    out: z.object({
      added: z.int(),
      alreadyThere: z.int(),
      rejects: z.array(
        z.object({
          index: z.int().describe('Of the address in the call, from 0 on.'),
          reason: z.string(),
        }),
      ),
    }),
    async run({ db, account, bounces: { hardDays, ...rules } }, { body: { addresses } }) {
      const answer = { added: 0, alreadyThere: 0, rejects: [] as RejectedIndex[] }
      const given = { rows: addressRows(addresses), reason: '', hardDays, rules }
      for await (const { counts, rejects } of importSuppressed(db, account.id, given)) {
        answer.added = counts.added
        answer.alreadyThere = counts.alreadyThere
        for (const { line, reason } of rejects) answer.rejects.push({ index: line - 1, reason })
      }
      return answer
    },
  }),
  action({
    route: 'POST /suppressions/look-up',
    right: 'send',
    about: 'Of addresses that are about to get an email: those that are suppressed.',
    // A key of a project may ask: an email to these addresses would tell the same.
    boundBy: { project: 'itself' },
    body: z.strictObject({ emails: z.array(email).max(MOST_ASKED) }),
    out: z.object({
      items: z.array(
        SuppressedAddress.pick({ email: true, since: true, reason: true }).extend({
          index: z.int().describe('Of the address in the call, from 0 on.'),
        }),
      ),
    }),
    run: async ({ db, account }, { body: { emails } }) => ({
      items: await suppressedOf(db, account.id, emails),
    }),
  }),
  action({
    route: 'POST /suppressions/release',
    right: 'people',
    about: 'Send to an address again. Earlier bounces no longer count; an opt-out is kept.',
    command: 'suppression remove <email>',
    body: z.strictObject({ email, reason: why }),
    out: z.object({ released: z.boolean() }),
    async run({ db, account }, { body: { email, reason } }) {
      const released = await releasePerson(db, account.id, email, reason)
      if (released === 'unknown')
        throw new ApiProblem('no-such-subscriber', {
          field: 'body.email',
          ...detailed('suppression-none', { email }),
        })
      return { released: released === 'released' }
    },
  }),
] as const

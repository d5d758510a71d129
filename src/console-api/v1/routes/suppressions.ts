/** The suppression list: addresses that get no email because emails to them bounced. */
import { z } from 'zod'
import { cut, placeOf } from '../../../actions/cursor.ts'
import { replyText } from '../../../actions/mask.ts'
import { ApiProblem } from '../../../actions/problem.ts'
import { email, moment, pageOf, paging, since, until, why } from '../../../actions/values.ts'
import { releasePerson } from '../../../domain/bounces/suppression/release-person.ts'
import { suppressedPart } from '../../../domain/bounces/suppression/suppressed.ts'
import { route } from '../route.ts'

const SuppressedAddress = z.object({
  ...{ email, since: moment, reason: replyText },
  until: moment.nullable().describe('When it is tried again; null: never by itself.'),
  held: z.boolean().describe('Nobody has decided yet: see /bounce-holds.'),
})

export type SuppressionAnswer = z.output<typeof SuppressedAddress>

const place = z.tuple([z.string().max(40), z.int(), z.string().max(40), z.int()])

const placeAt = ([personTime, personId, bounceTime, bounceId]: z.output<typeof place>) => ({
  person: { personTime, personId },
  bounce: { bounceTime, bounceId },
})

export const suppressions = [
  route({
    method: 'GET',
    path: '/suppressions',
    right: 'read',
    about: 'The suppressed addresses, the newest first.',
    commands: ['suppression list'],
    query: z.strictObject({ ...paging, since, until, domain: z.string().max(255).optional() }),
    out: pageOf(SuppressedAddress),
    async run({ db, account, services }, { query }) {
      const { after, limit, since: from, until: to, domain } = query
      const { hardDays } = services.bounces
      const chosen = { from, until: to, domain: domain?.toLowerCase(), hardDays }
      const start = placeOf(after, place)
      const rows = await suppressedPart(db, account.id, {
        ...{ ...chosen, most: limit + 1, after: start && placeAt(start) },
      })
      return cut(rows, limit, ({ place: { person, bounce } }) => [
        ...[person.personTime, person.personId, bounce.bounceTime, bounce.bounceId],
      ])
    },
  }),
  route({
    method: 'POST',
    path: '/suppressions/release',
    right: 'people',
    about: 'Send to an address again. Earlier bounces no longer count; an opt-out is kept.',
    commands: ['suppression remove'],
    body: z.strictObject({ email, reason: why }),
    out: z.object({ released: z.boolean() }),
    async run({ db, account }, { body: { email, reason } }) {
      const released = await releasePerson(db, account.id, email, reason)
      if (released === 'unknown')
        throw new ApiProblem('no-such-subscriber', { field: 'body.email' })
      return { released: released === 'released' }
    },
  }),
]

/** The opt-out list: addresses that get no email at all. */
import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { liftOptOut, optOut, violationsOfOptOut } from '../../domain/opt-outs/opt-out.ts'
import { optOutOf, optOuts } from '../../domain/opt-outs/opt-outs.sql.ts'
import { emailKey } from '../../lib/email-address.ts'
import { action } from '../action.ts'
import { cut, placeMoment, placeOf } from '../cursor.ts'
import { asking, personalText } from '../mask.ts'
import { ApiProblem } from '../problem.ts'
import { withRules } from '../value-problems.ts'
import { email, id, moment, pageOf, paging, since, until, why } from '../values.ts'

const OptOut = z
  .object({
    email,
    name: personalText,
    reason: personalText,
    created: moment,
    listId: id.nullable(),
    sendingId: id.nullable(),
  })
  .meta({ id: 'OptOut' })

export type OptOutAnswer = z.output<typeof OptOut>

const place = z.tuple([placeMoment, z.int()])

export const optOutRoutes = [
  action({
    route: 'GET /opt-outs',
    right: 'read',
    about: 'The opt-outs, the newest first.',
    command: 'optout list',
    query: z.strictObject({
      ...paging,
      since,
      until,
      email: asking(email.optional()).describe('Of this address, at any time.'),
      complaints: z
        .stringbool()
        .optional()
        .describe('Those after a complaint; false: all others. By default both.'),
    }),
    out: pageOf(OptOut),
    async run({ db, account }, { query }) {
      const { after, limit, since: from, until: to, email: of, complaints = null } = query
      if (of !== undefined) {
        const one = { accountId: account.id, emailKey: emailKey(of), complaints }
        return { items: await optOutOf(db, one), next: null }
      }
      const [beforeTime, beforeId] = placeOf(after, place) ?? ['infinity', 0]
      const rows = await optOuts(db, {
        accountId: account.id,
        from: from ?? '-infinity',
        until: to ?? 'infinity',
        complaints,
        beforeTime,
        beforeId,
        size: limit + 1,
      })
      return cut(rows, limit, row => [row.created, row.id])
    },
  }),
  action({
    route: 'POST /opt-outs',
    right: 'people',
    about: 'Opt an address out: it leaves all mailing lists, and no insert brings it back.',
    commands: ['optout add'],
    recognisesErased: true,
    body: withRules(
      z.strictObject({
        email,
        reason: z.string().max(500).default('').describe('The reason, shown in the list.'),
      }),
      violationsOfOptOut,
    ),
    run: ({ db, account }, { body }) =>
      optOut(db, account.id, { ...body, listText: '', sendingText: '' }),
  }),
  action({
    route: 'POST /opt-outs/lift',
    right: 'people',
    about:
      'Remove an address from the opt-out list, at the request of the person. It stays off all ' +
      'mailing lists.',
    command: 'optout remove <email>',
    recognisesErased: true,
    body: z.strictObject({ email, reason: why }),
    async run({ db, account }, { body: { email, reason } }) {
      if (await liftOptOut(db, account.id, email, { reason })) return
      throw new ApiProblem('no-such-subscriber', {
        ...detailed('opt-out-none', { email }),
        field: 'body.email',
      })
    },
  }),
] as const

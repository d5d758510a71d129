/** The opt-out list: addresses that get no email at all. */
import { z } from 'zod'
import { cut, placeOf } from '../../../actions/cursor.ts'
import { personalText } from '../../../actions/mask.ts'
import { ApiProblem } from '../../../actions/problem.ts'
import { email, id, moment, pageOf, paging, since, until, why } from '../../../actions/values.ts'
import { liftOptOut, optOut } from '../../../domain/opt-outs/opt-out.ts'
import { optOuts } from '../../../domain/opt-outs/opt-outs.sql.ts'
import { route } from '../route.ts'

const OptOut = z.object({
  ...{ email, name: personalText, reason: personalText, created: moment },
  listId: id.nullable(),
  sendingId: id.nullable(),
})

export type OptOutAnswer = z.output<typeof OptOut>

const place = z.tuple([z.string().max(40), z.int()])

export const optOutRoutes = [
  route({
    method: 'GET',
    path: '/opt-outs',
    right: 'read',
    about: 'The opt-outs, the newest first.',
    commands: ['optout list'],
    query: z.strictObject({ ...paging, since, until }),
    out: pageOf(OptOut),
    async run({ db, account }, { query: { after, limit, since: from, until: to } }) {
      const [beforeTime, beforeId] = placeOf(after, place) ?? ['infinity', 0]
      const rows = await optOuts(db, {
        accountId: account.id,
        ...{ from: from ?? '-infinity', until: to ?? 'infinity' },
        ...{ beforeTime, beforeId, size: limit + 1 },
      })
      return cut(rows, limit, row => [row.created, row.id])
    },
  }),
  route({
    method: 'POST',
    path: '/opt-outs',
    right: 'people',
    about: 'Opt an address out: it leaves all mailing lists, and no insert brings it back.',
    commands: ['optout add'],
    body: z.strictObject({ email, reason: z.string().max(500).default('') }),
    run: ({ db, account }, { body }) =>
      optOut(db, account.id, { ...body, listText: '', sendingText: '' }),
  }),
  route({
    method: 'POST',
    path: '/opt-outs/lift',
    right: 'people',
    about:
      'Remove an address from the opt-out list, at the request of the person. It stays off all ' +
      'mailing lists.',
    commands: ['optout remove'],
    body: z.strictObject({ email, reason: why }),
    async run({ db, account }, { body: { email, reason } }) {
      if (await liftOptOut(db, account.id, email, { reason })) return
      throw new ApiProblem('no-such-subscriber', {
        detail: 'The address is not on the opt-out list.',
        field: 'body.email',
      })
    },
  }),
]

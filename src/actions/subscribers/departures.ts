/** Who has left a list, or all of them. */
import { z } from 'zod'
import { departures } from '../../domain/directory/departures.sql.ts'
import { action } from '../action.ts'
import { cut, placeMoment, placeOf } from '../cursor.ts'
import { personalText } from '../mask.ts'
import { bigId, email, id, moment, pageOf, paging } from '../values.ts'

const Departure = z
  .object({
    subscriberId: bigId,
    email: z.union([email, z.literal('')]),
    name: personalText,
    at: moment,
    listId: id.nullable().describe('The list; of an opt-out that whose email led to it.'),
    listName: z.string(),
    everything: z.boolean().describe('An opt-out of all emails.'),
    source: z
      .string()
      .describe('page, one-click, mail, complaint, file, program; empty: a member, or not known.'),
    reason: personalText.describe('In the words of the person.'),
    sendingId: bigId.nullable(),
  })
  .meta({ id: 'Departure' })

export type DepartureAnswer = z.output<typeof Departure>

const place = z.tuple([placeMoment, z.int(), z.int()])

export const departureActions = [
  action({
    route: 'GET /departures',
    right: 'read',
    about: 'Who left a list, or opted out of all emails, the newest first.',
    query: z.strictObject({
      ...paging,
      listId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    }),
    out: pageOf(Departure),
    async run({ db, account }, { query: { after, limit, listId = null } }) {
      const [beforeAt, beforeId, beforeList] = placeOf(after, place) ?? ['infinity', 0, 0]
      const rows = await departures(db, {
        accountId: account.id,
        listId,
        beforeAt,
        beforeId,
        beforeList,
        most: limit + 1,
      })
      const page = cut(rows, limit, row => [row.at, row.subscriberId, row.listId])
      return {
        ...page,
        items: page.items.map(row => ({ ...row, listId: row.listId === 0 ? null : row.listId })),
      }
    },
  }),
] as const

/** Views of the table of subscribers, each person's own. */
import { z } from 'zod'
import { listViews, removeView, saveView } from '../../domain/directory/saved-views.ts'
import { type HttpCall, httpAction } from '../http/http-action.ts'
import { personalText } from '../mask.ts'
import { id, moment } from '../values.ts'

const name = z.string().min(1).max(100)

const View = z.strictObject({
  q: z.string().max(200).optional().describe('What is searched for.'),
  listId: id.optional(),
  filterId: id.optional(),
  where: z.string().max(2000).optional(),
  columns: z.array(z.string().max(60)).max(120).optional(),
  order: z.string().max(60).optional(),
})

const Saved = z
  .object({
    name,
    view: z.object({
      ...View.shape,
      q: personalText.optional(),
      where: personalText.optional(),
    }),
    saved: moment,
  })
  .meta({ id: 'SavedView' })

const ownerOf = ({ account, caller }: HttpCall) => ({
  accountId: account.id,
  personId: caller.session?.member?.personId ?? 0,
})

const params = z.strictObject({ name })

export const savedViews = [
  httpAction({
    route: 'GET /saved-views',
    right: 'read',
    about: 'The views of the table of subscribers that the person has saved, by name.',
    out: z.object({ items: z.array(Saved) }),
    run: async call => ({
      items: (await listViews(call.db, ownerOf(call))).map(row => Saved.parse(row)),
    }),
  }),
  httpAction({
    route: 'PUT /saved-views/:name',
    right: 'read',
    about: 'Save a view, or replace the one of this name: search, filter, columns, order.',
    params,
    body: View,
    out: Saved,
    run: async (call, { params, body }) =>
      Saved.parse(await saveView(call.db, ownerOf(call), params.name, body)),
  }),
  httpAction({
    route: 'DELETE /saved-views/:name',
    right: 'read',
    about: 'Remove a view.',
    params,
    run: (call, { params }) => removeView(call.db, ownerOf(call), params.name),
  }),
] as const

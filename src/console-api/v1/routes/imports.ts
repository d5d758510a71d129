/** Imports: their progress and their result. */
import { z } from 'zod'
import { rejectsOfImport } from '../../../domain/imports/imports.sql.ts'
import { importProgress, listImports, STATES } from '../../../domain/imports/progress.ts'
import { noSuch } from '../../../domain/refusal.ts'
import { cut, placeOf } from '../cursor.ts'
import { route } from '../route.ts'
import { id, moment, pageOf, paging } from '../values.ts'

const Import = z.object({
  ...{ id, listId: id.nullable(), name: z.string().nullable(), url: z.string().nullable() },
  ...{ state: z.enum(STATES), trouble: z.string().nullable(), created: moment },
  ...{ started: moment.nullable(), finished: moment.nullable(), undone: moment.nullable() },
  rows: z.int().describe('Rows of the file that were read.'),
  ...{ inserted: z.int(), updated: z.int(), unchanged: z.int(), repeated: z.int() },
  ...{ subscribed: z.int(), ignored: z.int(), rejected: z.int() },
  rejectedBy: z.record(z.string(), z.int()).describe('Rejected rows by reason.'),
})

const Reject = z.object({ line: z.int(), reason: z.string(), row: z.string() })

const params = z.strictObject({ importId: id })

type Progress = NonNullable<Awaited<ReturnType<typeof importProgress>>>

const shown = ({ state, position, ...progress }: Progress) => ({
  ...progress,
  rows: position,
  state: STATES[state] ?? 'failed',
})

export const imports = [
  route({
    method: 'GET',
    path: '/imports',
    right: 'read',
    about: 'The imports, the newest first.',
    commands: ['import list'],
    query: z.strictObject(paging),
    out: pageOf(Import),
    async run({ db, account }, { query: { after, limit } }) {
      const [before] = placeOf(after, z.tuple([id])) ?? []
      const { items, next } = cut(
        await listImports(db, account.id, limit + 1, before),
        limit,
        row => [row.id],
      )
      return { items: items.map(shown), next }
    },
  }),
  route({
    method: 'GET',
    path: '/imports/:importId',
    right: 'read',
    about: 'The state of an import and the results of its rows.',
    commands: ['import show'],
    params,
    out: Import,
    async run({ db, account }, { params: { importId } }) {
      const found = await importProgress(db, account.id, importId)
      if (!found) throw noSuch('no-such-import', importId)
      return shown(found)
    },
  }),
  route({
    method: 'GET',
    path: '/imports/:importId/rejects',
    right: 'people',
    about: 'Its rejected rows as they were, of which the first 100,000 are kept.',
    params,
    query: z.strictObject(paging),
    out: pageOf(Reject),
    async run({ db, account: { id: accountId } }, { params: { importId }, query }) {
      if (!(await importProgress(db, accountId, importId))) throw noSuch('no-such-import', importId)
      const [after] = placeOf(query.after, z.tuple([z.int()])) ?? [0]
      const page = { accountId, importId, after, most: query.limit + 1 }
      const { items, next } = cut(await rejectsOfImport(db, page), query.limit, ({ number }) => [
        number,
      ])
      return { items: items.map(({ line, reason, raw }) => ({ line, reason, row: raw })), next }
    },
  }),
]

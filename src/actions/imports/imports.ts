/** Imports: their progress and their result. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { rejectsOfImport } from '../../domain/imports/imports.sql.ts'
import { inspectImport } from '../../domain/imports/inspect/inspection.ts'
import { rememberedColumns } from '../../domain/imports/inspect/layouts.ts'
import { makeRoomForUpload } from '../../domain/imports/make-room.ts'
import { importProgress, listImports, STATES } from '../../domain/imports/progress.ts'
import { keepImport, PLAIN_CSV, startKept } from '../../domain/imports/queue-import.ts'
import { undoImport } from '../../domain/imports/undo-import.ts'
import { noSuch } from '../../domain/refusal.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { withFetched } from '../http/fetched-file.ts'
import { httpAction } from '../http/http-action.ts'
import { upTo } from '../http/uploaded-file.ts'
import { causes, id, moment, pageOf, paging } from '../values.ts'
import { chosenOptions, Inspection, known, reading, startGiven } from './import-reading.ts'

const Import = z
  .object({
    id,
    listId: id.nullable(),
    name: z.string().nullable(),
    url: z.string().nullable(),
    state: z.enum(['uploaded', ...STATES]),
    trouble: z.string().nullable(),
    causes,
    created: moment,
    started: moment.nullable(),
    finished: moment.nullable(),
    undone: moment.nullable(),
    undo: z
      .object({
        removed: z.int().describe('People who came by it, and are gone.'),
        stayed: z
          .int()
          .describe('Who came by it, and are kept: they left, or more is known of them.'),
        restored: z.int().describe('Who have their earlier values again.'),
        changedSince: z.int().describe('Whose values were changed later, and stay.'),
      })
      .nullable()
      .describe('What undoing it did; null: it was not undone.'),
    fileLength: z.int().nullable().describe('Bytes.'),
    rows: z.int().describe('Rows of the file that were read.'),
    inserted: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    repeated: z.int(),
    subscribed: z.int(),
    ignored: z.int(),
    rejected: z.int(),
    rejectedBy: z.record(z.string(), z.int()).describe('Rejected rows by reason.'),
    options: z.record(z.string(), z.unknown()).describe('How the file is read.'),
  })
  .meta({ id: 'Import' })

const Reject = z.object({ line: z.int(), reason: z.string(), row: z.string() })

export type ImportAnswer = z.output<typeof Import>

const params = z.strictObject({ importId: id })

type Progress = NonNullable<Awaited<ReturnType<typeof importProgress>>>

const NOTHING = { removed: 0, stayed: 0, restored: 0, changedSince: 0 }

const shown = ({ state, position, kept, options, undo, ...progress }: Progress) => ({
  ...progress,
  undo: progress.undone === null ? null : Object.assign({ ...NOTHING }, undo),
  options: { ...options },
  rows: position,
  state: kept ? ('uploaded' as const) : (STATES[state] ?? 'failed'),
})

/** As its route answers it. */
export const importAnswer = (progress: Progress): ImportAnswer => Import.parse(shown(progress))

export const importState = async (db: Db, accountId: number, importId: number) =>
  Import.parse(await oneImport(db, accountId, importId))

export async function oneImport(db: Db, accountId: number, importId: number) {
  const found = await importProgress(db, accountId, importId)
  if (!found) throw noSuch('no-such-import', importId)
  return shown(found)
}

export const imports = [
  action({
    route: 'GET /imports',
    right: 'read',
    about: 'The imports, the newest first.',
    command: 'import list',
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
  action({
    route: 'GET /imports/:importId',
    right: 'read',
    about: 'The state of an import and the results of its rows.',
    command: 'import show',
    params,
    out: Import,
    run: ({ db, account }, { params: { importId } }) => oneImport(db, account.id, importId),
  }),
  httpAction({
    route: 'POST /imports',
    right: 'people',
    about:
      'Upload a file as the body (application/octet-stream), up to IMPORT_MAX_BYTES. It is ' +
      'imported when it is started.',
    commands: ['import'],
    query: z.strictObject({
      listId: id.describe('The list that subscribers are added to.'),
      name: z.string().min(1).max(200),
    }),
    upload: true,
    out: Import,
    creates: true,
    async run(call, { query: { listId, name } }) {
      const { db, services } = call
      const accountId = call.account.id
      const { maxBytes } = services.imports
      const document = upTo(maxBytes, call)
      await makeRoomForUpload(db, accountId, { maxBytes, bytes: call.declaredBytes ?? 0 })
      const given = { listId, source: { document, name }, options: PLAIN_CSV, maxBytes }
      const importId = await keepImport(db, accountId, given)
      return oneImport(db, accountId, importId)
    },
  }),
  httpAction({
    route: 'POST /imports/from-address',
    right: 'people',
    about:
      'Fetch a file from an address within a minute, up to IMPORT_MAX_BYTES, and keep it as if it ' +
      'were uploaded. Only public hosts, and those of FETCH_ALLOW.',
    body: z.strictObject({ listId: id, url: z.string().min(1).max(2_000) }),
    out: Import,
    creates: true,
    async run(call, { body: { listId, url } }) {
      const { db, account, services } = call
      const { maxBytes } = services.imports
      await makeRoomForUpload(db, account.id, { maxBytes, bytes: 0 })
      return withFetched(call, url, async (document, name) => {
        const given = { listId, source: { document, name }, options: PLAIN_CSV, maxBytes }
        const importId = await keepImport(db, account.id, given)
        return oneImport(db, account.id, importId)
      })
    },
  }),
  httpAction({
    route: 'GET /imports/:importId/inspection',
    right: 'people',
    personal: true,
    about:
      'The first rows of an uploaded file as they are read, and which column is probably what.',
    params,
    query: reading,
    out: Inspection,
    async run({ db, account, services }, { params: { importId }, query }) {
      await oneImport(db, account.id, importId)
      const folder = await services.imports.folder()
      const means = { known: known(query), folder }
      const { options, charset, ...found } = await inspectImport(db, account, importId, means)
      const { delimiter, hasHeaders, headingRow = 1 } = options
      const remembered = await rememberedColumns(db, account.id, found.headings)
      return {
        ...found,
        charset: charset ?? null,
        delimiter,
        hasHeaders: hasHeaders === true,
        headingRow,
        remembered: remembered ?? null,
      }
    },
  }),
  httpAction({
    route: 'POST /imports/:importId/start',
    right: 'people',
    about: 'Import an uploaded file. Columns are named in the order of the file, - for none.',
    params,
    body: startGiven,
    out: Import,
    async run(call, { params: { importId }, body }) {
      const { db, account, services } = call
      const { id: accountId } = account
      await oneImport(db, accountId, importId)
      const folder = await services.imports.folder()
      const means = { known: known(body), folder }
      const inspected = await inspectImport(db, account, importId, means)
      await startKept(db, accountId, importId, await chosenOptions(call, inspected, body))
      return oneImport(db, accountId, importId)
    },
  }),
  httpAction({
    route: 'POST /imports/:importId/undo',
    right: 'people',
    about:
      'Undo an import: remove subscribers and subscriptions it added, restore values it changed. ' +
      'It goes on after the answer; interrupted, undo it again.',
    commands: ['import undo'],
    params,
    out: Import,
    async run({ db, account: { id: accountId }, services }, { params: { importId } }) {
      await oneImport(db, accountId, importId)
      const undoing = undoImport(db, accountId, importId, services.imports.keepDays)
      // A refusal comes at once; a long undo continues.
      await Promise.race([undoing, pause(UNDO_PATIENCE_MILLIS, undefined, { ref: false })])
      undoing.catch(error => services.report(error))
      return oneImport(db, accountId, importId)
    },
  }),
  action({
    route: 'GET /imports/:importId/rejects',
    right: 'people',
    personal: true,
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
] as const
const UNDO_PATIENCE_MILLIS = 2_000

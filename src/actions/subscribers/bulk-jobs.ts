/** Bulk jobs: one change of many subscribers, with its progress, cancellation and undo. */
import { z } from 'zod'
import type { Db, Store } from '../../db/db.ts'
import {
  askBulkJob,
  BULK_STATES,
  type BulkSelection,
  bulkJob,
  bulkJobs,
  cancelBulkJob,
  MOST_IDS,
  undoBulkJob,
} from '../../domain/bulk-jobs/ask-job.ts'
import { LONGEST_WORDS } from '../../domain/measuring/answer.ts'
import { refused } from '../../domain/refusal.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { asking, personalText } from '../mask.ts'
import { said, wayOf } from '../measuring/measuring.ts'
import { recipientFilter, recipientsMeant } from '../sendings/recipients.ts'
import { bigId, causes, id, moment, pageOf, paging, pastMoment } from '../values.ts'
import { chosenBy, selection } from './subscriber-selection.ts'

const CHANGES = [
  z.strictObject({ do: z.literal('join'), listId: id }),
  z.strictObject({ do: z.literal('leave'), listId: id }),
  z
    .strictObject({
      do: z.literal('set'),
      field: z.coerce.number().int().min(1).max(100).describe('5 for DD5.'),
      value: z.string().max(500).describe("'' empties it."),
    })
    .describe('Set a data field.'),
  z.strictObject({ do: z.literal('opt-out'), reason: z.string().max(500).default('') }),
] as const

/** Changes that may be proposed: without answers on measuring. */
export const proposableChange = z.discriminatedUnion('do', CHANGES)

const Action = z
  .discriminatedUnion('do', [
    ...CHANGES,
    z
      .strictObject({
        do: z.literal('measuring'),
        opens: said.optional().describe('About opens.'),
        clicks: said.optional().describe('About clicks.'),
        words: z.string().max(LONGEST_WORDS).default('').describe('As the people were asked.'),
        at: pastMoment.optional().describe('When they said so; by default now.'),
      })
      .describe(
        'Note what they answered about being measured. Who declined is left out, unless it says in ' +
          'which words they agreed since, and when.',
      ),
  ])
  .meta({ id: 'BulkAction' })

/** The action as given, but the value of a field is personal. */
const shownAction = z
  .looseObject({ do: z.string(), value: personalText.optional(), reason: personalText.optional() })
  .transform(({ way: _, ...given }) => given)
  .pipe(Action)

const Recipients = z.strictObject({ sendingId: id, ...recipientFilter })

const Job = z
  .object({
    id,
    action: shownAction,
    state: z.enum(BULK_STATES),
    trouble: z.string().nullable().describe('Why it failed.'),
    causes,
    total: z.int().describe('Selected when it was asked for.'),
    looked: z.int().describe('Subscribers done so far.'),
    changed: z.int(),
    reverted: z.int().describe('Changed back by an undo.'),
    created: moment,
    finished: moment.nullable(),
  })
  .meta({ id: 'BulkJob' })

export type BulkActionInput = z.input<typeof Action>
export type BulkJobAnswer = z.output<typeof Job>

/** As its route answers it. */
export const bulkJobState = async (db: Db, accountId: number, jobId: number) =>
  Job.parse(await bulkJob(db, accountId, jobId))

interface GivenSelection {
  ids?: number[] | undefined
  q?: string | undefined
  listId?: number | undefined
  filterId?: number | undefined
  where?: string | undefined
  everybody?: true | undefined
  recipients?: z.output<typeof Recipients> | undefined
}

/** The selection of a request: refused if it is missing, or given in two ways. */
export async function bulkSelection(
  db: Store,
  accountId: number,
  { ids, q, everybody, recipients, ...chosen }: GivenSelection,
): Promise<BulkSelection> {
  const some = q || everybody || Object.values(chosen).some(one => one !== undefined)
  if (!ids && !some && !recipients) throw refused('not-valid', 'selection-missing')
  if ([ids, some, recipients].filter(Boolean).length > 1)
    throw refused('not-valid', 'selection-double')
  return {
    ids,
    query: q,
    recipients: recipients && recipientsMeant(recipients),
    ...(await chosenBy(db, accountId, chosen)),
  }
}

const params = z.strictObject({ jobId: id })

export const bulkJobRoutes = [
  action({
    route: 'POST /bulk-jobs',
    right: 'people',
    about:
      'Change many subscribers: `ids`, or all that `q`, `listId`, `filterId` and `where` select. ' +
      'Done in the background; a selection of everybody says so by `everybody`.',
    body: z.strictObject({
      action: Action,
      ids: z.array(bigId).min(1).max(MOST_IDS).optional(),
      q: asking(z.string().max(200).optional()),
      ...selection,
      everybody: z.literal(true).optional(),
      recipients: Recipients.optional().describe(
        'Recipients of a sending, as its list of them shows.',
      ),
    }),
    out: Job,
    creates: true,
    async run({ db, account, caller, alongside }, { body: { action, ...given } }) {
      const who = await bulkSelection(db, account.id, given)
      const asked =
        action.do === 'measuring'
          ? { ...action, at: action.at?.toISOString(), way: wayOf(caller) }
          : action
      const jobId = await askBulkJob(db, account.id, asked, who, alongside)
      return bulkJob(db, account.id, jobId)
    },
  }),
  action({
    route: 'GET /bulk-jobs',
    right: 'read',
    about: 'The changes of many subscribers, the newest first.',
    query: z.strictObject(paging),
    out: pageOf(Job),
    async run({ db, account }, { query: { after, limit } }) {
      const [beforeId] = placeOf(after, z.tuple([z.int()])) ?? [2_147_483_647]
      return cut(await bulkJobs(db, account.id, { beforeId, most: limit + 1 }), limit, job => [
        job.id,
      ])
    },
  }),
  action({
    route: 'GET /bulk-jobs/:jobId',
    right: 'read',
    about: 'How far a change of many subscribers is.',
    params,
    out: Job,
    run: ({ db, account }, { params: { jobId } }) => bulkJob(db, account.id, jobId),
  }),
  action({
    route: 'POST /bulk-jobs/:jobId/cancel',
    right: 'people',
    about: 'Stop a change. What is done stays, until it is undone.',
    params,
    out: Job,
    async run({ db, account }, { params: { jobId } }) {
      await cancelBulkJob(db, account.id, jobId)
      return bulkJob(db, account.id, jobId)
    },
  }),
  action({
    route: 'POST /bulk-jobs/:jobId/undo',
    right: 'people',
    about: 'Change back, in the background, whom the job has changed and nobody has since.',
    params,
    out: Job,
    async run({ db, account }, { params: { jobId } }) {
      await undoBulkJob(db, account.id, jobId)
      return bulkJob(db, account.id, jobId)
    },
  }),
] as const

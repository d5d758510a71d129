/** The page of newsletters: folders, archive, copies, their last sendings; and the calendar. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { detailed } from '../../domain/details/details.ts'
import { reachOf } from '../../domain/measuring/measured-base.ts'
import { violationsOfLines } from '../../domain/newsletters/check-lines.ts'
import {
  arrangeNewsletter,
  checkFolder,
  copyNewsletter,
} from '../../domain/newsletters/working/arrange.ts'
import { violationsOfValues } from '../../domain/refusal.ts'
import { valuesOfSendings } from '../../domain/reports/sendings/figures.sql.ts'
import {
  newsletterBoard,
  newsletterFolders,
  newsletterStandings,
  sendingsBetween,
  triggersDue,
} from '../../domain/reports/sendings/newsletter-board.sql.ts'
import { lastSendingsOf } from '../../domain/reports/sendings/overview.sql.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { Measured } from '../sendings/sending-report.ts'
import { issueOf, withRules } from '../value-problems.ts'
import { id, moment, pageOf, paging } from '../values.ts'

const LastSending = z.object({
  id,
  state: z.string(),
  reason: z.string().nullable(),
  dueAt: moment,
  zone: z.string(),
  finishedAt: moment.nullable(),
  emails: z.int(),
  opened: z.int().nullable().describe('People; null: not known.'),
  clicked: z.int().nullable(),
  measured: Measured,
  values: z.array(z.object({ currency: z.string(), closures: z.int(), value: z.string() })),
})

const BoardRow = z
  .object({
    id,
    name: z.string(),
    subject: z.string(),
    kind: z.string(),
    folder: z.string(),
    listId: id.nullable(),
    listName: z.string(),
    version: id,
    created: moment,
    modified: moment,
    archived: moment.nullable(),
    unpublished: z.boolean().describe('A working copy holds what is not yet a version.'),
    last: LastSending.nullable(),
  })
  .meta({ id: 'NewsletterBoardRow' })

export type BoardRowAnswer = z.output<typeof BoardRow>

const Calendar = z.object({
  sendings: z.array(
    z.object({
      id,
      newsletterId: id,
      name: z.string(),
      subject: z.string(),
      listName: z.string(),
      state: z.string(),
      dueAt: moment,
      zone: z.string(),
      planned: z.int().nullable(),
    }),
  ),
  triggers: z
    .array(z.object({ id, name: z.string(), next: moment, people: z.int() }))
    .describe('With people on their way: when the next is due, and how many are in these days.'),
})

export type CalendarAnswer = z.output<typeof Calendar>

/** States of the sending by which a newsletter stands where it does. */
const STANDINGS = {
  draft: ['draft'],
  scheduled: ['scheduled'],
  running: ['sending', 'paused'],
  sent: ['finished', 'cancelled'],
  needs: ['unconfirmed', 'paused'],
} as const

type Standing = keyof typeof STANDINGS

const standing = z.enum(Object.keys(STANDINGS) as [Standing, ...Standing[]])

const Folders = z.object({
  items: z.array(z.object({ folder: z.string(), newsletters: z.int() })),
  standings: z.record(standing, z.int()).describe('How many newsletters stand where.'),
  all: z.int().describe('Without the archive.'),
  archived: z.int(),
})

export type FoldersAnswer = z.output<typeof Folders>

async function folders(db: Db, accountId: number): Promise<FoldersAnswer> {
  const rows = await newsletterStandings(db, { accountId })
  const count = (...of: readonly string[]) =>
    rows.reduce((sum, row) => sum + (of.includes(row.standing) ? row.newsletters : 0), 0)
  const standings = Object.fromEntries(
    standing.options.map(one => [one, count(...STANDINGS[one])]),
  ) as Record<Standing, number>
  const archived = count('archived')
  const all = rows.reduce((sum, row) => sum + row.newsletters, 0) - archived
  return { items: await newsletterFolders(db, { accountId }), standings, all, archived }
}

const params = z.strictObject({ newsletterId: id })
const day = z.iso.date()
const MOST_DAYS = 100

async function withLast<Row extends { id: number }>(db: Db, accountId: number, rows: Row[]) {
  const newsletterIds = rows.map(row => row.id)
  const found = await lastSendingsOf(db, { accountId, newsletterIds })
  const sendingIds = found.map(sending => sending.id)
  const values = await valuesOfSendings(db, { accountId, sendingIds })
  const last = new Map(
    found.map(({ newsletterId, ...sending }) => [
      newsletterId,
      {
        ...sending,
        ...reachOf(sending),
        values: values.filter(value => value.sendingId === sending.id),
      },
    ]),
  )
  return rows.map(row => ({ ...row, last: last.get(row.id) ?? null }))
}

export const newsletterBoardRoutes = [
  action({
    route: 'GET /newsletter-board',
    right: 'read',
    about: 'The newsletters, the newest first, each with its last sending and its rates.',
    query: z.strictObject({
      ...paging,
      q: z.string().max(100).optional().describe('Part of the name or the subject.'),
      folder: z.string().max(100).optional().describe('Empty: in none.'),
      archived: z.stringbool().default(false),
      standing: standing.optional().describe('By their last sending that is not over.'),
    }),
    out: pageOf(BoardRow),
    async run({ db, account: { id: accountId } }, { query }) {
      const { after, limit, q, folder, archived, standing: where } = query
      const [before] = placeOf(after, z.tuple([z.int()])) ?? [null]
      const rows = await newsletterBoard(db, {
        accountId,
        before,
        folder: folder ?? null,
        text: q || null,
        most: limit + 1,
        archived,
        states: where ? [...STANDINGS[where]] : null,
      })
      const { items, next } = cut(rows, limit, row => [row.id])
      return { items: await withLast(db, accountId, items), next }
    },
  }),
  action({
    route: 'GET /newsletter-folders',
    right: 'read',
    about: 'The folders of newsletters, by name, and how many newsletters stand where.',
    out: Folders,
    run: ({ db, account }) => folders(db, account.id),
  }),
  action({
    route: 'PATCH /newsletters/:newsletterId/place',
    right: 'content',
    about: 'Put a newsletter into a folder, or into the archive, or take it out.',
    params,
    body: withRules(
      z.strictObject({ folder: z.string().max(100), archived: z.boolean() }).partial(),
      given => violationsOfValues(given, { folder: checkFolder }),
    ),
    run: ({ db, account }, { params: { newsletterId }, body }) =>
      arrangeNewsletter(db, account.id, newsletterId, body),
  }),
  action({
    route: 'POST /newsletters/:newsletterId/copy',
    right: 'content',
    about: 'A new newsletter with the content of the newest version, in the same folder.',
    params,
    body: withRules(z.strictObject({ name: z.string().max(200).optional() }), violationsOfLines),
    out: z.object({ id }),
    creates: true,
    run: async ({ db, account }, { params: { newsletterId }, body: { name } }) => ({
      id: await copyNewsletter(db, account.id, newsletterId, name),
    }),
  }),
  action({
    route: 'GET /calendar',
    right: 'read',
    about: 'What goes out when: sendings, and triggers whose next email is known.',
    query: z
      .strictObject({ from: day, until: day.describe('The day after the last.') })
      .refine(
        ({ from, until }) => Date.parse(until) - Date.parse(from) <= MOST_DAYS * 86_400_000,
        issueOf(detailed('given-period', { most: MOST_DAYS })),
      ),
    out: Calendar,
    async run({ db, account: { id: accountId } }, { query: { from, until } }) {
      const range = { accountId, from: `${from}T00:00+01:00`, until: `${until}T00:00+01:00` }
      return { sendings: await sendingsBetween(db, range), triggers: await triggersDue(db, range) }
    },
  }),
] as const

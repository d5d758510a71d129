/** Backups made, tested and restored, as the commands have recorded them; the load of a day. */
import { z } from 'zod'
import { backupRuns, lastIntervals } from '../../db/backup/backups.sql.ts'
import { LINES, lastDay } from '../../domain/installation/take-sample.ts'
import { formatInstant } from '../../lib/instant.ts'
import { action } from '../action.ts'
import { moment } from '../values.ts'

const KINDS = ['made', 'tested', 'restored'] as const
const MOST = 50

const { storeBytes: _, ...known } = Object.fromEntries(
  LINES.map(name => [name, z.number()]),
) as Record<(typeof LINES)[number], z.ZodNumber>

const figures = { ...known, storeBytes: z.number().nullable().describe('Null: not known in time.') }

export const backupActions = [
  action({
    route: 'GET /installation/backups',
    right: 'operate',
    about: 'Backups made, tested by a restore, and restored, each with its outcome.',
    command: 'store backups',
    installation: true,
    out: z.object({
      items: z.array(
        z.object({
          kind: z.enum(KINDS),
          began: moment,
          ended: moment,
          bytes: z.number().nullable().describe('Of the file.'),
          rows: z.number().nullable(),
          trouble: z.string().nullable().describe('Why it failed; null: it succeeded.'),
        }),
      ),
      expected: moment
        .nullable()
        .describe('When the next is due by the rhythm of the last ones; null: there is none.'),
    }),
    async run({ db }) {
      const rows = await backupRuns(db, { most: MOST })
      const last = rows.find(({ kind, trouble }) => kind === 'made' && trouble === null)
      const gaps = (await lastIntervals(db, {}))
        .flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
        .sort((one, other) => one - other)
      const gap = gaps[Math.floor(gaps.length / 2)]
      return {
        items: rows.map(({ kind, beganAt, endedAt, fileBytes, rowCount, trouble }) => ({
          kind: kind as (typeof KINDS)[number],
          began: beganAt,
          ended: endedAt,
          bytes: fileBytes,
          rows: rowCount,
          trouble,
        })),
        expected:
          last && gap !== undefined
            ? new Date(Date.parse(formatInstant(last.endedAt)) + gap * 1000).toISOString()
            : null,
      }
    },
  }),
  action({
    route: 'GET /installation/load',
    right: 'operate',
    about: 'The load of the last day, a sample every five minutes.',
    command: 'store load',
    installation: true,
    out: z.object({
      items: z
        .array(z.object({ at: moment, ...figures }))
        .describe('Accepted, deferred and refused emails: since the sample before.'),
    }),
    run: async ({ db }) => ({ items: await lastDay(db) }),
  }),
] as const

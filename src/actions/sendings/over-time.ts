/** Sendings over time: all of them in one table, when people open, and where people come from. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { detailed } from '../../domain/details/details.ts'
import { sourcesOfGrowth } from '../../domain/imports/imports.sql.ts'
import { meanReach, reachOf } from '../../domain/measuring/measured-base.ts'
import { openHours, sendingsOverTime } from '../../domain/reports/sendings/overview.sql.ts'
import { confirmedByForm } from '../../domain/sign-ups/sign-ups.sql.ts'
import { foldHits } from '../../domain/tracking/fold-hits.ts'
import { formatInZone, zoneNamed } from '../../lib/zones.ts'
import { action } from '../action.ts'
import { ApiProblem } from '../problem.ts'
import { bigId, id, moment } from '../values.ts'
import { Measured } from './sending-report.ts'

const MOST_SENDINGS = 500
const MOST_SOURCES = 20
const DAY_MILLIS = 86_400_000

const Sent = z.object({
  id: bigId,
  listId: id,
  name: z.string(),
  listName: z.string(),
  began: moment,
  emails: z.int().describe('What those who left and complained are of.'),
  opened: z.int().nullable().describe('People; null: not known.'),
  clicked: z.int().nullable(),
  measured: Measured,
  left: z.int().describe('By an email of it: its lists, or everything.'),
  complained: z.int(),
})

const OverTime = z
  .object({
    sendings: z.array(Sent).describe(`The newest first, at most ${MOST_SENDINGS}.`),
    mean: z
      .object({ emails: z.int(), opened: z.int(), clicked: z.int(), measured: Measured })
      .describe('Of those whose opens are known, together.'),
    hours: z
      .array(z.object({ day: z.int(), hour: z.int(), people: z.int() }))
      .describe('When people opened first: 1 is Monday, hours from 0, in the zone.'),
    sources: z
      .array(z.object({ kind: z.enum(['import', 'form']), id, name: z.string(), people: z.int() }))
      .describe(
        'Where people came from, the most first. Of those who are put on lists singly: not.',
      ),
  })
  .meta({ id: 'OverTime' })

export type OverTimeAnswer = z.output<typeof OverTime>

/** In which hour of which day of the week each hour lies there. */
function hoursOfWeek(rows: readonly { hour: string; people: number }[], zone: string) {
  const sums = new Map<string, { day: number; hour: number; people: number }>()
  for (const { hour: at, people } of rows) {
    const [date = '', time = ''] = formatInZone(new Date(at), zone).split(' ')
    const day = new Date(date).getUTCDay() || 7
    const hour = Number(time.slice(0, 2))
    const key = `${day} ${hour}`
    const one = sums.get(key) ?? { day, hour, people: 0 }
    sums.set(key, { ...one, people: one.people + people })
  }
  return [...sums.values()].sort((a, b) => a.day - b.day || a.hour - b.hour)
}

async function sourcesOf(db: Db, accountId: number, listId: number | null, since: Date) {
  const of = { accountId, listId, since, most: MOST_SOURCES }
  const imports = await sourcesOfGrowth(db, of)
  const forms = await confirmedByForm(db, of)
  return [
    ...imports.map(one => ({ kind: 'import' as const, ...one })),
    ...forms.map(one => ({ kind: 'form' as const, ...one })),
  ]
    .sort((a, b) => b.people - a.people)
    .slice(0, MOST_SOURCES)
}

export const overTime = [
  action({
    route: 'GET /reports/over-time',
    right: 'read',
    about: 'Sendings over time with their mean, when people open, and where people come from.',
    command: 'report over-time',
    query: z.strictObject({
      days: z.coerce.number().int().min(1).max(1_100).default(365),
      listId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
      zone: z.string().max(60).default('UTC').describe('Of the hours: Europe/Stockholm.'),
    }),
    out: OverTime,
    async run({ db, account }, { query: { days, listId = null, zone: given } }) {
      const zone = zoneNamed(given)
      if (zone === undefined)
        throw new ApiProblem('not-valid', { field: 'zone', ...detailed('zone-unknown') })
      const accountId = account.id
      const since = new Date(Date.now() - days * DAY_MILLIS)
      await foldHits(db, accountId)
      const rows = await sendingsOverTime(db, { accountId, listId, since, most: MOST_SENDINGS })
      return {
        sendings: rows.map(row => ({ ...row, ...reachOf(row) })),
        mean: meanReach(rows),
        hours: hoursOfWeek(await openHours(db, { accountId, listId, since }), zone),
        sources: await sourcesOf(db, accountId, listId, since),
      }
    },
  }),
] as const

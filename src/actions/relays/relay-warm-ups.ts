/** The warm-up of a relay: what each day may send and has sent, and what is planned. */
import { z } from 'zod'
import { readDetail } from '../../domain/details/recorded.ts'
import { routeNamed } from '../../domain/routes/keep-route.ts'
import { daysOfRoute } from '../../domain/routes/provider-limits.sql.ts'
import {
  adjustWarmUp,
  NO_QUOTA,
  plannedAfter,
  violationsOfWarmUp,
  warmUpOf,
} from '../../domain/routes/warm-up.ts'
import { type ActionCall, action } from '../action.ts'
import { Why } from '../sentences.ts'
import { withRules } from '../value-problems.ts'

const quota = z.int().nullable().describe('Emails of that day; null: no limit.')
const day = z.string().describe('Of UTC: 2026-11-30.')

const limits = {
  first: z.int().describe('Emails to each provider on the first day.'),
  growth: z.number().describe('Each day so many times the day before.'),
  goal: z.int().describe('The quota at which it ends.'),
}

const WarmUpDays = z
  .object({
    warmUp: z.object(limits).nullable(),
    today: day,
    providers: z.array(
      z.object({
        provider: z.string().describe('`other`: all domains of no known provider.'),
        days: z.array(
          z.object({
            day,
            quota,
            sent: z.int(),
            objections: z.int().describe('Replies about us.'),
            held: z.string().nullable().describe('Why the quota did not grow.'),
            why: Why,
          }),
        ),
        planned: z
          .array(z.object({ day, quota }))
          .describe('If each day is used and nobody complains: up to 60 days.'),
      }),
    ),
    plan: z
      .array(z.object({ day, quota }))
      .describe('Of a provider that gets its first email today, up to 60 days.'),
  })
  .meta({ id: 'WarmUpDays' })

const params = z.strictObject({ route: z.string().min(1).max(100) })

const DAY_MILLIS = 86_400_000
const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)
const quotaShown = (given: number): number | null => (given < NO_QUOTA ? given : null)

async function warmUpDays({ db }: ActionCall, name: string): Promise<z.input<typeof WarmUpDays>> {
  const row = await routeNamed(db, name)
  const warmUp = warmUpOf(row)
  const now = Date.now()
  const today = dayOf(now)
  const days = Map.groupBy(await daysOfRoute(db, { routeId: row.id }), one => one.provider)
  const planned = (last: { day: string; quota: number } | undefined) =>
    (warmUp ? plannedAfter(warmUp, last?.quota) : []).map((next, at) => ({
      // A day that lies back was the last that emails went there: the next is today.
      day: dayOf(now + (at + (last?.day === today ? 1 : 0)) * DAY_MILLIS),
      quota: quotaShown(next),
    }))
  return {
    warmUp,
    today,
    providers: [...days].map(([provider, rows]) => ({
      provider,
      days: rows.map(({ day, quota, messages, objections, held }) => ({
        day,
        quota: quotaShown(quota),
        sent: messages,
        objections,
        held: held === null ? null : readDetail(held).reason,
        why: held?.startsWith('{"code":') ? held : null,
      })),
      planned: planned(rows.at(-1)),
    })),
    plan: planned(undefined),
  }
}

export const relayWarmUps = [
  action({
    route: 'GET /installation/routes/:route/warm-up',
    installation: true,
    right: 'operate',
    about: 'The warm-up of a relay: quotas and emails by provider and day, and what is planned.',
    command: 'route warm-up-days',
    params,
    out: WarmUpDays,
    run: (call, { params: { route: which } }) => warmUpDays(call, which),
  }),
  action({
    route: 'PATCH /installation/routes/:route/warm-up',
    installation: true,
    right: 'operate',
    about: 'Change a running warm-up: its days so far count, quotas change from tomorrow on.',
    commands: ['route warm-up'],
    params,
    body: withRules(z.strictObject(limits).partial(), violationsOfWarmUp),
    out: WarmUpDays,
    async run(call, { params: { route: which }, body }) {
      const given = Object.entries(body).filter(([, value]) => value !== undefined)
      await adjustWarmUp(call.db, which, Object.fromEntries(given))
      return warmUpDays(call, which)
    },
  }),
] as const

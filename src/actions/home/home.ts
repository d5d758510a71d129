/** The dashboard: running sendings, health, growth, the last sendings, to-dos. */

import { z } from 'zod'
import type { Store } from '../../db/db.ts'
import { action } from '../action.ts'
import { answeredCounts } from '../http/api-words.ts'
import { personalText, replyText, sentenceText } from '../mask.ts'
import { Measured } from '../sendings/sending-report.ts'
import { type SendingState, STATES, Stands } from '../sendings/sendings.ts'
import { RecordedReasons, Sentence, Why } from '../sentences.ts'
import { bigId, id, moment } from '../values.ts'
import { readHome } from './first-page.ts'
import { TROUBLE_KINDS } from './status.ts'

const sending = {
  id: bigId,
  newsletterId: id,
  listId: id,
  name: z.string(),
  subject: z.string(),
  listName: z.string(),
}

const Open = z.object({
  ...sending,
  state: z.string(),
  reason: z.string().nullable(),
  why: Why,
  dueAt: moment,
  zone: z.string(),
  plannedAt: moment.nullable(),
})

const Home = z
  .object({
    running: z
      .array(
        Open.extend({
          state: z.enum(STATES),
          all: z.int().nullable(),
          done: z.int().nullable(),
          counts: answeredCounts,
          perSecond: z.number().nullable(),
          secondsLeft: z.int().nullable(),
          standstill: sentenceText.nullable(),
          stands: Stands,
        }),
      )
      .describe('Sending, paused or unconfirmed.'),
    coming: z.array(Open).describe('Scheduled, the next first.'),
    health: z.object({
      workers: z.int().describe('Processes that send.'),
      routes: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['in-use', 'refusing', 'paused']),
          reason: replyText.nullable(),
          causes: RecordedReasons,
        }),
      ),
      waiting: z.object({
        emails: z.int().describe('Due now, counted up to 100,000.'),
        oldest: moment.nullable(),
      }),
      trouble: z
        .object({ emails: z.int(), complaints: z.int(), bounces: z.int() })
        .describe('Of 30 days: emails of sendings, complaints and hard bounces.'),
      limits: z
        .object({ watch: z.number(), stop: z.number() })
        .describe('Of complaints, as shares.'),
      failedCalls: z
        .object({ failures: z.int(), last: moment.nullable(), said: personalText.nullable() })
        .describe('Calls of programs in 24 hours that were refused or failed, and the last one.'),
      lastCall: moment.nullable().describe('When a program last called, to the hour.'),
    }),
    growth: z.object({
      subscribers: z.int().describe('Who can get emails.'),
      countedAt: moment,
      counting: z.boolean().describe('A newer count is being made: ask again.'),
      countedFrom: z.string().nullable().describe('Of days before it, who left is not known.'),
      days: z.array(z.object({ day: z.string(), joined: z.int(), left: z.int() })),
    }),
    last: z
      .array(
        z.object({
          ...sending,
          began: moment,
          state: z.string(),
          emails: z.int(),
          opened: z.int().nullable().describe('People; null: not known.'),
          clicked: z.int().nullable(),
          measured: Measured,
          mean: z
            .object({ emails: z.int(), opened: z.int(), clicked: z.int(), measured: Measured })
            .describe("The list's last ten sendings together."),
          values: z.array(z.object({ currency: z.string(), closures: z.int(), value: z.string() })),
        }),
      )
      .describe('The last sendings, the newest first.'),
    todos: z.array(
      Sentence.extend({
        command: z.string(),
        at: z.object({ kind: z.enum(TROUBLE_KINDS), id: z.string() }).describe('What it is about.'),
      }),
    ),
  })
  .meta({ id: 'Home' })

export type HomeAnswer = z.output<typeof Home>

/** The requirements of mailbox providers, as shares of emails. */
const LIMITS = { watch: 0.001, stop: 0.003 }

async function read(db: Store, accountId: number) {
  const { health, ...home } = await readHome(db, accountId)
  type RouteState = 'in-use' | 'refusing' | 'paused'
  const routes = health.routes.map(one => ({ ...one, state: one.state as RouteState }))
  const running = home.running.map(one => ({ ...one, state: one.state as SendingState }))
  return { ...home, running, health: { ...health, routes, limits: LIMITS } }
}

/** As its route answers it. */
export const homeState = async (db: Store, accountId: number) =>
  Home.parse(await read(db, accountId))

export const home = [
  action({
    route: 'GET /home',
    right: 'read',
    about: 'What needs somebody now: what runs, health, growth, the last sendings, things to do.',
    out: Home,
    run: ({ db, account }) => read(db, account.id),
  }),
] as const

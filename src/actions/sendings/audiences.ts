/** Who would get a sending now, counted by the rules of its plan. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { refused } from '../../domain/refusal.ts'
import { LEFT_OUT } from '../../domain/sendings/audience/audience.ts'
import { action } from '../action.ts'
import { answeredWord } from '../http/api-words.ts'
import { isMasked } from '../mask.ts'
import { QuietHoursAnswer } from '../quiet-hours/quiet-hours.ts'
import { withRules } from '../value-problems.ts'
import { id, moment } from '../values.ts'
import { audience, audienceOf, times, violationsOfOrder } from './send-order.ts'
import { Measured } from './sending-report.ts'

export const Funnel = z.object({
  lists: z
    .array(z.object({ id, name: z.string(), members: z.int(), unsubscribed: z.int() }))
    .describe('Each chosen list, with those who have left it; empty of a resend.'),
  members: z.int().describe('Of all lists together; of a resend, the recipients.'),
  leftOut: z
    .array(
      z.object({
        reason: answeredWord(['repeated', 'unsubscribed', ...LEFT_OUT]),
        people: z.int().min(1),
      }),
    )
    .describe('In this order; members - these = willGet.'),
  willGet: z.int(),
  measured: Measured.describe('Of those, by their answers and the rule of now.'),
  usual: z.int().nullable().describe('The median of the last sendings to the first list.'),
  farMore: z.boolean().describe('Far more than usual: POST /sendings wants `expected`.'),
  zones: z
    .array(z.object({ zone: z.string().nullable(), people: z.int() }))
    .nullable()
    .describe('Of a zone field: how many in each; null: no zone, so that of the sending.'),
  plan: z
    .object({
      quiet: QuietHoursAnswer.nullable().describe('The quiet hours that hold for it.'),
      waits: z.int().describe('People whose email waits for the end of quiet hours.'),
      moments: z
        .array(z.object({ at: moment, people: z.int() }))
        .describe(
          'How many are due from when on, by the hour; of more than three days by the day.',
        ),
      last: moment.nullable().describe('When the last email is due.'),
      bestHour: z
        .object({
          own: z.int().describe('People with a best hour: measured, with enough opens and clicks.'),
          others: z.int(),
          hour: z
            .int()
            .nullable()
            .describe('When others get it, of the day; null: at the start, too few are measured.'),
          estimated: z.boolean().describe('Of a large audience the plan is that of a sample.'),
        })
        .nullable()
        .describe('Null: not at best hours.'),
    })
    .nullable()
    .describe('When emails are due; null: all at once.'),
  perSecond: z.number().nullable().describe('What the routes allow; null: no limit is known.'),
})

export type FunnelAnswer = z.output<typeof Funnel>

async function listOf(
  db: Db,
  accountId: number,
  newsletterId: number | undefined,
): Promise<number> {
  if (newsletterId === undefined) throw refused('not-valid', 'audience-lists').ofValue('listIds')
  const { listMeant } = await import('../newsletters/writing/reader.ts')
  return listMeant(db, accountId, newsletterId, undefined)
}

export const audiences = [
  action({
    route: 'POST /audiences',
    right: 'read',
    about: 'Count who would get a sending now: members of lists, minus each reason not to mail.',
    commands: ['send'],
    body: withRules(
      z.strictObject({
        ...audience,
        newsletterId: id
          .optional()
          .describe('What is to be sent: without those who got it. Without lists: to its own.'),
        ...times,
      }),
      violationsOfOrder,
    ),
    out: Funnel,
    async run({ db, account }, { body: { newsletterId, ...body } }) {
      const { at, zone, zoneField, bestHour, sharePerDay, anyHour, ...chosen } = body
      const newsletters = newsletterId === undefined ? [] : [newsletterId]
      const { list, ...rest } = audienceOf(chosen, newsletters)
      const listId = list ?? (await listOf(db, account.id, newsletterId))
      const { readFunnel } = await import('./audience-funnel.ts')
      const when = { at, zone, zoneField, bestHour, sharePerDay, anyHour }
      const funnel = await readFunnel(db, account.id, { listId, ...rest }, when)
      // Of a list of one they are the value of a field.
      return isMasked() ? { ...funnel, zones: null, plan: null } : funnel
    },
  }),
] as const

/** A sending as it is watched: how far, how fast, what servers say; its rate, and its undo. */

import { z } from 'zod'
import type { Store } from '../../db/db.ts'
import { chooseWinner } from '../../domain/reports/sendings/choose-winner.ts'
import { violationsOfTime } from '../../domain/sendings/audience/due-time.ts'
import { CRITERIA, UNDECIDED } from '../../domain/sendings/audience/options.ts'
import { liveProgress } from '../../domain/sendings/live/live-progress.ts'
import { setSendingRate, undoSending } from '../../domain/sendings/steer-sending.ts'
import { action } from '../action.ts'
import { answeredCounts, answeredWord } from '../http/api-words.ts'
import { isMasked, replyText } from '../mask.ts'
import { RecordedReasons } from '../sentences.ts'
import { withRules } from '../value-problems.ts'
import { bigId, id, moment } from '../values.ts'
import { repliesByMeaning } from './replies-by-meaning.ts'
import { sendAt } from './send-newsletter.ts'
import { sendTime, sendZone } from './send-order.ts'
import { Progress, type SendingState, STATES } from './sendings.ts'

const counts = answeredCounts

const Group = z.object({ name: z.string(), counts, perSecond: z.number() })

const Named = z.object({ id, name: z.string() })

const Live = Progress.extend({
  listId: id,
  newsletterId: id,
  parentId: bigId.nullable().describe('Of a sample: the sending whose A/B test it is.'),
  startedAt: moment.nullable(),
  startsAt: moment.describe('When who gets it is counted; of an A/B test, for its first sample.'),
  order: z
    .object({
      lists: z.array(Named),
      excluded: z.array(Named),
      filters: z.array(Named),
      resendOf: z
        .object({ sendingId: id, without: z.enum(['opened', 'clicked']) })
        .nullable()
        .describe('Only to its recipients who have not done that.'),
      repeat: z.boolean().describe('Also to people who got the newsletter already.'),
      fromName: z.string(),
      fromEmail: z.string(),
      local: z
        .object({ field: z.int(), at: z.string() })
        .nullable()
        .describe('At this time in the zone that the data field has of each.'),
      bestHour: z
        .object({ field: z.int().nullable() })
        .nullable()
        .describe('At the best hour of each, on the clock that the data field has.'),
      sharePerDay: z.number().nullable().describe('Percent of the audience a day.'),
      anyHour: z.boolean().describe('Also in quiet hours.'),
    })
    .nullable()
    .describe('As it was ordered; null once it has begun.'),
  all: z.int().describe('All emails planned, with the samples of an A/B test.'),
  done: z.int().describe('Accepted, bounced, failed, withdrawn or uncertain.'),
  perSecond: z.number().describe('Outcomes of the last minute, a second.'),
  secondsLeft: z.int().nullable(),
  perMinute: z.int().nullable().describe('The most emails a minute, if that is limited.'),
  canUndo: z.boolean().describe('Nothing is sent yet: POST .../undo.'),
  routes: z.array(Group),
  providers: z.array(Group).describe("By the domain of the address; '' is all other domains."),
  pace: z
    .array(z.object({ at: moment, emails: z.int() }))
    .describe('Emails that got an outcome in each half minute of the last quarter of an hour.'),
  waits: z
    .array(z.object({ until: moment, people: z.int() }))
    .describe('Emails that wait for their time: a zone, a share, the end of quiet hours.'),
  said: z
    .array(
      z.object({
        meaning: z
          .string()
          .describe(
            'The class of the reply (docs/bounces), or without one: `throttled-by-us`, `not-sent`.',
          ),
        emails: z.int(),
        byState: counts,
        last: moment.nullable(),
        replies: z.array(
          z.object({
            state: z.string(),
            reply: replyText,
            causes: RecordedReasons,
            count: z.int(),
          }),
        ),
      }),
    )
    .describe('What servers say, grouped by meaning, the most frequent first.'),
  split: z
    .object({
      share: z.number(),
      by: z.enum(CRITERIA),
      waitMinutes: z.int(),
      variants: z.int(),
      winner: z.int().nullable().describe('The variant that the rest gets; null: not yet.'),
      decidedAt: moment.nullable(),
      byHand: z.boolean(),
      undecided: answeredWord(UNDECIDED).nullable().describe('Why nobody won.'),
      samples: z.array(
        z.object({
          sendingId: bigId,
          variant: z.int(),
          state: z.enum(STATES),
          dueAt: moment,
          subject: z.string(),
          fromName: z.string(),
          fromEmail: z.string(),
          newsletterId: id,
          emails: z.int(),
          done: z.int(),
        }),
      ),
    })
    .nullable(),
}).meta({ id: 'LiveSending' })

export type LiveSending = z.output<typeof Live>

/** As its route answers it. */
export async function sendingState(db: Store, accountId: number, sendingId: number) {
  return Live.parse(await live(db, accountId, sendingId))
}

async function live(db: Store, accountId: number, sendingId: number) {
  const { said, waits, split, standstill, stands, repeatRisk, ...found } = await liveProgress(
    db,
    accountId,
    sendingId,
  )
  const stateOf = (state: string) => state as SendingState
  return {
    ...found,
    state: stateOf(found.state),
    counts: found.counts as Record<string, number>,
    standstill: standstill ?? null,
    stands: stands ?? null,
    repeatRisk: repeatRisk ?? null,
    // Of a list of one the moment is the value of a field.
    waits: isMasked() ? [] : waits,
    said: repliesByMeaning(said),
    split: split && {
      winner: null,
      decidedAt: null,
      byHand: false,
      undecided: null,
      ...split,
      samples: split.samples.map(sample => ({ ...sample, state: stateOf(sample.state) })),
    },
  }
}

const params = z.strictObject({ sendingId: id })

export const sendingLive = [
  action({
    route: 'GET /sendings/:sendingId/progress',
    right: 'read',
    about:
      'How far a sending is, how fast, by route and mailbox provider, and what servers say. ' +
      'Counted once for all who ask: of a large sending it may be seconds old.',
    commands: ['sending show'],
    params,
    out: Live,
    run: ({ db, account }, { params: { sendingId } }) => live(db, account.id, sendingId),
  }),
  action({
    route: 'POST /sendings/:sendingId/undo',
    right: 'send',
    command: 'sending undo',
    about: 'Undo a sending of which nothing was sent. Refused once it has begun: cancel it then.',
    params,
    run: ({ db, account }, { params: { sendingId } }) => undoSending(db, account.id, sendingId),
  }),
  action({
    route: 'POST /sendings/:sendingId/winner',
    right: 'send',
    about: 'Choose the winner of an A/B test before its wait is over; the rest gets it now.',
    command: 'sending winner <variant>',
    params,
    body: z.strictObject({ variant: z.int().min(0).max(4).describe('Which variant.') }),
    run: ({ db, account }, { params: { sendingId }, body: { variant } }) =>
      chooseWinner(db, account.id, sendingId, variant),
  }),
  action({
    route: 'PUT /sendings/:sendingId/time',
    right: 'send',
    command: 'sending time <at>',
    about: 'Send it at another time; its audience and content stay. Refused once it has begun.',
    params,
    body: withRules(
      z.strictObject({
        at: sendTime.unwrap(),
        zone: sendZone.describe('By default as it was.'),
      }),
      // Without a zone the stored one counts.
      ({ at, zone }) => (zone === undefined ? [] : violationsOfTime({ at, zone })),
    ),
    out: z.object({ dueAt: moment, zone: z.string() }),
    run: ({ db, account }, { params: { sendingId }, body }) =>
      sendAt(db, account.id, sendingId, body),
  }),
  action({
    route: 'PUT /sendings/:sendingId/rate',
    right: 'send',
    command: 'sending rate <perMinute>',
    about: 'Send at most so many emails a minute; null: as fast as the routes take them.',
    params,
    body: z.strictObject({
      perMinute: z.int().min(1).max(1_000_000).nullable().describe('The most emails, or none.'),
    }),
    run: ({ db, account }, { params: { sendingId }, body: { perMinute } }) =>
      setSendingRate(db, account.id, sendingId, perMinute),
  }),
] as const

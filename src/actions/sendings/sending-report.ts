/** The report of a sending: rates with their bases, hours, links, providers, comparison. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { type RemovedPeople, removedAmong } from '../../domain/deliveries/removed.ts'
import { abTestOf } from '../../domain/reports/sendings/ab-results.ts'
import {
  beganAt,
  earlierOf,
  type ReportedSending,
  sendingOfReport,
  wholeFigures,
} from '../../domain/reports/sendings/figures.ts'
import {
  DEVICES,
  devicesOf,
  hoursOf,
  linksOfSending,
  providersOf,
  reasonsOf,
} from '../../domain/reports/sendings/parts.ts'
import { CRITERIA, UNDECIDED } from '../../domain/sendings/audience/options.ts'
import { action } from '../action.ts'
import { answeredCounts, answeredWord } from '../http/api-words.ts'
import { replyText } from '../mask.ts'
import { bigId, id, moment } from '../values.ts'

const Hits = z
  .object({
    all: z.int().describe('Machines, too.'),
    byPeople: z.int().describe('In total: with those that are counted without their person.'),
    people: z.int().nullable().describe('Different people; null: not known.'),
  })
  .meta({ id: 'Hits' })

export const Measured = z
  .object({
    opens: z.int().describe('Emails whose opens were measured: what people who opened are of.'),
    clicks: z.int().describe('What people who clicked are of.'),
    fewOpens: z.boolean().describe('Less than a tenth: a rate says nothing about all.'),
    fewClicks: z.boolean(),
  })
  .describe('The base of rates: not everybody may be measured.')

const Values = z.array(z.object({ currency: z.string(), closures: z.int(), value: z.string() }))

export const SendingOutcome = z
  .object({
    emails: z.int().describe('Planned, with the samples of an A/B test.'),
    opened: z.int().nullable().describe('People; null: not known.'),
    clicked: z.int().nullable(),
    measured: Measured,
    bounced: z.int().describe('Hard bounces.'),
  })
  .nullable()
  .describe('Null before it is planned.')

const Figures = z
  .object({
    sent: z.int(),
    delivered: z.int().describe('Accepted, and not bounced since.'),
    measured: Measured,
    counts: answeredCounts.describe('Emails by state.'),
    bounced: z.int(),
    complained: z.int(),
    unsubscribed: z.int().describe('By an email of it, from its lists.'),
    optedOut: z.int().describe('By an email of it, from everything.'),
    opens: Hits,
    clicks: Hits,
    values: Values.describe('What was bought after a click, by currency.'),
  })
  .meta({ id: 'SendingFigures' })

export const PeopleRemoved = z
  .object({ at: moment, months: z.int().describe('After the end of the sending.') })
  .nullable()
  .describe('Who got it is not kept any more. The numbers stay.')

const Sending = z
  .object({
    id: bigId,
    newsletterId: id,
    listId: id,
    name: z.string(),
    subject: z.string(),
    listName: z.string(),
    state: z.string(),
    zone: z.string(),
    began: moment.nullable().describe('When its audience was planned; null: not yet.'),
    finished: moment.nullable(),
    tracked: z.enum(['personal', 'anonymous', 'off']),
    peopleRemoved: PeopleRemoved,
  })
  .meta({ id: 'ReportedSending' })

const Report = z
  .object({
    sending: Sending,
    figures: Figures,
    earlier: bigId.nullable().describe('The sending to the same list before it, to compare with.'),
  })
  .meta({ id: 'SendingReport' })

const HourHits = z.object({ all: z.int(), byPeople: z.int(), people: z.int() })

const Hour = z.object({ hour: z.int(), opens: HourHits, clicks: HourHits })

const Provider = z.object({
  provider: z.string().describe("'': all domains of no known provider."),
  counts: answeredCounts,
  opened: z.int(),
  clicked: z.int(),
  measured: Measured.describe('Of those delivered.'),
})

const Link = z
  .object({
    number: z.int(),
    url: z.string(),
    words: z
      .string()
      .describe("What is read at it, or of a picture its alternative text; '': none."),
    byAll: z.int(),
    byPeople: z.int(),
    people: z.int(),
    firstAt: moment.nullable(),
    lastAt: moment.nullable(),
    values: Values,
  })
  .meta({ id: 'ReportedLink' })

export type SendingReport = z.output<typeof Report>
export type MeasuredAnswer = z.output<typeof Measured>
export type HourAnswer = z.output<typeof Hour>
export type LinkOutcome = z.output<typeof Link>

const Device = z.object({
  device: z.enum(DEVICES),
  program: z.string(),
  system: z.string(),
  opens: z.int(),
  clicks: z.int(),
})

const Reason = z.object({ reason: replyText, people: z.int() })

const AbTest = z.object({
  by: z.enum(CRITERIA),
  currency: z.string().nullable().describe('Of values: that in which most people bought.'),
  variants: z.array(
    z.object({
      sendingId: bigId,
      variant: z.int(),
      delivered: z.int(),
      measured: z.int().describe('Of those delivered: what the score is of.'),
      people: z.int(),
      score: z.number().describe('People, or money, for each email measured.'),
    }),
  ),
  best: z.int().describe('So far; of equal scores the first.'),
  difference: z.number().describe('Of the best score and the next.'),
  margin: z.number().describe('Of the difference, at 95 %.'),
  clear: z.boolean().describe('The difference is more than its margin.'),
  tooFew: z.boolean().describe('Less than a tenth of a variant is measured: none can win.'),
  winner: z.int().nullable().describe('What the rest gets; null: not decided.'),
  decidedAt: moment.nullable(),
  byHand: z.boolean(),
  undecided: answeredWord(UNDECIDED)
    .nullable()
    .describe('Why nobody won: the rest got the first variant.'),
})

const params = z.strictObject({ sendingId: id })

const sendingOf = (sending: ReportedSending, peopleRemoved: RemovedPeople | undefined) => ({
  ...sending,
  peopleRemoved: peopleRemoved ?? null,
  began: beganAt(sending),
  finished: sending.finishedAt,
  tracked: sending.untracked
    ? ('off' as const)
    : sending.anonymous
      ? ('anonymous' as const)
      : ('personal' as const),
})

async function reportOf(db: Db, accountId: number, sendingId: number) {
  const sending = await sendingOfReport(db, accountId, sendingId)
  const removed = await removedAmong(db, accountId, [sendingId])
  return {
    sending: sendingOf(sending, removed.get(sendingId)),
    figures: await wholeFigures(db, accountId, sending),
    earlier: await earlierOf(db, accountId, sending),
  }
}

export const sendingReport = [
  action({
    route: 'GET /sendings/:sendingId/report',
    right: 'read',
    about:
      'What became of a sending, with the samples of its A/B test: emails, people who opened, ' +
      'clicked, left, bought.',
    commands: ['sending show'],
    params,
    out: Report,
    run: ({ db, account }, { params: { sendingId } }) => reportOf(db, account.id, sendingId),
  }),
  action({
    route: 'GET /sendings/:sendingId/hours',
    right: 'read',
    about: 'Opens and clicks by hour since it began: hours without any are left out.',
    params,
    query: z.strictObject({ hours: z.coerce.number().int().min(1).max(720).default(72) }),
    out: z.object({
      began: moment.nullable(),
      hours: z.array(Hour),
    }),
    async run({ db, account }, { params: { sendingId }, query: { hours } }) {
      const sending = await sendingOfReport(db, account.id, sendingId)
      return { began: beganAt(sending), hours: await hoursOf(db, account.id, sending, hours) }
    },
  }),
  action({
    route: 'GET /sendings/:sendingId/links',
    right: 'read',
    about:
      'The links of its email, in their order: clicks, people, and what was bought. With those ' +
      'of the samples of its A/B test.',
    params,
    out: z.object({ links: z.array(Link) }),
    async run({ db, account }, { params: { sendingId } }) {
      const sending = await sendingOfReport(db, account.id, sendingId)
      return { links: await linksOfSending(db, account.id, sending) }
    },
  }),
  action({
    route: 'GET /sendings/:sendingId/providers',
    right: 'read',
    about: 'Outcomes, openers and clickers by mailbox provider.',
    params,
    out: z.object({ providers: z.array(Provider) }),
    async run({ db, account }, { params: { sendingId } }) {
      const sending = await sendingOfReport(db, account.id, sendingId)
      return { providers: await providersOf(db, account.id, sending) }
    },
  }),
  action({
    route: 'GET /sendings/:sendingId/devices',
    right: 'read',
    about:
      'With what people opened and clicked: of the first 50,000 hits of each kind. A mail service ' +
      'that fetches pictures itself does not say on what they are seen.',
    params,
    out: z.object({ devices: z.array(Device) }),
    async run({ db, account }, { params: { sendingId } }) {
      const sending = await sendingOfReport(db, account.id, sendingId)
      return { devices: await devicesOf(db, account.id, sending) }
    },
  }),
  action({
    route: 'GET /sendings/:sendingId/reasons',
    right: 'read',
    about: "What people said who left by it, the 20 most frequent; '': nothing.",
    params,
    out: z.object({ reasons: z.array(Reason) }),
    async run({ db, account }, { params: { sendingId } }) {
      const sending = await sendingOfReport(db, account.id, sendingId)
      return { reasons: await reasonsOf(db, account.id, sending) }
    },
  }),
  action({
    route: 'GET /sendings/:sendingId/ab-test',
    right: 'read',
    about:
      'What came of the variants of its A/B test, by people alone: the best, and how much of the ' +
      'difference may be chance. `test` is null without one.',
    commands: ['sending show'],
    params,
    out: z.object({ test: AbTest.nullable() }),
    async run({ db, account }, { params: { sendingId } }) {
      return { test: await abTestOf(db, account.id, sendingId) }
    },
  }),
  action({
    route: 'GET /sendings/:sendingId/email',
    right: 'read',
    about:
      'Its email as it was sent, to nobody in particular: each link has its number as ' +
      '`data-link`, for a map of clicks. Show it in a frame that runs nothing.',
    params,
    out: z.object({ subject: z.string(), html: z.string().nullable(), text: z.string() }),
    async run({ db, account, rendering }, { params: { sendingId } }) {
      const { sentEmail } = await import('./sent-email.ts')
      return sentEmail(db, await rendering(), account.id, sendingId)
    },
  }),
  action({
    route: 'GET /reports/sendings',
    right: 'read',
    about: 'Several sendings side by side, at most ten.',
    query: z.strictObject({
      ids: z
        .string()
        .regex(/^\d{1,9}(,\d{1,9}){0,9}$/)
        .describe('12,15,18'),
    }),
    out: z.object({ items: z.array(Report) }),
    async run({ db, account }, { query: { ids } }) {
      const items = []
      for (const sendingId of new Set(ids.split(',').map(Number)))
        items.push(await reportOf(db, account.id, sendingId))
      return { items }
    },
  }),
] as const

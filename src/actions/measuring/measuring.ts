/** Who may be measured: what people answered, and the rule for who was not asked. */

import { z } from 'zod'
import {
  ANSWERS,
  type AnswerWay,
  answer,
  LONGEST_WORDS,
  MEASURED,
  measuringOfPerson,
  takeBackAnswer,
  WAYS,
} from '../../domain/measuring/answer.ts'
import { forgetHitsOf, keepHitsOf } from '../../domain/measuring/forgetting.ts'
import { answersByList, ruleOf, setRule } from '../../domain/measuring/rule.ts'
import { refused } from '../../domain/refusal.ts'
import { type ActionCaller, action } from '../action.ts'
import { answeredWord } from '../http/api-words.ts'
import { Measured } from '../sendings/sending-report.ts'
import { bigId, id, moment, pastMoment } from '../values.ts'

export const said = z.enum(['agreed', 'declined'])
const measured = z
  .enum(MEASURED)
  .describe('`person`: of each person; `total`: of the email or link only; `none`: not at all.')

const PersonMeasuring = z
  .object({
    opens: answeredWord(ANSWERS),
    clicks: answeredWord(ANSWERS),
    opensAs: measured.describe('What follows from the answer, or else from the rule.'),
    clicksAs: measured,
    removal: moment
      .nullable()
      .describe('When the hits of what they declined are removed; until then it can be undone.'),
    answers: z
      .array(
        z.object({
          id: bigId,
          opens: said.nullable().describe('Null: the answer is not about them.'),
          clicks: said.nullable(),
          words: z.string().describe('As the person was asked.'),
          way: z.enum(WAYS),
          said: moment,
          recorded: moment,
        }),
      )
      .describe('The newest first.'),
  })
  .meta({ id: 'PersonMeasuring' })

const counts = z.object({ agreed: z.int(), declined: z.int(), notAsked: z.int() })

const Rule = z
  .object({
    opens: measured.describe('Opens of who was not asked.'),
    clicks: measured.describe('Clicks of who was not asked.'),
    since: moment.nullable().describe('Since when the rule holds; null: it was never changed.'),
    removesHits: z.boolean().describe('A decline also removes the hits that the person has.'),
    people: z.object({ opens: counts, clicks: counts }),
  })
  .meta({ id: 'MeasuringRule' })

const OfList = z.object({
  id,
  name: z.string(),
  people: z.int(),
  opens: counts,
  clicks: counts,
  measured: Measured,
})

const params = z.strictObject({ subscriberId: bigId })

const agreedOf = (text: 'agreed' | 'declined' | undefined): boolean | undefined =>
  text === undefined ? undefined : text === 'agreed'

/** How an answer came that this caller notes. */
export function wayOf({ maker, isKey }: ActionCaller): AnswerWay {
  if (isKey) return 'api'
  return maker.kind === 'command' ? 'command' : 'member'
}

export const measuring = [
  action({
    route: 'GET /measuring',
    right: 'read',
    about: 'The rule for people who were not asked whether they may be measured, and how many.',
    command: 'measuring show',
    out: Rule,
    run: ({ db, account }) => ruleOf(db, account.id),
  }),
  action({
    route: 'GET /measuring/lists',
    right: 'read',
    about: 'What the people on each list answered, and how many of them are measured now.',
    command: 'measuring lists',
    out: z.object({ lists: z.array(OfList).describe('The largest first; up to 200.') }),
    run: async ({ db, account }) => ({ lists: await answersByList(db, account.id) }),
  }),
  action({
    route: 'PATCH /measuring',
    right: 'people',
    about:
      'Change the rule for people who were not asked. It holds from now on: for emails composed ' +
      'and hits that come from then on.',
    command: 'measuring edit',
    body: z.strictObject({
      opens: z.enum(MEASURED).optional().describe('Opens: of each person, in total, or not.'),
      clicks: z.enum(MEASURED).optional().describe('Clicks: of each person, in total, or not.'),
      removesHits: z
        .boolean()
        .optional()
        .describe('Whether a decline also removes the hits that the person has.'),
    }),
    out: Rule,
    async run({ db, account }, { body }) {
      const { opens, clicks } = await ruleOf(db, account.id)
      const { removesHits } = body
      const rule = { opens: body.opens ?? opens, clicks: body.clicks ?? clicks, removesHits }
      await setRule(db, account.id, rule)
      return ruleOf(db, account.id)
    },
  }),
  action({
    route: 'GET /subscribers/:subscriberId/measuring',
    right: 'read',
    about: 'Whether a subscriber is measured, and what they answered when.',
    command: 'measuring person',
    params,
    out: PersonMeasuring,
    run: ({ db, account }, { params: { subscriberId } }) =>
      measuringOfPerson(db, account.id, subscriberId),
  }),
  action({
    route: 'PUT /subscribers/:subscriberId/measuring',
    right: 'people',
    about:
      'Note what a subscriber answered. Who declined can agree again only with the words and the ' +
      'moment of it; an answer older than the last one changes nothing.',
    command: 'measuring answer',
    params,
    body: z.strictObject({
      opens: said.optional().describe('About opens.'),
      clicks: said.optional().describe('About clicks.'),
      words: z.string().max(LONGEST_WORDS).default('').describe('As the person was asked.'),
      at: pastMoment.optional().describe('When the person said so; by default now.'),
    }),
    out: PersonMeasuring.extend({
      outcome: z
        .enum(['set', 'same', 'older'])
        .describe('`older`: the person has said something since, which stands.'),
    }),
    async run({ db, account, caller }, { params: { subscriberId }, body }) {
      const { words, at } = body
      const [opens, clicks] = [agreedOf(body.opens), agreedOf(body.clicks)]
      if (opens === undefined && clicks === undefined)
        throw refused('not-valid', 'answer-about-nothing').ofValue('opens')
      const given = { opens, clicks, words, way: wayOf(caller), saidAt: at } as const
      const outcome = await answer(db, account.id, subscriberId, given)
      return { ...(await measuringOfPerson(db, account.id, subscriberId)), outcome }
    },
  }),
  action({
    route: 'POST /subscribers/:subscriberId/measuring/removal',
    right: 'people',
    about:
      'Remove the opens or clicks of a subscriber who declined, as if they had never been ' +
      'measured; counts and rates of reports change. Done in ten minutes; until then it can be ' +
      'undone.',
    command: 'measuring forget',
    params,
    out: PersonMeasuring,
    async run({ db, account }, { params: { subscriberId } }) {
      await forgetHitsOf(db, account.id, subscriberId)
      return measuringOfPerson(db, account.id, subscriberId)
    },
  }),
  action({
    route: 'DELETE /subscribers/:subscriberId/measuring/removal',
    right: 'people',
    about: 'Keep the hits of a subscriber that were to be removed.',
    command: 'measuring keep',
    params,
    out: PersonMeasuring,
    async run({ db, account }, { params: { subscriberId } }) {
      await keepHitsOf(db, account.id, subscriberId)
      return measuringOfPerson(db, account.id, subscriberId)
    },
  }),
  action({
    route: 'DELETE /subscribers/:subscriberId/measuring/:answerId',
    right: 'people',
    about:
      'Take back an answer that a member or a program noted within the hour, if it is the last. ' +
      'The answers before it hold again; hits that were not kept meanwhile are gone.',
    command: 'measuring undo',
    params: z.strictObject({ subscriberId: bigId, answerId: bigId }),
    out: PersonMeasuring,
    async run({ db, account }, { params: { subscriberId, answerId } }) {
      await takeBackAnswer(db, account.id, subscriberId, answerId)
      return measuringOfPerson(db, account.id, subscriberId)
    },
  }),
] as const

/** The progress of a trigger: transitions of subscribers, and a simulation. */

import { z } from 'zod'
import { atomically, type Db } from '../../db/db.ts'
import { type Detail, reported } from '../../domain/details/details.ts'
import { stepText } from '../../domain/triggers/drawing/draw-flow.ts'
import { flowOf, stepWords } from '../../domain/triggers/drawing/flow.ts'
import { englishFlow } from '../../domain/triggers/drawing/flow-texts.ts'
import { type Definition, stepOf } from '../../domain/triggers/language/definition.ts'
import { headOf } from '../../domain/triggers/outline.ts'
import { passagesOf } from '../../domain/triggers/passage-log.ts'
import { triggerFacts } from '../../domain/triggers/trigger-facts.ts'
import { type TriggerTry, tryTrigger } from '../../domain/triggers/try-trigger.ts'
import { action } from '../action.ts'
import { shownSource } from '../hiding/definitions.ts'
import { asking, isMasked, personalText } from '../mask.ts'
import { CodedReason, Sentence } from '../sentences.ts'
import { bigId, email, id, moment } from '../values.ts'
import { Flow, FlowStep, OutlineText, shownFlow } from './flow-answers.ts'
import { source } from './triggers.ts'

const zone = z.string().describe('Of the trigger: Europe/Stockholm.')

const EndingWhy = CodedReason.nullable().describe('The ending as a code with values.')

const PersonalWhy = CodedReason.nullable()
  .transform(why => (isMasked() ? null : why))
  .pipe(CodedReason.nullable())
  .describe('The reason as a code with values; null of one that an earlier version wrote.')

const Passage = z.object({
  subscriberId: bigId.optional(),
  email: z.string().nullish().describe('Null for an erased subscriber.'),
  entry: z.int().describe('Which time the subscriber entered.'),
  step: z.string(),
  way: z.string(),
  at: moment,
  reason: personalText,
  why: PersonalWhy,
})

const Run = z
  .object({
    entry: z.int(),
    version: z.int(),
    entered: moment,
    step: z.string(),
    due: moment.nullable().describe('When the step is looked at again; null after the end.'),
    ended: moment.nullable(),
    ending: z.string().nullable(),
    endingWhy: EndingWhy,
  })
  .meta({ id: 'TriggerRun' })

const simulation = {
  email: email.describe('The subscriber.'),
  at: z
    .string()
    .max(40)
    .optional()
    .describe(
      'They enter then: 2026-11-22 09:00 of its zone, or with an offset. Else now, or on their date.',
    ),
  happens: z
    .array(z.string().max(200))
    .max(100)
    .default([])
    .describe('Steps whose awaited event happens; for others it does not.'),
}

const Simulated = z
  .object({
    name: z.string().describe('Of the trigger.'),
    zone,
    entering: z.array(Sentence).describe('Whether and when they enter.'),
    onList: z.boolean().describe('They are on its list now, and want emails: else nobody enters.'),
    from: moment,
    passed: z.array(
      z.object({
        key: z.string(),
        at: moment,
        does: z.string().describe('In English.'),
        step: FlowStep.pick({ code: true, values: true }).describe('What it does, as a code.'),
        reason: z.string(),
        why: CodedReason.nullable().describe('The reason as a code with values.'),
      }),
    ),
    ending: z.string(),
    endingWhy: EndingWhy,
    at: moment,
  })
  .meta({ id: 'TriggerTrial' })

const params = z.strictObject({ triggerId: id })

const whyOf = ({ code, values }: Detail) => ({ code, values, because: null })

async function simulated(db: Db, accountId: number, order: TriggerTry) {
  const { definition, tried } = await tryTrigger(db, accountId, order)
  const { entering, ending, passed, names, ...facts } = tried
  return {
    name: definition.name,
    zone: definition.zone,
    ...facts,
    entering: entering.map(detail => reported(detail)),
    passed: passed.map(({ key, at, reason }) => {
      const step = stepWords(stepOf(definition, key)!, names)
      return {
        key,
        at,
        does: stepText(englishFlow, step),
        step,
        reason: reason?.detail ?? '',
        why: reason ? whyOf(reason) : null,
      }
    }),
    ending: ending.detail,
    endingWhy: whyOf(ending),
  }
}

export const triggerRuns = [
  action({
    route: 'GET /triggers/:triggerId/flow',
    right: 'read',
    about: 'The steps of a trigger, with the number of subscribers at each step and branch.',
    commands: ['trigger show'],
    params,
    query: z.strictObject({
      version: z.coerce.number().int().min(1).optional().describe('As of then; else as now.'),
    }),
    out: Flow.extend({
      version: z.int(),
      source: z.string().describe('Of that version.'),
      head: z.array(OutlineText).describe('The values above its steps in the text.'),
      zone,
      active: z.int().describe('Subscribers on their way.'),
      older: z.int().describe('Of these, on versions before the newest.'),
      skipped: z.int().describe('Subscribers whose field holds no date.'),
      endings: z.array(z.object({ ending: z.string(), endingWhy: EndingWhy, people: z.int() })),
      versions: z.array(z.object({ version: z.int(), created: moment })),
    }),
    async run({ db, account }, { params: { triggerId }, query: { version } }) {
      const facts = await atomically(db, tx => triggerFacts(tx, account.id, triggerId, version), {
        isolation: 'repeatable read',
      })
      const { definition, names, counts, source, ...rest } = facts
      const flow = flowOf(definition, names, counts)
      const shown = shownSource(source, definition)
      return {
        ...rest,
        ...shownFlow(flow, definition),
        zone: definition.zone,
        source: shown,
        head: headOf(shown),
      }
    },
  }),
  action({
    route: 'GET /triggers/:triggerId/passages',
    right: 'read',
    about: 'Who passed which step, when and why, the newest first; of one subscriber every run.',
    command: 'trigger log',
    params,
    query: z.strictObject({
      as: asking(email.optional()).describe('Of this subscriber: every run, and the present step.'),
      limit: z.coerce.number().int().min(1).max(200).default(50).describe('How many.'),
    }),
    out: z.object({ zone, passages: z.array(Passage), runs: z.array(Run).optional() }),
    async run({ db, account }, { params: { triggerId }, query: { as, limit: most } }) {
      const { trigger, ...found } = await passagesOf(db, account.id, triggerId, { as, most })
      const { zone } = JSON.parse(trigger.definition) as Definition
      return { zone, ...found }
    },
  }),
  action({
    route: 'POST /triggers/:triggerId/try',
    right: 'read',
    personal: true,
    about: 'Simulate a trigger for a subscriber. Sends and changes nothing.',
    commands: ['trigger test'],
    params,
    body: z.strictObject(simulation),
    out: Simulated,
    run: ({ db, account }, { params: { triggerId }, body }) =>
      simulated(db, account.id, { ...body, trigger: triggerId }),
  }),
  action({
    route: 'POST /triggers/try',
    right: 'people',
    personal: true,
    about: 'Simulate a definition that is not saved yet. Sends and changes nothing.',
    commands: ['trigger test'],
    body: z.strictObject({ ...simulation, source }),
    out: Simulated,
    run: ({ db, account }, { body: { source: text, ...body } }) =>
      simulated(db, account.id, { ...body, trigger: { source: text } }),
  }),
] as const

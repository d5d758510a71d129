/** Triggers: rules that send automatically, step by step, to each subscriber. Written in YAML. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { noSuch } from '../../domain/refusal.ts'
import { checkTrigger } from '../../domain/triggers/check-trigger.ts'
import { namesIn } from '../../domain/triggers/draw-names.ts'
import { drawFlow } from '../../domain/triggers/drawing/draw-flow.ts'
import { flowOf } from '../../domain/triggers/drawing/flow.ts'
import type { Definition } from '../../domain/triggers/language/definition.ts'
import { headOf, outlineOf } from '../../domain/triggers/outline.ts'
import {
  addNewTrigger,
  editTrigger,
  PEOPLE,
  pauseTrigger,
  removeTrigger,
  resumeTrigger,
} from '../../domain/triggers/save-trigger.ts'
import {
  findTrigger,
  standingInTrigger,
  triggersOfAccount,
} from '../../domain/triggers/triggers.sql.ts'
import { type ActionCall, action } from '../action.ts'
import { entityTag } from '../entity-tag.ts'
import { refuseHidden, shownSource } from '../hiding/definitions.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { refuseMessagesToNowhere } from '../relays/known-routes.ts'
import { Sentence, Why } from '../sentences.ts'
import { chosenId, id, moment } from '../values.ts'
import { Flow, OutlineStep, OutlineText } from './flow-answers.ts'

/** Of a definition; reading takes time in proportion. */
const MOST_CHARACTERS = 100_000

const head = {
  id,
  name: z.string(),
  listId: id,
  state: z.string(),
  reason: z.string().nullable(),
  why: Why,
  version: id,
  created: moment,
  modified: moment,
  start: z.string().describe('What begins it: joined, date, opened, ...'),
}

const TriggerRow = z
  .object({
    ...head,
    active: z.int().describe('Subscribers on their way.'),
    entered: z.int().describe('How often somebody entered, so far.'),
    steps: z.array(z.string()).describe('What its steps do, in order: send, wait, branch, ...'),
  })
  .meta({ id: 'TriggerRow' })

export const Trigger = z.object({ ...head, source: z.string() }).meta({ id: 'Trigger' })

const Note = Sentence.extend({ line: z.int(), column: z.int() })

export const source = z.string().min(1).max(MOST_CHARACTERS).describe('YAML: docs/triggers.md.')

/** Whether it runs is no matter of its definition. */
const tag = ({ name, version, source }: z.output<typeof Trigger>) => [name, version, source]

const local = z
  .boolean()
  .default(false)
  .describe('Links may lead to this machine only, where the relay is on it too.')

const params = z.strictObject({ triggerId: id })

const startOf = ({ definition }: { definition: string }): string =>
  (JSON.parse(definition) as Definition).start.on

const stepsOf = ({ definition }: { definition: string }): string[] =>
  (JSON.parse(definition) as Definition).steps.map(step => step.do)

export async function oneTrigger(db: Db, accountId: number, triggerId: number) {
  const found = await findTrigger(db, { accountId, triggerId })
  if (!found) throw noSuch('no-such-trigger', triggerId)
  return {
    ...found,
    start: startOf(found),
    source: shownSource(found.source, JSON.parse(found.definition)),
  }
}

const resuming = <const Verb extends 'resume' | 'confirm'>(verb: Verb, about: string) =>
  action({
    route: `POST /triggers/:triggerId/${verb}`,
    right: 'send',
    about,
    command: `trigger ${verb}`,
    params,
    body: z.strictObject({ local }),
    out: Trigger.extend({ was: z.string().describe('Its state before.') }),
    async run({ db, account, relays, alongside }, { params: { triggerId }, body }) {
      await refuseMessagesToNowhere(db, relays, body.local)
      const isConfirmed = verb === 'confirm'
      const { was } = await resumeTrigger(db, account.id, triggerId, isConfirmed, alongside)
      return { ...(await oneTrigger(db, account.id, triggerId)), was }
    },
  })

const ifTriggerUnchanged = <T>(call: ActionCall, id: number, change: (tx: Db) => Promise<T>) =>
  ifUnchanged(
    call,
    { kind: 'trigger', id },
    async tx => entityTag(tag(Trigger.parse(await oneTrigger(tx, call.account.id, id)))),
    change,
  )

export const triggers = [
  action({
    route: 'GET /triggers',
    right: 'read',
    about: 'The triggers, the oldest first.',
    command: 'trigger list',
    out: z.object({ items: z.array(TriggerRow) }),
    run: async ({ db, account }) => ({
      items: (await triggersOfAccount(db, { accountId: account.id })).map(row => ({
        ...row,
        start: startOf(row),
        steps: stepsOf(row),
      })),
    }),
  }),
  action({
    route: 'POST /triggers/check',
    right: 'people',
    about: 'Check a definition without saving it: problems and warnings with their places.',
    command: 'trigger check',
    body: z.strictObject({
      source,
      triggerId: id.optional().describe('As a new version of this trigger; else as a new one.'),
    }),
    out: z.object({
      problems: z.array(Note),
      notes: z.array(Note),
      name: z.string().nullable().describe('Null: it can not be read.'),
      drawing: z.array(z.string()).describe('Its steps as text, in English: a line each.'),
      head: z.array(OutlineText).describe('The values above its steps in the text.'),
      outline: z.array(OutlineStep).describe('Its steps in the text; none without YAML.'),
      flow: Flow.nullable().describe('Null: it can not be read.'),
    }),
    async run({ db, account }, { body }) {
      const checked = await checkTrigger(db, account.id, body.source, body.triggerId)
      const { definition, problems, notes } = checked
      const outline = outlineOf(body.source)
      const head = headOf(body.source)
      if (!definition)
        return { problems, notes, name: null, drawing: [], head, outline, flow: null }
      const names = await namesIn(db, account.id, definition)
      const flow = flowOf(definition, names)
      const drawing = drawFlow(flow)
      return { problems, notes, name: definition.name, drawing, head, outline, flow }
    },
  }),
  action({
    route: 'POST /triggers',
    right: 'send',
    about: 'Save a trigger; it runs unless it is paused.',
    command: 'trigger add',
    body: z.strictObject({
      source,
      paused: z.boolean().default(false).describe('It waits until it is resumed.'),
      id: chosenId,
      local,
    }),
    out: Trigger.extend({
      notes: z.array(Note).describe('Warnings.'),
      sandbox: z.boolean().describe('The sandbox keeps its emails.'),
    }),
    creates: true,
    async run({ db, account, relays }, { body }) {
      const { source, paused, id: chosen, local } = body
      const { sandbox } = await refuseMessagesToNowhere(db, relays, local)
      await refuseHidden(db, account.id, source)
      const { id, notes } = await addNewTrigger(db, account.id, source, paused, { id: chosen })
      return { ...(await oneTrigger(db, account.id, id)), notes, sandbox }
    },
  }),
  action({
    route: 'GET /triggers/:triggerId',
    right: 'read',
    about: 'One trigger with its definition.',
    commands: ['trigger show'],
    params,
    out: Trigger,
    tag,
    run: ({ db, account }, { params: { triggerId } }) => oneTrigger(db, account.id, triggerId),
  }),
  action({
    route: 'PUT /triggers/:triggerId',
    right: 'send',
    about: 'A new version of a trigger. Those on their way finish on theirs, move, or end.',
    command: 'trigger edit',
    readsIfMatch: true,
    params,
    body: z.strictObject({
      source,
      people: z.enum(PEOPLE).optional().describe('What happens to subscribers in the trigger.'),
    }),
    out: Trigger.extend({
      notes: z.array(Note).describe('Warnings.'),
      ended: z.int().describe('Subscribers who left it.'),
      moved: z.int().describe('Subscribers who go on by this version.'),
      finishing: z.int().describe('Subscribers who finish the version they entered.'),
    }),
    tag,
    async run(call, { params: { triggerId }, body }) {
      const accountId = call.account.id
      await refuseHidden(call.db, accountId, body.source)
      const { version: _, ...change } = await ifTriggerUnchanged(call, triggerId, tx =>
        editTrigger(tx, accountId, triggerId, body.source, body.people),
      )
      return { ...(await oneTrigger(call.db, accountId, triggerId)), ...change }
    },
  }),
  action({
    route: 'GET /triggers/:triggerId/standing',
    right: 'read',
    about: 'How many are inside now, and are due within a day: whom a pause or an end is about.',
    params,
    out: z.object({
      inside: z.int().describe('Subscribers on their way.'),
      overdue: z.int().describe('Of these, due by now: after a pause they go on at once.'),
      soon: z.int().describe('Of these, due within the next 24 hours.'),
    }),
    async run({ db, account: { id: accountId } }, { params: { triggerId } }) {
      await oneTrigger(db, accountId, triggerId)
      return standingInTrigger(db, { accountId, triggerId })
    },
  }),
  action({
    route: 'POST /triggers/:triggerId/pause',
    right: 'send',
    about: 'Nobody enters, and those on their way keep their steps.',
    command: 'trigger pause',
    params,
    out: Trigger,
    async run({ db, account }, { params: { triggerId } }) {
      await pauseTrigger(db, account.id, triggerId)
      return oneTrigger(db, account.id, triggerId)
    },
  }),
  resuming('resume', 'Let a trigger go on that was paused, or held for what it lacked.'),
  resuming('confirm', 'Let a trigger go on that was held after a long stop: late emails go out.'),
  action({
    route: 'DELETE /triggers/:triggerId',
    right: 'send',
    about: 'Remove a trigger: nobody enters or continues. Sent emails stay in the reports.',
    command: 'trigger remove',
    readsIfMatch: true,
    params,
    run: async (call, { params: { triggerId } }) =>
      ifTriggerUnchanged(
        call,
        triggerId,
        async tx => void (await removeTrigger(tx, call.account.id, triggerId)),
      ),
  }),
] as const

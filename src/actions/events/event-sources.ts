/** Sources of events: addresses that shops post to, signed. */

import { z } from 'zod'
import { eventValues } from '../../domain/program-events/event-values.ts'
import {
  addSource,
  changeSource,
  checkMapping,
  type EventSource,
  eventSourceNamed,
  eventSourcesOf,
  MOST_KEEP_HOURS,
  removeSource,
  rotateSourceKey,
  steerSource,
  USUAL_KEEP_HOURS,
  violationsOfSource,
} from '../../domain/program-events/sources/manage-sources.ts'
import { LONGEST_PATH, violationsOfMapping } from '../../domain/program-events/sources/mapping.ts'
import { OUTLINE_KINDS, type OutlineEntry } from '../../domain/program-events/sources/outline.ts'
import {
  eventIn,
  LARGEST_BODY,
  SOURCE_OUTCOMES,
  type SourceOutcome,
} from '../../domain/program-events/sources/receive-event.ts'
import { SIGNATURE_SCHEMES } from '../../domain/program-events/sources/signatures.ts'
import {
  keysOfEventSource,
  sourceOutcomes,
} from '../../domain/program-events/sources/sources.sql.ts'
import { type ActionCall, action } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { moment } from '../values.ts'

const path = z.string().max(LONGEST_PATH)

/** Of a body like {"id": 4711, "customer": {"email": "ada@example.com"}, "total": 49.5}. */
const mapping = {
  event: z.string().max(100).describe('The name of its events, if all have the same: order.'),
  eventAt: path.describe('Where the name stands in the body, if each has its own: type.'),
  emailAt: path.describe('Where the address of the person stands: customer.email.'),
  idAt: path.describe(
    'Where the id of the event stands: id. Without it, an id is made of what is signed.',
  ),
  values: z
    .record(z.string().max(100), path)
    .describe('Values for tags and conditions, by where they stand; none: the whole body.'),
}

const changed = {
  event: mapping.event.optional(),
  eventAt: mapping.eventAt.optional(),
  emailAt: mapping.emailAt.optional(),
  idAt: mapping.idAt.optional(),
  values: mapping.values.optional(),
}

const secret = z
  .string()
  .max(1_000)
  .optional()
  .describe('A secret that the shop has made. By default one is made, and shown this once.')

const EventSourceAnswer = z
  .object({
    name: z.string(),
    address: z.string().describe('Where the shop posts to.'),
    scheme: z.enum(SIGNATURE_SCHEMES),
    ...mapping,
    created: moment,
    paused: moment.nullable().describe('Since when; null: it takes events.'),
    received: moment.nullable().describe('The last call; null: none yet.'),
    outcomes: z
      .array(z.object({ outcome: z.enum(SOURCE_OUTCOMES), times: z.int(), last: moment }))
      .describe('How calls ended, the latest first. All but recorded and repeated are refusals.'),
  })
  .meta({ id: 'EventSource' })

const Outline = z.array(z.object({ path: z.string(), kind: z.enum(OUTLINE_KINDS) })).nullable()

const outlined = (outline: readonly OutlineEntry[] | null | undefined) =>
  outline?.map(([at, kind]) => ({ path: at, kind })) ?? null

/** A mapping with its usual parts. */
const whole = {
  event: mapping.event.default(''),
  eventAt: mapping.eventAt.default(''),
  emailAt: mapping.emailAt.default('email'),
  idAt: mapping.idAt.default(''),
  values: mapping.values.default({}),
}

const Secret = z.object({ keyId: z.string(), secret: z.string() })

const SourceKey = z.object({
  id: z.string(),
  made: moment,
  ends: moment.nullable().describe('Of a former key: how long it holds as well.'),
})

const params = z.strictObject({ source: z.string().min(1).max(100) })

const addressOf = ({ account, relays: { publicUrl } }: ActionCall, source: EventSource): string =>
  `${publicUrl ?? ''}/api/event-sources/${account.id}-${source.id}-${source.token}`

type OutcomeRow = Awaited<ReturnType<typeof sourceOutcomes>>[number]

function shown(call: ActionCall, source: EventSource, rows: readonly OutcomeRow[]) {
  const { name, scheme, mapping: of, created, paused } = source
  const outcomes = rows
    .filter(({ sourceId }) => sourceId === source.id)
    .map(({ outcome, times, last }) => ({ outcome: outcome as SourceOutcome, times, last }))
  const received = outcomes[0]?.last ?? null
  const address = addressOf(call, source)
  return { name, address, scheme, ...of, created, paused, received, outcomes }
}

const outcomesOf = ({ db, account }: ActionCall) => sourceOutcomes(db, { accountId: account.id })

const steering = <const Verb extends 'pause' | 'resume'>(verb: Verb, about: string) =>
  action({
    route: `POST /event-sources/:source/${verb}`,
    right: 'own',
    about,
    command: `event-source ${verb}`,
    params,
    run: ({ db, account }, { params: { source } }) => steerSource(db, account.id, source, verb),
  })

export const sourceActions = [
  action({
    route: 'GET /event-sources',
    right: 'own',
    about: 'The sources of events: addresses that shops post to, and how their calls ended.',
    command: 'event-source list',
    out: z.object({ items: z.array(EventSourceAnswer) }),
    async run(call) {
      const rows = await outcomesOf(call)
      const sources = await eventSourcesOf(call.db, call.account.id)
      return { items: sources.map(source => shown(call, source, rows)) }
    },
  }),
  action({
    route: 'POST /event-sources',
    right: 'own',
    confirmed: true,
    about:
      'Add a source of events: an address that a shop posts to, signed. The secret is shown this ' +
      'once.',
    command: 'event-source add <name>',
    body: withRules(
      z.strictObject({
        name: z.string().max(100).describe('What you call it.'),
        scheme: z
          .enum(SIGNATURE_SCHEMES)
          .default('standard')
          .describe('How the shop signs: standard is Standard Webhooks.'),
        ...whole,
        secret,
      }),
      violationsOfSource,
    ),
    out: EventSourceAnswer.extend(Secret.shape),
    creates: true,
    async run(call, { body }) {
      const { db, account, sealer } = call
      const added = { ...body, secret: body.secret }
      const key = await addSource(db, await sealer(), account.id, added)
      const source = await eventSourceNamed(db, account.id, body.name)
      return { ...shown(call, source, []), keyId: key.id, secret: key.secret }
    },
  }),
  action({
    route: 'POST /event-sources/try',
    right: 'own',
    about: 'Read the body of a webhook by a mapping: the event it would be. Records nothing.',
    command: 'event-source try',
    bodyBytes: 2 * LARGEST_BODY,
    body: withRules(
      z.strictObject({
        ...whole,
        body: z.string().max(LARGEST_BODY).describe('A body as the shop posts it, in JSON.'),
      }),
      violationsOfMapping,
    ),
    out: z.object({
      lacks: z
        .enum(['body', 'event-name', 'address', 'id', 'values'])
        .nullable()
        .describe('Why it would be refused; null: it is an event.'),
      event: z
        .object({
          name: z.string(),
          email: z.string(),
          id: z.string().nullable().describe('Null: one is made of what is signed.'),
          values: z.record(z.string(), z.unknown()),
        })
        .nullable(),
      outline: Outline.describe('Its paths; null: it is no JSON object.'),
    }),
    async run(_, { body: { body, ...tried } }) {
      checkMapping(tried)
      const { event, outline } = eventIn(tried, body)
      if (typeof event === 'string')
        return { lacks: event, event: null, outline: outlined(outline) }
      const { id = null, values, ...rest } = event
      const read = { ...rest, id, values: eventValues(JSON.stringify(values)) }
      return { lacks: null, event: read, outline: outlined(outline) }
    },
  }),
  action({
    route: 'GET /event-sources/:source',
    right: 'own',
    about: 'A source of events: its keys, how its calls ended, and the outline of its last body.',
    command: 'event-source show',
    params,
    out: EventSourceAnswer.extend({
      keys: z.array(SourceKey),
      outline: Outline.describe(
        'Paths of the last genuine body, without the values; null: none has come.',
      ),
    }),
    async run(call, { params: { source: name } }) {
      const { db, account } = call
      const source = await eventSourceNamed(db, account.id, name)
      const keys = await keysOfEventSource(db, { accountId: account.id, sourceId: source.id })
      return {
        ...shown(call, source, await outcomesOf(call)),
        keys: keys.map(({ id, created, until }) => ({ id, made: created, ends: until })),
        outline: outlined(source.outline),
      }
    },
  }),
  action({
    route: 'PATCH /event-sources/:source',
    right: 'own',
    about: 'Change where the name, the address, the id and the values stand in a body.',
    command: 'event-source edit',
    params,
    body: withRules(z.strictObject(changed), violationsOfMapping),
    run: ({ db, account }, { params: { source }, body }) =>
      changeSource(db, account.id, source, given(body)),
  }),
  action({
    route: 'POST /event-sources/:source/rotate',
    right: 'own',
    confirmed: true,
    about: 'Make a new secret, shown this once. Former ones hold for a time as well.',
    command: 'event-source rotate',
    params,
    body: z.strictObject({
      keepHours: z
        .number()
        .min(0)
        .max(MOST_KEEP_HOURS)
        .default(USUAL_KEEP_HOURS)
        .describe('How long former secrets hold as well.'),
      secret,
    }),
    out: Secret,
    async run({ db, account, sealer }, { params: { source }, body }) {
      const terms = { keepHours: body.keepHours, secret: body.secret }
      const key = await rotateSourceKey(db, await sealer(), account.id, source, terms)
      return { keyId: key.id, secret: key.secret }
    },
  }),
  steering(
    'pause',
    'Take no events of a source: its shop gets 503 and should try again. Recorded ones stay.',
  ),
  steering('resume', 'Let a paused source take events again.'),
  action({
    route: 'DELETE /event-sources/:source',
    right: 'own',
    about: 'Remove a source: its address answers nothing from then on. Its events stay.',
    command: 'event-source remove',
    params,
    run: ({ db, account }, { params: { source } }) => removeSource(db, account.id, source),
  }),
] as const

/** Without those that are not given. */
const given = <Value extends object>(body: Value) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Value]?: Exclude<Value[Name], undefined>
  }

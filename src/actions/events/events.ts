/** Events that programs post about people, for triggers. */

import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { EVENT_NAME } from '../../domain/program-events/event-name.ts'
import {
  programEventNames,
  programEventsOfPerson,
  triggersStartedByEvents,
} from '../../domain/program-events/program-events.sql.ts'
import {
  checkedDetails,
  LONGEST_EVENT_KEY,
  recordEvent,
} from '../../domain/program-events/record-event.ts'
import { knownValues, valuePaths } from '../../domain/program-events/sources/known-values.ts'
import { OUTLINE_KINDS } from '../../domain/program-events/sources/outline.ts'
import { noSuch, violationsOfValues } from '../../domain/refusal.ts'
import { subscriberNamed } from '../../domain/subscribers/named-subscriber.ts'
import { action } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { anyJson, bigId, email, id, moment, shaped } from '../values.ts'

const MOST_SHOWN = 200

const eventName = shaped(EVENT_NAME, detailed('event-shape'))

const EventName = z
  .object({
    name: z.string(),
    first: moment,
    last: moment.nullable().describe('Null: all of them were removed after their time.'),
    lately: z.int().describe('In the last 30 days.'),
    starts: z
      .array(z.object({ triggerId: id, name: z.string(), state: z.string(), entered: z.int() }))
      .describe('The triggers that it starts, and how many have entered them.'),
  })
  .meta({ id: 'EventName' })

export const programEvents = [
  action({
    route: 'POST /events',
    right: 'people',
    personal: true,
    about: 'Record an event of a subscriber, such as a cart: it starts triggers, or ends a wait.',
    command: 'event add <name>',
    body: withRules(
      z.strictObject({
        name: eventName.describe('What has happened: cart, booking, visit.'),
        subscriberId: bigId.optional().describe('The subscriber, by id.'),
        email: email.default('').describe('The subscriber, by address.'),
        id: z
          .string()
          .min(1)
          .max(LONGEST_EVENT_KEY)
          .optional()
          .describe('Your own id of the event: posted again, it is recorded once.'),
        values: z
          .record(z.string().max(100), anyJson)
          .default({})
          .describe('What is known of it, as JSON: {"total": 49.5}.'),
      }),
      given => violationsOfValues(given, { values: checkedDetails }),
    ),
    out: z.object({
      id: z.string(),
      subscriberId: bigId,
      repeated: z.boolean().describe('It was posted before: nothing was recorded.'),
    }),
    creates: true,
    async run({ db, account }, { body: { id: key, ...event } }) {
      const recorded = await recordEvent(db, account.id, {
        ...event,
        key,
        subscriberId: event.subscriberId,
      })
      return { id: recorded.key, ...recorded }
    },
  }),
  action({
    route: 'GET /events',
    right: 'read',
    about: 'The names of events that programs have posted, and the triggers that they start.',
    command: 'event list',
    out: z.object({ items: z.array(EventName) }),
    async run({ db, account }) {
      const accountId = account.id
      const triggers = await triggersStartedByEvents(db, { accountId })
      const items = (await programEventNames(db, { accountId })).map(row => ({
        ...row,
        starts: triggers
          .filter(({ event }) => event === row.name)
          .map(({ id: triggerId, ...rest }) => ({ ...rest, triggerId })),
      }))
      return { items }
    },
  }),
  action({
    route: 'GET /events/:name/values',
    right: 'read',
    about: 'Where values stand in the newest events of a name, without the values themselves.',
    command: 'event values',
    params: z.strictObject({ name: eventName }),
    out: z.object({
      items: z.array(z.object({ path: z.string(), kind: z.enum(OUTLINE_KINDS) })),
    }),
    async run({ db, account }, { params: { name } }) {
      const known = await knownValues(db, account.id, name)
      return { items: known ? valuePaths(known).map(([path, kind]) => ({ path, kind })) : [] }
    },
  }),
  action({
    route: 'GET /subscribers/:subscriberId/events',
    right: 'read',
    personal: true,
    about: 'The events that programs have posted about a subscriber, the newest first.',
    command: 'event person',
    params: z.strictObject({ subscriberId: bigId }),
    out: z.object({
      items: z.array(
        z.object({ id: z.string(), name: z.string(), recorded: moment, values: anyJson }),
      ),
    }),
    async run({ db, account }, { params: { subscriberId } }) {
      if (!(await subscriberNamed(db, account.id, { subscriberId, email: '' })))
        throw noSuch('no-such-subscriber', subscriberId)
      const rows = await programEventsOfPerson(db, {
        accountId: account.id,
        subscriberIds: [subscriberId],
        most: MOST_SHOWN,
      })
      return {
        items: rows.map(({ eventKey, name, recorded, details }) => ({
          id: eventKey,
          name,
          recorded,
          values: JSON.parse(details),
        })),
      }
    },
  }),
] as const

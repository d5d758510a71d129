/** Quiet hours: when an account, or a list of it, sends nothing. */

import { z } from 'zod'
import {
  ANY_HOUR,
  type QuietRule,
  quietRulesOf,
  setAccountQuiet,
  setListQuiet,
  violationsOfQuietHours,
} from '../../domain/quiet-hours/rules.ts'
import { refused, type Violation } from '../../domain/refusal.ts'
import { DEFAULT_ZONE } from '../../domain/sendings/audience/due-time.ts'
import { clockText } from '../../lib/local-time.ts'
import { action } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { id } from '../values.ts'

const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
  .meta({ examples: ['21:00'] })
const from = clock.describe('When they begin: 22:00.')
const until = clock.describe('When they end: 08:00. Emails that are due in them wait until then.')
const zone = z
  .string()
  .max(60)
  .default(DEFAULT_ZONE)
  .describe('The zone of people whose own is not known: Europe/Stockholm.')
const zoneField = z
  .int()
  .min(1)
  .max(100)
  .optional()
  .describe('The data field with the zone of each subscriber: 5 for DD5.')

export const QuietHoursAnswer = z
  .object({
    from: z.string(),
    until: z.string(),
    zone: z.string(),
    zoneField: z.int().nullable(),
  })
  .meta({ id: 'QuietHours' })

const Rules = z.object({
  account: QuietHoursAnswer.nullable().describe('Null: emails may come at any hour.'),
  lists: z
    .array(
      z.object({
        id,
        name: z.string(),
        hours: QuietHoursAnswer.nullable().describe('Null: at any hour.'),
      }),
    )
    .describe('Lists with hours of their own; others have those of the account.'),
})

export type QuietRulesAnswer = z.output<typeof Rules>

/** As answers have them. */
export const answeredHours = ({ from, until, zone, zoneField }: QuietRule) => ({
  from: clockText(from),
  until: clockText(until),
  zone,
  zoneField: zoneField ?? null,
})

const minuteOf = (time: string): number => {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

interface GivenHours {
  from?: string | undefined
  until?: string | undefined
  zone?: string | undefined
}

const violationsOfHours = ({ from, until, zone }: GivenHours): Violation[] =>
  violationsOfQuietHours({
    from: from === undefined ? undefined : minuteOf(from),
    until: until === undefined ? undefined : minuteOf(until),
    zone,
  })

const params = z.strictObject({ listId: id })

export const quietHours = [
  action({
    route: 'GET /quiet-hours',
    right: 'read',
    about: 'When nothing is sent: of the account, and of lists with hours of their own.',
    command: 'quiet-hours show',
    out: Rules,
    async run({ db, account: { id: accountId } }) {
      const { account, lists } = await quietRulesOf(db, accountId)
      return {
        account: account ? answeredHours(account) : null,
        lists: lists.map(({ rule, ...list }) => ({
          ...list,
          hours: rule === ANY_HOUR ? null : answeredHours(rule),
        })),
      }
    },
  }),
  action({
    route: 'PUT /quiet-hours',
    right: 'people',
    about:
      'Set the quiet hours of the account. They hold for sendings that are not planned yet, and ' +
      'at once for triggers without their own. Transactional and test emails are not held.',
    command: 'quiet-hours set',
    body: withRules(z.strictObject({ from, until, zone, zoneField }), violationsOfHours),
    run: ({ db, account }, { body: { from, until, ...places } }) =>
      setAccountQuiet(db, account.id, {
        from: minuteOf(from),
        until: minuteOf(until),
        ...places,
      }),
  }),
  action({
    route: 'DELETE /quiet-hours',
    right: 'people',
    about: 'Remove the quiet hours of the account. Those of lists and triggers stay.',
    command: 'quiet-hours remove',
    run: ({ db, account }) => setAccountQuiet(db, account.id, undefined),
  }),
  action({
    route: 'PUT /lists/:listId/quiet-hours',
    right: 'people',
    about: 'Give a list quiet hours of its own; or none, whatever holds for the account.',
    command: 'quiet-hours set-list',
    params,
    body: withRules(
      z.strictObject({
        from: from.optional(),
        until: until.optional(),
        zone,
        zoneField,
        anyHour: z.boolean().default(false).describe('Its emails may come at any hour.'),
      }),
      violationsOfHours,
    ),
    run({ db, account }, { params: { listId }, body: { from, until, anyHour, ...places } }) {
      if (anyHour) return setListQuiet(db, account.id, listId, ANY_HOUR)
      if (from === undefined || until === undefined)
        throw refused('not-valid', 'quiet-hours-missing').ofValue('from')
      const hours = { from: minuteOf(from), until: minuteOf(until) }
      return setListQuiet(db, account.id, listId, { ...hours, ...places })
    },
  }),
  action({
    route: 'DELETE /lists/:listId/quiet-hours',
    right: 'people',
    about: 'Let the quiet hours of the account hold for a list again.',
    command: 'quiet-hours remove-list',
    params,
    run: ({ db, account }, { params: { listId } }) =>
      setListQuiet(db, account.id, listId, undefined),
  }),
] as const

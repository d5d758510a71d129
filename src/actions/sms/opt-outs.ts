/** Numbers that get no SMS; separate from the opt-outs of addresses. */

import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import {
  liftSmsOptOut,
  optOutOfSms,
  readSmsNumber,
  smsOptOutsPage,
  violationsOfSmsOptOut,
} from '../../domain/sms/opt-outs.ts'
import { action } from '../action.ts'
import { cut, placeMoment, placeOf } from '../cursor.ts'
import { personalText } from '../mask.ts'
import { ApiProblem } from '../problem.ts'
import { withRules } from '../value-problems.ts'
import { moment, pageOf, paging } from '../values.ts'

/** A telephone number as it is given. */
export const number = {
  number: z.string().max(40).describe('+46701234567, or without its country with `country`.'),
  country: z
    .string()
    .max(4)
    .default('')
    .describe('Of a number without it: a calling code, or two letters.'),
}

export const smsOptOuts = [
  action({
    route: 'GET /sms-opt-outs',
    right: 'read',
    personal: true,
    about: 'Numbers that get no SMS, the newest first.',
    command: 'sms optout list',
    query: z.strictObject(paging),
    out: pageOf(
      z.object({
        number: z.string().nullable().describe('Null for an erased person.'),
        reason: z.string(),
        created: moment,
      }),
    ),
    async run({ db, account }, { query: { after, limit } }) {
      const place = placeOf(after, z.tuple([placeMoment, z.string().max(100)]))
      const rows = await smsOptOutsPage(db, account.id, place, limit + 1)
      const { items, next } = cut(rows, limit, row => [row.created, row.key])
      return { items: items.map(row => ({ ...row, number: row.number ?? null })), next }
    },
  }),
  action({
    route: 'POST /sms-opt-outs',
    right: 'people',
    about: 'Opt a number out of SMS.',
    command: 'sms optout add <number>',
    body: withRules(
      z.strictObject({ ...number, reason: z.string().max(200).default('') }),
      violationsOfSmsOptOut,
    ),
    out: z.object({ number: personalText, added: z.boolean() }),
    async run({ db, account }, { body: { number: given, country, reason } }) {
      const meant = readSmsNumber(country, given)
      return { number: meant, added: await optOutOfSms(db, account.id, meant, reason) }
    },
  }),
  action({
    route: 'POST /sms-opt-outs/lift',
    right: 'people',
    about: "Let a number get SMS again, at the person's request.",
    command: 'sms optout remove <number>',
    recognisesErased: true,
    body: withRules(z.strictObject(number), violationsOfSmsOptOut),
    async run({ db, account }, { body: { number: given, country } }) {
      if (await liftSmsOptOut(db, account.id, readSmsNumber(country, given))) return
      const field = 'body.number'
      throw new ApiProblem('no-such-subscriber', { field, ...detailed('sms-not-opted-out') })
    },
  }),
] as const

/** Numbers: their country, what SMS to them cost, those that get none, and the gateway. */
import { z } from 'zod'
import { cut, placeOf } from '../../../actions/cursor.ts'
import { personalText } from '../../../actions/mask.ts'
import { ApiProblem } from '../../../actions/problem.ts'
import { moment, pageOf, paging } from '../../../actions/values.ts'
import { setSmsCountry, smsCountry } from '../../../domain/sms/country.ts'
import {
  dropPrice,
  keepPrices,
  readPrice,
  readPriceList,
} from '../../../domain/sms/credits/keep-prices.ts'
import { pricesOfAccount } from '../../../domain/sms/credits/prices.sql.ts'
import {
  liftSmsOptOut,
  optOutOfSms,
  readSmsNumber,
  smsOptOutsPage,
} from '../../../domain/sms/opt-outs.ts'
import { forgetGateway } from '../../../domain/sms/receipts/forget-gateway.ts'
import { findGateway } from '../../../domain/sms/receipts/gateway.sql.ts'
import { checkSms } from '../../../domain/sms/send-sms.ts'
import { trySms } from '../../../use-cases/sms-test.ts'
import { route } from '../route.ts'

const number = {
  number: z.string().max(40).describe('+46701234567, or without its country with `country`.'),
  country: z.string().max(4).default('').describe('A calling code, or two letters.'),
}

const Country = z.object({
  country: z.string().nullable().describe('Null: such numbers get no SMS.'),
})

const Price = z.object({ prefix: z.string(), price: z.string() })

const Gateway = z.object({
  gateway: z
    .object({
      shown: z.string(),
      seenAt: moment,
      trouble: z.string().nullable().describe('Null: it takes SMS.'),
    })
    .nullable()
    .describe('Null: the sandbox keeps SMS.'),
})

export const smsNumbers = [
  route({
    method: 'GET',
    path: '/sms-country',
    right: 'read',
    about: 'The country of numbers whose subscriber has none.',
    commands: ['sms country'],
    out: Country,
    run: async ({ db, account }) => ({ country: await smsCountry(db, account.id) }),
  }),
  route({
    method: 'PUT',
    path: '/sms-country',
    right: 'own',
    about: 'Set that country, or with null none.',
    commands: ['sms country'],
    body: z.strictObject({ country: z.string().max(4).nullable() }),
    out: Country,
    async run({ db, account }, { body }) {
      await setSmsCountry(db, account.id, body.country)
      return { country: await smsCountry(db, account.id) }
    },
  }),
  route({
    method: 'GET',
    path: '/sms-prices',
    right: 'read',
    about: 'The price of a segment by prefix of the number. Without prices it is 1 credit.',
    commands: ['sms price list'],
    out: z.object({ items: z.array(Price) }),
    run: async ({ db, account }) => ({
      items: await pricesOfAccount(db, { accountId: account.id }),
    }),
  }),
  route({
    method: 'PUT',
    path: '/sms-prices/:prefix',
    right: 'own',
    billing: true,
    about: 'Set the price of a destination. The longest prefix that fits a number counts.',
    commands: ['sms price add'],
    params: z.strictObject({ prefix: z.string().max(30) }),
    body: z.strictObject({ price: z.string().max(30) }),
    out: Price,
    async run({ db, account }, { params: { prefix }, body: { price } }) {
      const read = readPrice(prefix, price)
      await keepPrices(db, account.id, [read], false)
      return read
    },
  }),
  route({
    method: 'DELETE',
    path: '/sms-prices/:prefix',
    right: 'own',
    billing: true,
    about: 'Take a price out of the table.',
    commands: ['sms price remove'],
    params: z.strictObject({ prefix: z.string().max(30) }),
    run: async ({ db, account }, { params: { prefix } }) =>
      void (await dropPrice(db, account.id, prefix)),
  }),
  route({
    method: 'POST',
    path: '/sms-prices/import',
    right: 'own',
    billing: true,
    about: 'Set many prices from CSV: all of them, or none when a row is wrong.',
    commands: ['sms price import'],
    body: z.strictObject({
      csv: z.string().max(900_000).describe('Rows of prefix and price, or with a header.'),
      replace: z.boolean().default(false).describe('Take all other prices away.'),
    }),
    out: z.object({ read: z.int(), prices: z.int().describe('In the table now.') }),
    async run({ db, account }, { body: { csv, replace } }) {
      const prices = readPriceList(csv)
      const all = await keepPrices(db, account.id, prices, replace)
      return { read: prices.length, prices: all }
    },
  }),
  route({
    method: 'GET',
    path: '/sms-opt-outs',
    right: 'read',
    personal: true,
    about: 'Numbers that get no SMS, the newest first.',
    commands: ['sms optout list'],
    query: z.strictObject(paging),
    out: pageOf(
      z.object({
        number: z.string().nullable().describe('Null for an erased person.'),
        ...{ reason: z.string(), created: moment },
      }),
    ),
    async run({ db, account }, { query: { after, limit } }) {
      const place = placeOf(after, z.tuple([z.string().max(40), z.string().max(100)]))
      const rows = await smsOptOutsPage(db, account.id, place, limit + 1)
      const { items, next } = cut(rows, limit, row => [row.created, row.key])
      return { items: items.map(row => ({ ...row, number: row.number ?? null })), next }
    },
  }),
  route({
    method: 'POST',
    path: '/sms-opt-outs',
    right: 'people',
    about: 'Opt a number out of SMS.',
    commands: ['sms optout add'],
    body: z.strictObject({ ...number, reason: z.string().max(200).default('') }),
    out: z.object({ number: personalText, added: z.boolean() }),
    async run({ db, account }, { body: { number: given, country, reason } }) {
      const meant = readSmsNumber(country, given)
      return { number: meant, added: await optOutOfSms(db, account.id, meant, reason) }
    },
  }),
  route({
    method: 'POST',
    path: '/sms-opt-outs/lift',
    right: 'people',
    about: "Let a number get SMS again, at the person's request.",
    commands: ['sms optout remove'],
    body: z.strictObject(number),
    async run({ db, account }, { body: { number: given, country } }) {
      if (await liftSmsOptOut(db, account.id, readSmsNumber(country, given))) return
      const detail = 'The number is not opted out of SMS.'
      throw new ApiProblem('no-such-subscriber', { detail, field: 'body.number' })
    },
  }),
  route({
    method: 'GET',
    path: '/installation/sms-gateway',
    right: 'operate',
    about: 'The gateway that the processes use, and whether it takes SMS.',
    commands: ['sms gateway show'],
    out: Gateway,
    run: async ({ db }) => ({ gateway: (await findGateway(db, {})) ?? null }),
  }),
  route({
    method: 'DELETE',
    path: '/installation/sms-gateway',
    right: 'operate',
    about: 'Let processes without SMS_URL send SMS to the sandbox again.',
    commands: ['sms gateway remove'],
    run: async ({ db }) => void (await forgetGateway(db)),
  }),
  route({
    method: 'POST',
    path: '/installation/sms-gateway/try',
    right: 'operate',
    about: 'Send one real SMS by the gateway of SMS_URL. It costs no credits of ours.',
    commands: ['sms test'],
    body: z.strictObject({
      ...number,
      text: z.string().max(500).default('An SMS to try the gateway. It arrived.'),
      waitSeconds: z.int().min(0).max(60).default(15).describe('For the receipt, over SMPP.'),
    }),
    out: z.object({
      ...{ gateway: z.string(), outcome: z.string(), reply: z.string() },
      receipts: z.array(z.object({ state: z.string(), said: z.string() })),
    }),
    async run({ services }, { body: { number: given, country, text, waitSeconds } }) {
      const { verdict, shown, receipts } = await trySms(services.smsGateway, {
        ...{ number: readSmsNumber(country, given), waitMillis: waitSeconds * 1000 },
        ...checkSms(text),
      })
      const { outcome, reply } = verdict
      return { gateway: shown, outcome, reply, receipts }
    },
  }),
]

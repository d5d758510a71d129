/** Prices of SMS, by prefix of the number. */

import { z } from 'zod'
import { violationsOfValues } from '../../domain/refusal.ts'
import {
  dropPrice,
  keepPrices,
  readPrice,
  readPriceList,
} from '../../domain/sms/credits/keep-prices.ts'
import { pricesOfAccount } from '../../domain/sms/credits/prices.sql.ts'
import { action } from '../action.ts'
import { withRules } from '../value-problems.ts'

const Price = z.object({ prefix: z.string(), price: z.string() }).meta({ id: 'SmsPrice' })

export const smsPrices = [
  action({
    route: 'GET /sms-prices',
    right: 'read',
    about: 'The price of a segment by prefix of the number. Without prices it is 1 credit.',
    command: 'sms price list',
    out: z.object({ items: z.array(Price) }),
    run: async ({ db, account }) => ({
      items: await pricesOfAccount(db, { accountId: account.id }),
    }),
  }),
  action({
    route: 'PUT /sms-prices/:prefix',
    right: 'own',
    billing: true,
    about: 'Set the price of a destination. The longest prefix that fits a number counts.',
    command: 'sms price add <price>',
    params: z.strictObject({ prefix: z.string().max(30) }),
    body: z.strictObject({ price: z.string().max(30) }),
    out: Price,
    async run({ db, account }, { params: { prefix }, body: { price } }) {
      const read = readPrice(prefix, price)
      await keepPrices(db, account.id, [read], false)
      return read
    },
  }),
  action({
    route: 'DELETE /sms-prices/:prefix',
    right: 'own',
    billing: true,
    about: 'Take a price out of the table.',
    command: 'sms price remove',
    params: z.strictObject({ prefix: z.string().max(30) }),
    run: async ({ db, account }, { params: { prefix } }) =>
      void (await dropPrice(db, account.id, prefix)),
  }),
  action({
    route: 'POST /sms-prices/import',
    right: 'own',
    billing: true,
    about: 'Set many prices from CSV: all of them, or none when a row is wrong.',
    commands: ['sms price import'],
    body: withRules(
      z.strictObject({
        csv: z.string().max(900_000).describe('Rows of prefix and price, or with a header.'),
        replace: z.boolean().default(false).describe('Take all other prices away.'),
      }),
      given => violationsOfValues(given, { csv: readPriceList }),
    ),
    out: z.object({ read: z.int(), prices: z.int().describe('In the table now.') }),
    async run({ db, account }, { body: { csv, replace } }) {
      const prices = readPriceList(csv)
      const all = await keepPrices(db, account.id, prices, replace)
      return { read: prices.length, prices: all }
    },
  }),
] as const

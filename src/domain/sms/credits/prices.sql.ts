// Written by scripts/sql-types.ts from prices.sql; npm run sql writes it again.
import { count, many } from '../../../db/query.ts'

export const pricesOfAccount = many<{ accountId: number }, { prefix: string; price: string }>({ name: 'prices.pricesOfAccount', again: true, text: "select prefix, trim_scale(price) as \"price!\" from sms_prices where account_id = $1\n  order by prefix" }, ["accountId"], r => ({ prefix: r[0]!, price: r[1]! } as { prefix: string; price: string }))

export const savePrices = count<{ prefixes: (string | null)[]; prices: (string | null)[]; accountId: number }>({ name: 'prices.savePrices', again: true, text: "insert into sms_prices (account_id, prefix, price)\nselect t.account_id, given.prefix, given.price::numeric\n  from tenants t, unnest($1::text[], $2::text[]) as given (prefix, price)\nwhere t.account_id = $3\non conflict (account_id, prefix) do update set price = excluded.price" }, ["prefixes","prices","accountId"])

export const removePrice = count<{ accountId: number; prefix: string }>({ name: 'prices.removePrice', again: false, text: "delete from sms_prices where account_id = $1 and prefix = $2" }, ["accountId","prefix"])

export const removePrices = count<{ accountId: number }>({ name: 'prices.removePrices', again: true, text: "delete from sms_prices where account_id = $1" }, ["accountId"])

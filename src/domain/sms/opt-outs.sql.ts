// Written by scripts/sql-types.ts from opt-outs.sql; npm run sql writes it again.
import { count, many, one } from '../../db/query.ts'

export const addSmsOptOuts = count<{ reason: string; numbers: (string | null)[]; accountId: number }>({ name: 'opt-outs.addSmsOptOuts', again: true, text: "insert into sms_opt_outs (account_id, number, reason)\nselect t.account_id, given.number, $1\n  from tenants t, unnest($2::text[]) as given (number) where t.account_id = $3\non conflict (account_id, number) do nothing" }, ["reason","numbers","accountId"])

export const removeSmsOptOut = count<{ accountId: number; numbers: (string | null)[] }>({ name: 'opt-outs.removeSmsOptOut', again: false, text: "delete from sms_opt_outs where account_id = $1 and number = any ($2::text[])" }, ["accountId","numbers"])

/** The newest first, by keyset pagination. */
export const smsOptOuts = many<{ accountId: number; beforeTime: Date | string; beforeNumber: string; most: number }, { number: string; reason: string; created: string }>({ name: 'opt-outs.smsOptOuts', again: true, text: "select number, reason, created_at as created from sms_opt_outs\nwhere account_id = $1 and (created_at, number) < ($2::timestamptz, $3)\n  order by created_at desc, number desc limit $4::int" }, ["accountId","beforeTime","beforeNumber","most"], r => ({ number: r[0]!, reason: r[1]!, created: r[2]! } as { number: string; reason: string; created: string }))

export const anyErasedNumber = one<{ accountId: number }, { any: boolean }>({ name: 'opt-outs.anyErasedNumber', again: true, text: "select exists (select 1 from sms_opt_outs where account_id = $1 and number like 'erased:%')\n  as \"any!\"" }, ["accountId"], r => ({ any: r[0]! === 't' } as { any: boolean }))

/** Not restricted to an account: the accounts that have sent an SMS to a number, by the index of
 * numbers in their ledgers. A reply from it concerns them. */
export const accountsOfRecipient = many<{ number: string; accountId?: number }, { accountId: number; messageId: number }>({ name: 'opt-outs.accountsOfRecipient', again: true, text: "select t.account_id, last.message_id from tenants t cross join lateral (\n  select d.message_id from sms_deliveries d where d.account_id = t.account_id and d.number = $1\n    order by d.message_id desc limit 1) last" }, ["number"], r => ({ accountId: Number(r[0]!), messageId: Number(r[1]!) } as { accountId: number; messageId: number }))

export const addReply = count<{ accountId: number; id: number; number: string; text: string; meaning: string }>({ name: 'opt-outs.addReply', again: true, text: "insert into sms_replies (account_id, id, number, text, meaning) values\n  ($1, $2, $3, $4, $5)\non conflict (account_id, id) do nothing" }, ["accountId","id","number","text","meaning"])

export const repliesOfAccount = many<{ accountId: number; beforeId: number; most: number }, { id: number; number: string; text: string; meaning: string; received: string }>({ name: 'opt-outs.repliesOfAccount', again: true, text: "select id, number, text, meaning, received_at as received from sms_replies\n  where account_id = $1 and id < $2::bigint order by id desc limit $3::int" }, ["accountId","beforeId","most"], r => ({ id: Number(r[0]!), number: r[1]!, text: r[2]!, meaning: r[3]!, received: r[4]! } as { id: number; number: string; text: string; meaning: string; received: string }))

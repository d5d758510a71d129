// Written by scripts/sql-types.ts from known-sms.sql; npm run sql writes it again.
import { count, many, maybe } from '../../db/query.ts'

export const knownSms = many<{ accountId: number; subscriberId: number }, { messageId: number; listId: number | null; text: string; number: string | null; state: string; attempts: number; cost: string; givenBack: boolean; reply: string | null; reason: string | null; changed: string | null }>({ name: 'known-sms.knownSms', again: true, deadline: 'long', text: "select m.id as message_id, m.list_id, m.text, d.number, d.state, d.attempts,\n  trim_scale(d.cost) as \"cost!\", d.given_back, d.reply, d.reason,\n  d.changed_at as changed\nfrom sms_messages m join sms_deliveries d on d.account_id = $1 and d.message_id = m.id\n  and d.id = $2\nwhere m.account_id = $1 order by m.id" }, ["accountId","subscriberId"], r => ({ messageId: Number(r[0]!), listId: r[1] == null ? null : Number(r[1]!), text: r[2]!, number: r[3], state: r[4]!, attempts: Number(r[5]!), cost: r[6]!, givenBack: r[7]! === 't', reply: r[8], reason: r[9], changed: r[10] } as { messageId: number; listId: number | null; text: string; number: string | null; state: string; attempts: number; cost: string; givenBack: boolean; reply: string | null; reason: string | null; changed: string | null }))

export const knownReplies = many<{ accountId: number; numbers: (string | null)[] }, { number: string; text: string; meaning: string; received: string }>({ name: 'known-sms.knownReplies', again: true, deadline: 'long', text: "select number, text, meaning, received_at as received from sms_replies\nwhere account_id = $1 and number = any ($2::text[]) order by id" }, ["accountId","numbers"], r => ({ number: r[0]!, text: r[1]!, meaning: r[2]!, received: r[3]! } as { number: string; text: string; meaning: string; received: string }))

export const knownSmsOptOuts = many<{ accountId: number; numbers: (string | null)[] }, { number: string; reason: string; created: string }>({ name: 'known-sms.knownSmsOptOuts', again: true, deadline: 'long', text: "select number, reason, created_at as created from sms_opt_outs where account_id = $1\n  and number = any ($2::text[]) order by number" }, ["accountId","numbers"], r => ({ number: r[0]!, reason: r[1]!, created: r[2]! } as { number: string; reason: string; created: string }))

export const knownSandboxSms = many<{ accountId: number; numbers: (string | null)[]; subscriberId: number }, { id: number; number: string; text: string; received: string }>({ name: 'known-sms.knownSandboxSms', again: true, deadline: 'long', text: "select id, number, text, received_at as received from sandbox_sms\nwhere account_id = $1 and (number = any ($2::text[]) or delivery_id = $3)\n  order by id" }, ["accountId","numbers","subscriberId"], r => ({ id: Number(r[0]!), number: r[1]!, text: r[2]!, received: r[3]! } as { id: number; number: string; text: string; received: string }))

/** Messages that are being planned have this row too, and may have read the person: they are waited
 * for, and later ones find nobody. */
export const waitForSmsPlans = many<{ accountId: number }, { accountId: number }>({ name: 'known-sms.waitForSmsPlans', again: false, deadline: 'long', text: "select account_id from tenants where account_id = $1 for update" }, ["accountId"], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

export const phoneOfPerson = maybe<{ accountId: number; subscriberId: number }, { countryCode: string; phone: string }>({ name: 'known-sms.phoneOfPerson', again: true, deadline: 'long', text: "select country_code, phone from subscribers where account_id = $1 and id = $2" }, ["accountId","subscriberId"], r => ({ countryCode: r[0]!, phone: r[1]! } as { countryCode: string; phone: string }))

/** What was not sent yet is withdrawn and paid back by the worker that comes to it: it finds no
 * number. */
export const blankSms = count<{ accountId: number; subscriberId: number }>({ name: 'known-sms.blankSms', again: false, deadline: 'long', text: "update sms_deliveries d set number = null, reply = null from sms_messages m\nwhere m.account_id = $1 and d.account_id = $1 and d.message_id = m.id\n  and d.id = $2" }, ["accountId","subscriberId"])

export const removeReplies = count<{ accountId: number; numbers: (string | null)[] }>({ name: 'known-sms.removeReplies', again: false, deadline: 'long', text: "delete from sms_replies where account_id = $1 and number = any ($2::text[])" }, ["accountId","numbers"])

export const removeSandboxSms = count<{ accountId: number; numbers: (string | null)[]; subscriberId: number }>({ name: 'known-sms.removeSandboxSms', again: false, deadline: 'long', text: "delete from sandbox_sms where account_id = $1\n  and (number = any ($2::text[]) or delivery_id = $3)" }, ["accountId","numbers","subscriberId"])

/** The number goes, and a keyed hash in its place still keeps it from being sent an SMS. */
export const markSmsOptOuts = count<{ numbers: (string | null)[]; marks: (string | null)[]; accountId: number }>({ name: 'known-sms.markSmsOptOuts', again: false, deadline: 'long', text: "insert into sms_opt_outs (account_id, number, created_at)\nselect o.account_id, given.mark, o.created_at\n  from unnest($1::text[], $2::text[]) as given (number, mark)\njoin sms_opt_outs o on o.account_id = $3 and o.number = given.number\non conflict (account_id, number) do nothing" }, ["numbers","marks","accountId"])

export const removeSmsOptOuts = count<{ accountId: number; numbers: (string | null)[] }>({ name: 'known-sms.removeSmsOptOuts', again: false, deadline: 'long', text: "delete from sms_opt_outs where account_id = $1 and number = any ($2::text[])" }, ["accountId","numbers"])

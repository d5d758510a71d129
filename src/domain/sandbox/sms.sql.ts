// Written by scripts/sql-types.ts from sms.sql; npm run sql writes it again.
import { count, many, one } from '../../db/query.ts'

/** SMS captured instead of sent, many in one statement. */
export const keepSms = count<{ sender: string; text: string; ids: number[]; messageIds: number[]; deliveryIds: number[]; numbers: (string | null)[]; accountId: number }>({ name: 'sms.keepSms', again: true, text: "insert into sandbox_sms (account_id, id, message_id, delivery_id, number, sender, text)\nselect t.account_id, given.id, given.message_id, given.delivery_id, given.number, $1, $2\nfrom tenants t, unnest($3::bigint[], $4::bigint[], $5::bigint[],\n  $6::text[]) as given (id, message_id, delivery_id, number)\nwhere t.account_id = $7\non conflict (account_id, id) do nothing" }, ["sender","text","ids","messageIds","deliveryIds","numbers","accountId"])

/** The newest first, by keyset pagination; all of them or those whose number contains some digits. */
export const sandboxSms = many<{ accountId: number; beforeId: number; part: string | null; most: number }, { id: number; messageId: number | null; deliveryId: number | null; number: string; sender: string; text: string; received: string }>({ name: 'sms.sandboxSms', again: true, deadline: 'long', replica: true, text: "select id, message_id, delivery_id, number, sender, text, received_at as received from sandbox_sms\nwhere account_id = $1 and id < $2::bigint\n  and ($3::text is null or position($3 in number) > 0)\norder by id desc limit $4::int" }, ["accountId","beforeId","part","most"], r => ({ id: Number(r[0]!), messageId: r[1] == null ? null : Number(r[1]!), deliveryId: r[2] == null ? null : Number(r[2]!), number: r[3]!, sender: r[4]!, text: r[5]!, received: r[6]! } as { id: number; messageId: number | null; deliveryId: number | null; number: string; sender: string; text: string; received: string }))

export const countSandboxSms = one<{ accountId: number }, { count: number }>({ name: 'sms.countSandboxSms', again: true, deadline: 'long', replica: true, text: "select count(*) as \"count!\" from sandbox_sms where account_id = $1" }, ["accountId"], r => ({ count: Number(r[0]!) } as { count: number }))

export const emptySandboxSms = count<{ accountId: number }>({ name: 'sms.emptySandboxSms', again: false, deadline: 'long', text: "delete from sandbox_sms where account_id = $1" }, ["accountId"])

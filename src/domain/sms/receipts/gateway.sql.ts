// Written by scripts/sql-types.ts from gateway.sql; npm run sql writes it again.
import { count, many, maybe } from '../../../db/query.ts'

/** Not restricted to an account. */
export const keepGateway = count<{ shown: string; trouble: string | null; accountId?: number }>({ name: 'gateway.keepGateway', again: true, text: "insert into sms_gateway (id, shown, trouble) values (0, $1, $2)\non conflict (id) do update set shown = excluded.shown, trouble = excluded.trouble,\n  seen_at = excluded.seen_at" }, ["shown","trouble"])

/** Not restricted to an account. */
export const findGateway = maybe<{ accountId?: number }, { shown: string; trouble: string | null; seenAt: string }>({ name: 'gateway.findGateway', again: true, text: "select shown, trouble, seen_at from sms_gateway where id = 0" }, [], r => ({ shown: r[0]!, trouble: r[1], seenAt: r[2]! } as { shown: string; trouble: string | null; seenAt: string }))

/** Not restricted to an account. */
export const removeGateway = count<{ accountId?: number }>({ name: 'gateway.removeGateway', again: false, text: "delete from sms_gateway where id = 0" }, [])

/** Not restricted to an account: a delivery receipt contains the id that the gateway assigned, in
 * one spelling or another, and no account. The newest first. */
export const smsOfGatewayIds = many<{ gatewayIds: (string | null)[]; accountId?: number }, { accountId: number; messageId: number; deliveryId: number; part: number; gatewayId: string; number: string }>({ name: 'gateway.smsOfGatewayIds', again: true, text: "select p.account_id, p.message_id, p.delivery_id, p.part, p.gateway_id,\n  coalesce(d.number, '') as \"number!\"\nfrom sms_parts p join sms_deliveries d on d.account_id = p.account_id\n  and d.message_id = p.message_id and d.id = p.delivery_id\nwhere p.gateway_id = any ($1::text[]) and p.created_at > now() - interval '30 days'\n  order by p.created_at desc" }, ["gatewayIds"], r => ({ accountId: Number(r[0]!), messageId: Number(r[1]!), deliveryId: Number(r[2]!), part: Number(r[3]!), gatewayId: r[4]!, number: r[5]! } as { accountId: number; messageId: number; deliveryId: number; part: number; gatewayId: string; number: string }))

/** An SMS whose reply was lost with a worker: the delivery receipt shows that it was accepted. */
export const addNamedPart = count<{ name: string; accountId: number; messageId: number; deliveryId: number }>({ name: 'gateway.addNamedPart', again: true, text: "insert into sms_parts (account_id, message_id, delivery_id, part, gateway_id)\nselect d.account_id, d.message_id, d.id, 1, $1 from sms_deliveries d\nwhere d.account_id = $2 and d.message_id = $3 and d.id = $4\n  and d.state = 'uncertain'\non conflict (account_id, message_id, delivery_id, part) do nothing" }, ["name","accountId","messageId","deliveryId"])

export const partOfSms = maybe<{ accountId: number; messageId: number; deliveryId: number }, { part: number }>({ name: 'gateway.partOfSms', again: true, text: "select part from sms_parts where account_id = $1 and message_id = $2\n  and delivery_id = $3 and part = 1" }, ["accountId","messageId","deliveryId"], r => ({ part: Number(r[0]!) } as { part: number }))

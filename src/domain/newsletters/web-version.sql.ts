// Written by scripts/sql-types.ts from web-version.sql; npm run sql writes it again.
import { maybe, one } from '../../db/query.ts'
import type { SourceKind } from '../../lib/source-kind.ts'

/** The sending that last began, except tests. */
export const lastSentOf = maybe<{ accountId: number; newsletterId: number }, { id: number; blocks: string }>({ name: 'web-version.lastSentOf', again: true, text: "select id, blocks::text as \"blocks!\" from sendings\nwhere account_id = $1 and newsletter_id = $2 and not test\n  and planned_at is not null order by planned_at desc, id desc limit 1" }, ["accountId","newsletterId"], r => ({ id: Number(r[0]!), blocks: r[1]! } as { id: number; blocks: string }))

export const messageOfSending = maybe<{ accountId: number; sendingId: number }, { message: string; test: boolean }>({ name: 'web-version.messageOfSending', again: true, text: "select message::text as \"message!\", test from sendings where account_id = $1\n  and id = $2" }, ["accountId","sendingId"], r => ({ message: r[0]!, test: r[1]! === 't' } as { message: string; test: boolean }))

export const messageOfTrigger = maybe<{ accountId: number; messageId: number }, { message: string }>({ name: 'web-version.messageOfTrigger', again: true, text: "select message::text as \"message!\" from trigger_messages where account_id = $1\n  and id = $2" }, ["accountId","messageId"], r => ({ message: r[0]! } as { message: string }))

/** The recipient of an email, as far as still stored, and the blocks it had. */
export const readerOfMessage = one<{ accountId: number; sourceKind: SourceKind; sourceId: number; subscriberId: number }, { known: number | null; email: string; name: string; fields: string; blocks: string }>({ name: 'web-version.readerOfMessage', again: true, text: "select s.id as \"known?\", coalesce(s.email, '') as \"email!\", coalesce(s.name, '') as \"name!\",\n  array_to_string(coalesce(s.fields, '{}'), E'\\x1f', '') as \"fields!\",\n  array_to_string(coalesce(d.blocks, '{}'), ',') as \"blocks!\"\nfrom tenants t\nleft join deliveries d on d.account_id = $1 and d.source_kind = $2::int\n  and d.source_id = $3 and d.id = $4\nleft join subscribers s on s.account_id = $1 and s.id = $4\nwhere t.account_id = $1" }, ["accountId","sourceKind","sourceId","subscriberId"], r => ({ known: r[0] == null ? null : Number(r[0]!), email: r[1]!, name: r[2]!, fields: r[3]!, blocks: r[4]! } as { known: number | null; email: string; name: string; fields: string; blocks: string }))

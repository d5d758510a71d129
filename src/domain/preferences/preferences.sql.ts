// Written by scripts/sql-types.ts from preferences.sql; npm run sql writes it again.
import { count, many, maybe } from '../../db/query.ts'

export const findPreferencePage = maybe<{ accountId: number }, { lists: string; fields: string }>({ name: 'preferences.findPreferencePage', again: true, text: "select offered_lists as lists, array_to_string(offered_fields, ',') as \"fields!\"\nfrom preference_pages\nwhere account_id = $1" }, ["accountId"], r => ({ lists: r[0]!, fields: r[1]! } as { lists: string; fields: string }))

/** A lock until the transaction ends. */
export const lockPreferencePage = count<{ accountId: number }>({ name: 'preferences.lockPreferencePage', again: false, text: "insert into preference_pages (account_id, offered_lists, offered_fields) values ($1, '[]', '{}')\non conflict (account_id) do update set account_id = excluded.account_id" }, ["accountId"])

export const keepPreferencePage = count<{ lists: string; fields: (string | null)[]; accountId: number }>({ name: 'preferences.keepPreferencePage', again: true, text: "update preference_pages set offered_lists = $1, offered_fields = $2::text[]\nwhere account_id = $3" }, ["lists","fields","accountId"])

export const readerPreferences = maybe<{ accountId: number; subscriberId: number }, { id: number; email: string; name: string; format: string; fields: string; paused: string | null; wantsNothing: boolean }>({ name: 'preferences.readerPreferences', again: true, text: "select id, email, name, format, array_to_string(fields, E'\\x1f', '') as \"fields!\",\n  case when paused_until > now() then paused_until end as \"paused?\",\n  opted_out_at is not null or complained_at is not null as \"wantsNothing!\"\nfrom subscribers where account_id = $1 and id = $2" }, ["accountId","subscriberId"], r => ({ id: Number(r[0]!), email: r[1]!, name: r[2]!, format: r[3]!, fields: r[4]!, paused: r[5], wantsNothing: r[6]! === 't' } as { id: number; email: string; name: string; format: string; fields: string; paused: string | null; wantsNothing: boolean }))

/** The lists that are offered, those that the person is on, and those that they left within a day.
 * `left`: earlier, or by another way, so that only a new consent brings them back: the link may be
 * in the hands of another person. */
export const listsOfReader = many<{ accountId: number; subscriberId: number; offered: number[] }, { id: number; name: string; description: string; isOn: boolean; left: boolean }>({ name: 'preferences.listsOfReader', again: true, text: "select l.id, l.name, l.description,\n  j.subscriber_id is not null and j.unsubscribed_at is null as \"isOn!\",\n  j.unsubscribed_at is not null and not just_left as \"left!\"\nfrom lists l left join subscriptions j on j.account_id = $1 and j.list_id = l.id\n  and j.subscriber_id = $2\ncross join lateral (select coalesce(j.unsubscribed_at > now() - interval '1 day'\n  and j.unsubscribe_source in ('page', 'one-click', 'preferences'), false) as just_left) of\nwhere l.account_id = $1 and l.archived_at is null\n  and (l.id = any ($3::int[]) or just_left\n    or (j.subscriber_id is not null and j.unsubscribed_at is null))\norder by l.id" }, ["accountId","subscriberId","offered"], r => ({ id: Number(r[0]!), name: r[1]!, description: r[2]!, isOn: r[3]! === 't', left: r[4]! === 't' } as { id: number; name: string; description: string; isOn: boolean; left: boolean }))

export const lockReader = maybe<{ accountId: number; subscriberId: number }, { id: number }>({ name: 'preferences.lockReader', again: false, text: "select id from subscribers where account_id = $1 and id = $2 for update" }, ["accountId","subscriberId"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Null ends a pause. */
export const pauseReader = count<{ until: Date | string | null; accountId: number; subscriberId: number }>({ name: 'preferences.pauseReader', again: true, text: "update subscribers set paused_until = $1, updated_at = now()\nwhere account_id = $2 and id = $3\n  and paused_until is distinct from $1" }, ["until","accountId","subscriberId"])

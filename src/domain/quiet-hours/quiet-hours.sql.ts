// Written by scripts/sql-types.ts from quiet-hours.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** As JSON: those of the account, and those of a list. Null: it has none of its own. */
export const quietHoursOf = one<{ accountId: number; listId: number }, { account: string | null; list: string | null }>({ name: 'quiet-hours.quietHoursOf', again: true, text: "select t.quiet_hours::text as \"account?\", l.quiet_hours::text as \"list?\"\nfrom tenants t left join lists l on l.account_id = $1 and l.id = $2\nwhere t.account_id = $1" }, ["accountId","listId"], r => ({ account: r[0], list: r[1] } as { account: string | null; list: string | null }))

export const lockQuietHours = one<{ accountId: number }, { account: string | null }>({ name: 'quiet-hours.lockQuietHours', again: false, text: "select quiet_hours::text as \"account?\" from tenants where account_id = $1 for no key update" }, ["accountId"], r => ({ account: r[0] } as { account: string | null }))

export const lockQuietHoursOfList = maybe<{ accountId: number; listId: number }, { list: string | null }>({ name: 'quiet-hours.lockQuietHoursOfList', again: false, text: "select quiet_hours::text as \"list?\" from lists where account_id = $1 and id = $2\n  for no key update" }, ["accountId","listId"], r => ({ list: r[0] } as { list: string | null }))

/** Lists that have a rule of their own. */
export const listsWithQuietHours = many<{ accountId: number }, { id: number; name: string; rule: string }>({ name: 'quiet-hours.listsWithQuietHours', again: true, text: "select id, name, quiet_hours::text as \"rule!\" from lists\nwhere account_id = $1 and quiet_hours is not null order by name, id" }, ["accountId"], r => ({ id: Number(r[0]!), name: r[1]!, rule: r[2]! } as { id: number; name: string; rule: string }))

export const setQuietHours = count<{ rule: string | null; accountId: number }>({ name: 'quiet-hours.setQuietHours', again: false, text: "update tenants set quiet_hours = $1::text::jsonb where account_id = $2" }, ["rule","accountId"])

export const setQuietHoursOfList = count<{ rule: string | null; accountId: number; listId: number }>({ name: 'quiet-hours.setQuietHoursOfList', again: false, text: "update lists set quiet_hours = $1::text::jsonb where account_id = $2 and id = $3" }, ["rule","accountId","listId"])

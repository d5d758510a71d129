// Written by scripts/sql-types.ts from mappings.sql; npm run sql writes it again.
import { count, many, maybe } from '../../../db/query.ts'

export const findMapping = maybe<{ accountId: number; name: string }, { columns: string }>({ name: 'mappings.findMapping', again: true, text: "select columns::text as \"columns!\" from import_mappings\nwhere account_id = $1 and name = $2" }, ["accountId","name"], r => ({ columns: r[0]! } as { columns: string }))

export const mappingsOfAccount = many<{ accountId: number }, { name: string }>({ name: 'mappings.mappingsOfAccount', again: true, text: "select name from import_mappings where account_id = $1 order by name limit 200" }, ["accountId"], r => ({ name: r[0]! } as { name: string }))

export const saveMapping = count<{ name: string; columns: string; accountId: number }>({ name: 'mappings.saveMapping', again: true, text: "insert into import_mappings (account_id, name, columns)\nselect t.account_id, $1, $2::text::jsonb from tenants t where t.account_id = $3\non conflict (account_id, name) do update set columns = excluded.columns" }, ["name","columns","accountId"])

/** An account has few imports, which are read by its key from the newest on. */
export const latestOfLayout = maybe<{ accountId: number; key: string }, { id: number; name: string; created: string; options: string }>({ name: 'mappings.latestOfLayout', again: true, text: "select id, name, created_at as created, options::text as \"options!\" from imports\nwhere account_id = $1 and options->'layout'->>'key' = $2 and options ? 'columns'\n  and started_at is not null\norder by id desc limit 1" }, ["accountId","key"], r => ({ id: Number(r[0]!), name: r[1]!, created: r[2]!, options: r[3]! } as { id: number; name: string; created: string; options: string }))

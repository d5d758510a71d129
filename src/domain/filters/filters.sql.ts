// Written by scripts/sql-types.ts from filters.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** Adds nothing if the name is taken. */
export const addFilter = count<{ accountId: number; id: number; name: string; source: string; condition: string }>({ name: 'filters.addFilter', again: true, text: "insert into filters (account_id, id, name, source, condition) values\n  ($1, $2, $3, $4, $5::text::jsonb)\non conflict do nothing" }, ["accountId","id","name","source","condition"])

export const filtersOfAccount = many<{ accountId: number }, { id: number; name: string; source: string; condition: string; created: string }>({ name: 'filters.filtersOfAccount', again: true, text: "select id, name, source, condition::text as \"condition!\", created_at as created from filters\n  where account_id = $1 order by id" }, ["accountId"], r => ({ id: Number(r[0]!), name: r[1]!, source: r[2]!, condition: r[3]!, created: r[4]! } as { id: number; name: string; source: string; condition: string; created: string }))

export const filtersById = many<{ accountId: number; ids: number[] }, { id: number; name: string; source: string; condition: string; created: string }>({ name: 'filters.filtersById', again: true, text: "select id, name, source, condition::text as \"condition!\", created_at as created from filters\nwhere account_id = $1 and id = any ($2::int[]) order by id" }, ["accountId","ids"], r => ({ id: Number(r[0]!), name: r[1]!, source: r[2]!, condition: r[3]!, created: r[4]! } as { id: number; name: string; source: string; condition: string; created: string }))

export const findFilterByName = maybe<{ accountId: number; name: string }, { id: number }>({ name: 'filters.findFilterByName', again: true, text: "select id from filters where account_id = $1 and lower(name) = lower($2)" }, ["accountId","name"], r => ({ id: Number(r[0]!) } as { id: number }))

export const changeFilter = count<{ source: string; condition: string; accountId: number; id: number }>({ name: 'filters.changeFilter', again: true, text: "update filters set source = $1, condition = $2::text::jsonb\n  where account_id = $3 and id = $4" }, ["source","condition","accountId","id"])

export const removeFilter = count<{ accountId: number; id: number }>({ name: 'filters.removeFilter', again: true, text: "delete from filters where account_id = $1 and id = $2" }, ["accountId","id"])

/** Which of the given sendings exist, and whether their engagement is anonymous, or not tracked. */
export const sendingsKnown = many<{ accountId: number; ids: number[] }, { id: number; anonymous: boolean; untracked: boolean }>({ name: 'filters.sendingsKnown', again: true, text: "select s.id, exists (\n  select 1 from anonymous_lists l where l.account_id = $1 and l.list_id = s.list_id\n    and s.created_at < l.until) as \"anonymous!\",\n  (s.message->'untracked' is not null) as \"untracked!\"\nfrom sendings s where s.account_id = $1 and s.id = any ($2::bigint[])" }, ["accountId","ids"], r => ({ id: Number(r[0]!), anonymous: r[1]! === 't', untracked: r[2]! === 't' } as { id: number; anonymous: boolean; untracked: boolean }))

export const listIsAnonymous = one<{ accountId: number; listId: number }, { anonymous: boolean }>({ name: 'filters.listIsAnonymous', again: true, text: "select exists (select 1 from anonymous_lists where account_id = $1 and list_id = $2\n  and until = 'infinity') as \"anonymous!\"" }, ["accountId","listId"], r => ({ anonymous: r[0]! === 't' } as { anonymous: boolean }))

export const listsKnown = many<{ accountId: number; ids: number[] }, { id: number }>({ name: 'filters.listsKnown', again: true, text: "select id from lists where account_id = $1 and id = any ($2::int[])" }, ["accountId","ids"], r => ({ id: Number(r[0]!) } as { id: number }))

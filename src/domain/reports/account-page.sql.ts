// Written by scripts/sql-types.ts from account-page.sql; npm run sql writes it again.
import { many, one } from '../../db/query.ts'

export const countPeople = one<{ accountId: number }, { count: number }>({ name: 'account-page.countPeople', again: true, deadline: 'long', text: "select count(*) as \"count!\" from subscribers where account_id = $1" }, ["accountId"], r => ({ count: Number(r[0]!) } as { count: number }))

export const countOptOuts = one<{ accountId: number }, { count: number }>({ name: 'account-page.countOptOuts', again: true, deadline: 'long', text: "select count(*) as \"count!\" from opt_outs where account_id = $1" }, ["accountId"], r => ({ count: Number(r[0]!) } as { count: number }))

/** Ids rise with time, within a few hundred of each other (see db/ids.ts): near enough, and read from the primary key. */
export const newestPeople = many<{ accountId: number; most: number }, { id: number; email: string; name: string; created: string; optedOut: boolean }>({ name: 'account-page.newestPeople', again: true, deadline: 'long', text: "select id, email, name, created_at as created, opted_out_at is not null as \"opted_out!\"\nfrom subscribers where account_id = $1 order by id desc limit $2::int" }, ["accountId","most"], r => ({ id: Number(r[0]!), email: r[1]!, name: r[2]!, created: r[3]!, optedOut: r[4]! === 't' } as { id: number; email: string; name: string; created: string; optedOut: boolean }))

// Written by scripts/sql-types.ts from ids.sql; npm run sql writes it again.
import { count, one } from './query.ts'

/** The counter goes on above an id that was given. */
export const passId = count<{ accountId: number; kind: string; id: number }>({ name: 'ids.passId', again: true, text: "insert into counters as c (account_id, kind, next_id) values ($1, $2, $3::bigint + 1)\non conflict (account_id, kind) do update set next_id = excluded.next_id\n  where c.next_id < excluded.next_id" }, ["accountId","kind","id"])

/** Allocates a block of ids; returns the first id after it. Sent twice it allocates two blocks,
 * which leaves a harmless gap. */
export const takeBlock = one<{ accountId: number; kind: string; size: number }, { nextId: number }>({ name: 'ids.takeBlock', again: true, text: "insert into counters as c (account_id, kind, next_id) values ($1, $2, 1 + $3::bigint)\non conflict (account_id, kind) do update set next_id = c.next_id + excluded.next_id - 1\nreturning next_id" }, ["accountId","kind","size"], r => ({ nextId: Number(r[0]!) } as { nextId: number }))

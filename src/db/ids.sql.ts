// Written by scripts/sql-types.ts from ids.sql; npm run sql writes it again.
import { count, many, one } from './query.ts'

/** Allocates a block of ids; returns the first id after it. Sent twice it allocates two blocks,
 * which leaves a harmless gap. */
export const takeBlock = one<{ accountId: number; kind: string; size: number }, { nextId: number }>({ name: 'ids.takeBlock', again: true, node: true, text: "insert into counters as c (account_id, kind, next_id) values ($1, $2, 1 + $3::bigint)\non conflict (account_id, kind) do update set next_id = c.next_id + excluded.next_id - 1\nreturning next_id" }, ["accountId","kind","size"], r => ({ nextId: Number(r[0]!) } as { nextId: number }))

/** Also makes it. Its lock serialises transactions that choose ids, and those that allocate blocks. */
export const lockCounter = one<{ accountId: number; kind: string }, { nextId: number }>({ name: 'ids.lockCounter', again: false, text: "insert into counters as c (account_id, kind, next_id) values ($1, $2, 1)\non conflict (account_id, kind) do update set next_id = c.next_id\nreturning next_id" }, ["accountId","kind"], r => ({ nextId: Number(r[0]!) } as { nextId: number }))

/** Moves a locked counter behind a chosen id; ids in between can be chosen later. */
export const passOver = count<{ endId: number; accountId: number; kind: string; firstId: number }>({ name: 'ids.passOver', again: false, text: "with moved as (\n  update counters set next_id = $1 where account_id = $2 and kind = $3\n  returning account_id)\ninsert into chosen_ids (account_id, kind, first_id, end_id)\nselect account_id, $3, $4, $1 from moved" }, ["endId","accountId","kind","firstId"])

/** Those of the ids that a counter has given out, or that a process holds in a block. */
export const notForChoice = many<{ ids: number[]; accountId: number; kind: string }, { id: number }>({ name: 'ids.notForChoice', again: true, text: "select g.id as \"id!\" from unnest($1::bigint[]) as g (id)\nwhere not exists (\n  select 1 from chosen_ids c where c.account_id = $2 and c.kind = $3\n    and c.first_id <= g.id and g.id < c.end_id)\norder by g.id" }, ["ids","accountId","kind"], r => ({ id: Number(r[0]!) } as { id: number }))

// Written by scripts/sql-types.ts from work.sql; npm run sql writes it again.
import { count, many, maybe } from '../../db/query.ts'
import type { WorkKind } from './work-kinds.ts'

/** In the transaction that adds the work. */
export const markWork = count<{ accountId: number; kind: WorkKind; sourceId: number; due: Date | string }>({ name: 'work.markWork', again: true, text: "insert into work as w (account_id, kind, source_id, due) values ($1, $2, $3,\n  $4::timestamptz)\non conflict (account_id, kind, source_id) do update set due = least(w.due, excluded.due)" }, ["accountId","kind","sourceId","due"])

/** Of all accounts, longest waiting first. Takes no lock. */
export const dueWork = many<{ kind: WorkKind; most: number; accountId?: number }, { accountId: number; sourceId: number; due: string }>({ name: 'work.dueWork', again: true, text: "select account_id, source_id, due from work where kind = $1 and due <= now()\n  order by due limit $2::int" }, ["kind","most"], r => ({ accountId: Number(r[0]!), sourceId: Number(r[1]!), due: r[2]! } as { accountId: number; sourceId: number; due: string }))

/** Of all accounts, like dueWork. Work for a closed account waits until it is opened again. */
export const dueWorkOfOpen = many<{ kind: WorkKind; most: number; accountId?: number }, { accountId: number; sourceId: number; due: string }>({ name: 'work.dueWorkOfOpen', again: true, text: "select account_id, source_id, due from work w where kind = $1 and due <= now()\n  and not exists (select 1 from accounts a where a.id = w.account_id and a.closed_at is not null)\norder by due limit $2::int" }, ["kind","most"], r => ({ accountId: Number(r[0]!), sourceId: Number(r[1]!), due: r[2]! } as { accountId: number; sourceId: number; due: string }))

/** A worker that clears a work row locks it first, then checks for work in a separate statement,
 * which sees everything committed before. */
export const lockWork = maybe<{ accountId: number; kind: WorkKind; sourceId: number }, { due: string }>({ name: 'work.lockWork', again: false, text: "select due from work where account_id = $1 and kind = $2 and source_id = $3\n  for update" }, ["accountId","kind","sourceId"], r => ({ due: r[0]! } as { due: string }))

export const setWork = count<{ due: Date | string; accountId: number; kind: WorkKind; sourceId: number }>({ name: 'work.setWork', again: false, text: "update work set due = $1::timestamptz where account_id = $2 and kind = $3\n  and source_id = $4" }, ["due","accountId","kind","sourceId"])

export const clearWork = count<{ accountId: number; kind: WorkKind; sourceId: number }>({ name: 'work.clearWork', again: false, text: "delete from work where account_id = $1 and kind = $2 and source_id = $3" }, ["accountId","kind","sourceId"])

// Written by scripts/sql-types.ts from letters.sql; npm run sql writes it again.
import { maybe } from '../../db/query.ts'

/** When a sending last sent. */
export const letterSource = maybe<{ accountId: number; sendingId: number }, { last: string }>({ name: 'letters.letterSource', again: true, text: "select greatest(created_at, due_at, coalesce(finished_at, planned_at, created_at)) as \"last!\"\n  from sendings\nwhere account_id = $1 and id = $2" }, ["accountId","sendingId"], r => ({ last: r[0]! } as { last: string }))

/** When it was to be sent. */
export const letterOfTransaction = maybe<{ accountId: number; transactionId: number }, { last: string }>({ name: 'letters.letterOfTransaction', again: true, text: "select send_at as last from transactions where account_id = $1 and id = $2::int" }, ["accountId","transactionId"], r => ({ last: r[0]! } as { last: string }))

export const forwardAddress = maybe<{ accountId: number }, { forwardTo: string | null }>({ name: 'letters.forwardAddress', again: true, text: "select forward_to from tenants where account_id = $1" }, ["accountId"], r => ({ forwardTo: r[0] } as { forwardTo: string | null }))

// Written by scripts/sql-types.ts from returned.sql; npm run sql writes it again.
import { maybe } from '../../db/query.ts'

/** When a sending was last active. */
export const messageSource = maybe<{ accountId: number; sendingId: number }, { last: string }>({ name: 'returned.messageSource', again: true, text: "select greatest(created_at, due_at, coalesce(finished_at, planned_at, created_at)) as \"last!\"\n  from sendings\nwhere account_id = $1 and id = $2" }, ["accountId","sendingId"], r => ({ last: r[0]! } as { last: string }))

/** The scheduled time. */
export const messageOfTransaction = maybe<{ accountId: number; transactionId: number }, { last: string }>({ name: 'returned.messageOfTransaction', again: true, text: "select send_at as last from transactions where account_id = $1 and id = $2::int" }, ["accountId","transactionId"], r => ({ last: r[0]! } as { last: string }))

export const forwardAddress = maybe<{ accountId: number }, { forwardTo: string | null }>({ name: 'returned.forwardAddress', again: true, text: "select forward_to from tenants where account_id = $1" }, ["accountId"], r => ({ forwardTo: r[0] } as { forwardTo: string | null }))

// Written by scripts/sql-types.ts from idempotency.sql; npm run sql writes it again.
import { count, maybe } from '../../db/query.ts'

/** One row for the first of all calls with this key. */
export const beginCall = count<{ accountId: number; keyHash: string; callHash: string }>({ name: 'idempotency.beginCall', again: false, text: "insert into idempotency_keys (account_id, key_hash, call_hash)\nvalues ($1, $2, $3) on conflict (account_id, key_hash) do nothing" }, ["accountId","keyHash","callHash"])

export const findCall = maybe<{ accountId: number; keyHash: string }, { callHash: string; status: number | null; answer: string | null }>({ name: 'idempotency.findCall', again: true, text: "select call_hash, status, answer from idempotency_keys\nwhere account_id = $1 and key_hash = $2" }, ["accountId","keyHash"], r => ({ callHash: r[0]!, status: r[1] == null ? null : Number(r[1]!), answer: r[2] } as { callHash: string; status: number | null; answer: string | null }))

export const keepAnswer = count<{ status: number; answer: string; accountId: number; keyHash: string }>({ name: 'idempotency.keepAnswer', again: true, text: "update idempotency_keys set status = $1, answer = $2\nwhere account_id = $3 and key_hash = $4" }, ["status","answer","accountId","keyHash"])

export const forgetCall = count<{ accountId: number; keyHash: string }>({ name: 'idempotency.forgetCall', again: true, text: "delete from idempotency_keys where account_id = $1 and key_hash = $2" }, ["accountId","keyHash"])

export const removeOldCalls = count<{ accountId: number }>({ name: 'idempotency.removeOldCalls', again: true, text: "delete from idempotency_keys\nwhere account_id = $1 and created_at < now() - interval '24 hours'" }, ["accountId"])

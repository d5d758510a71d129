// Written by scripts/sql-types.ts from erased.sql; npm run sql writes it again.
import { many, maybe, one } from '../../db/query.ts'

/** Opt-outs, or answers on measuring, of erased people. In the order of the indexes that have only
 * those: else all may be looked through. */
export const anyErased = one<{ accountId: number }, { any: boolean }>({ name: 'erased.anyErased', again: true, text: "select (select key_hash from opt_outs where account_id = $1 and key_hash is not null\n    order by key_hash limit 1) is not null\n  or (select key_hash from measuring_answers where account_id = $1\n    and key_hash is not null order by key_hash limit 1) is not null as \"any!\"" }, ["accountId"], r => ({ any: r[0]! === 't' } as { any: boolean }))

export const erasedOf = many<{ accountId: number; keyHashes: (string | null)[] }, { keyHash: string }>({ name: 'erased.erasedOf', again: true, text: "select key_hash as \"keyHash!\" from opt_outs where account_id = $1\n  and key_hash = any ($2::text[]) and key_hash is not null" }, ["accountId","keyHashes"], r => ({ keyHash: r[0]! } as { keyHash: string }))

/** The result for an insert of an erased, opted-out address: the former id of the subscriber. No row
 * if the list or the opt-out does not exist. */
export const erasedOnList = maybe<{ accountId: number; listId: number; keyHash: string }, { id: number }>({ name: 'erased.erasedOnList', again: true, text: "select o.subscriber_id as id from opt_outs o join lists l on l.account_id = $1\n  and l.id = $2\nwhere o.account_id = $1 and o.key_hash = $3" }, ["accountId","listId","keyHash"], r => ({ id: Number(r[0]!) } as { id: number }))

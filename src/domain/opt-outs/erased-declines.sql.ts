// Written by scripts/sql-types.ts from erased-declines.sql; npm run sql writes it again.
import { count, many, one } from '../../db/query.ts'

/** In the order of the index that has only those. */
export const anyErasedAnswer = one<{ accountId: number }, { any: boolean }>({ name: 'erased-declines.anyErasedAnswer', again: true, text: "select (select key_hash from measuring_answers where account_id = $1\n  and key_hash is not null order by key_hash limit 1) is not null as \"any!\"" }, ["accountId"], r => ({ any: r[0]! === 't' } as { any: boolean }))

/** The oldest first. */
export const answersOfErased = many<{ accountId: number; keyHashes: (string | null)[] }, { keyHash: string; opens: boolean | null; clicks: boolean | null }>({ name: 'erased-declines.answersOfErased', again: true, text: "select key_hash as \"keyHash!\", opens, clicks from measuring_answers\nwhere account_id = $1 and key_hash = any ($2::text[]) and key_hash is not null\norder by said_at, id" }, ["accountId","keyHashes"], r => ({ keyHash: r[0]!, opens: r[1] == null ? null : r[1]! === 't', clicks: r[2] == null ? null : r[2]! === 't' } as { keyHash: string; opens: boolean | null; clicks: boolean | null }))

/** Texts: f, or '' for none. What the person has said since stays. */
export const declineAgain = count<{ ids: number[]; opens: (string | null)[]; clicks: (string | null)[]; accountId: number }>({ name: 'erased-declines.declineAgain', again: false, text: "update subscribers s set opens_agreed = coalesce(s.opens_agreed, nullif(g.opens, '')::boolean),\n  clicks_agreed = coalesce(s.clicks_agreed, nullif(g.clicks, '')::boolean), changed_at = now()\nfrom unnest($1::bigint[], $2::text[], $3::text[]) as g (id, opens, clicks)\nwhere s.account_id = $4 and s.id = g.id" }, ["ids","opens","clicks","accountId"])

/** Declines only: whoever is erased and comes back has agreed to nothing. */
export const bringBackAnswers = count<{ ids: number[]; keyHashes: (string | null)[]; accountId: number }>({ name: 'erased-declines.bringBackAnswers', again: false, text: "update measuring_answers a set subscriber_id = g.id, key_hash = null\nfrom unnest($1::bigint[], $2::text[]) as g (id, key_hash)\nwhere a.account_id = $3 and a.key_hash = g.key_hash and (not a.opens or not a.clicks)" }, ["ids","keyHashes","accountId"])

// Written by scripts/sql-types.ts from ab-test.sql; npm run sql writes it again.
import { many, one } from '../../../db/query.ts'

/** Whether hits of these sendings still wait to be judged again: until then, opens and clicks are
 * not known. */
export const openSuspicions = one<{ accountId: number; sendingIds: number[] }, { some: boolean }>({ name: 'ab-test.openSuspicions', again: true, text: "select exists (select 1 from hit_suspicions where account_id = $1\n  and source_kind = 1 and source_id = any ($2::bigint[])) as \"some!\"" }, ["accountId","sendingIds"], r => ({ some: r[0]! === 't' } as { some: boolean }))

/** When the last of the emails got an outcome. */
export const lastTried = one<{ accountId: number; sendingIds: number[] }, { at: string | null }>({ name: 'ab-test.lastTried', again: true, deadline: 'long', replica: true, text: "select max(changed_at) as at from deliveries where account_id = $1\n  and source_kind = 1 and source_id = any ($2::bigint[])" }, ["accountId","sendingIds"], r => ({ at: r[0] } as { at: string | null }))

/** Purchases by sending and currency: the number of people, the sum, and the sum of the squares, for
 * the margin of their mean. `named`: of people who are known only. */
export const valuesOfPeople = many<{ accountId: number; sendingIds: number[]; named: boolean }, { sendingId: number; currency: string; people: number; value: number; squares: number }>({ name: 'ab-test.valuesOfPeople', again: true, deadline: 'long', replica: true, text: "select source_id as \"sendingId!\", currency, count(*)::int as \"people!\",\n  sum(value)::float8 as \"value!\", sum(value * value)::float8 as \"squares!\"\nfrom (\n  select source_id, currency, coalesce(delivery_id::text, key) as person, sum(value) as value\n  from conversions where account_id = $1 and source_kind = 1\n    and source_id = any ($2::bigint[])\n    and (delivery_id is not null or not $3::boolean)\n  group by source_id, currency, coalesce(delivery_id::text, key)) bought\ngroup by source_id, currency order by source_id, currency" }, ["accountId","sendingIds","named"], r => ({ sendingId: Number(r[0]!), currency: r[1]!, people: Number(r[2]!), value: Number(r[3]!), squares: Number(r[4]!) } as { sendingId: number; currency: string; people: number; value: number; squares: number }))

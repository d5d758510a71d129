// Written by scripts/sql-types.ts from tracking.sql; npm run sql writes it again.
import { count, many, one } from '../../db/query.ts'
import type { SourceKind } from '../../lib/source-kind.ts'

/** Hits as an array for each column; the id is that of the first. */
export const addArrivals = count<{ id: number; ids: number[]; kinds: (string | null)[]; sourceKinds: number[]; sourceIds: number[]; deliveryIds: number[]; linkNumbers: number[]; moments: number[]; verdicts: (string | null)[]; reasons: (string | null)[]; agents: (string | null)[]; networks: (string | null)[]; accountId: number }>({ name: 'tracking.addArrivals', again: true, node: true, text: "insert into hit_arrivals (account_id, id, ids, kinds, source_kinds, source_ids, delivery_ids,\n  link_numbers, moments, verdicts, reasons, agents, networks)\nselect account_id, $1::bigint, $2::bigint[], $3::text[], $4::smallint[],\n  $5::bigint[], $6::bigint[], $7::int[], $8::bigint[],\n  $9::text[], $10::text[], $11::text[], $12::text[]\nfrom tenants where account_id = $13\non conflict (account_id, id) do nothing" }, ["id","ids","kinds","sourceKinds","sourceIds","deliveryIds","linkNumbers","moments","verdicts","reasons","agents","networks","accountId"])

export const foldArrivals = one<{ accountId: number; most: number; wait: boolean; holdSeconds: number }, { taken: number }>({ name: 'tracking.foldArrivals', again: true, node: true, text: "select fold_hits($1, $2::int, $3::boolean, $4::int) as \"taken!\"" }, ["accountId","most","wait","holdSeconds"], r => ({ taken: Number(r[0]!) } as { taken: number }))

/** Whether hits that arrived until then are not aggregated yet; default: until now. */
export const arrivalsLeft = one<{ until: Date | string | null; accountId: number }, { until: string; some: boolean }>({ name: 'tracking.arrivalsLeft', again: true, text: "with asked as (select coalesce($1::timestamptz, clock_timestamp()) as until)\nselect until as \"until!\", exists (select 1 from hit_arrivals where account_id = $2\n  and arrived_at <= until) as \"some!\" from asked" }, ["until","accountId"], r => ({ until: r[0]!, some: r[1]! === 't' } as { until: string; some: boolean }))

/** Accounts, of all accounts, with hits not aggregated yet. Looks into the index once for each
 * account, since an account may have many rows. */
export const accountsWithArrivals = many<{ accountId?: number }, { accountId: number }>({ name: 'tracking.accountsWithArrivals', again: true, text: "select t.account_id from tenants t where exists (\n  select from hit_arrivals h where h.account_id = t.account_id limit 1) limit 1000" }, [], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

export const saveLinks = count<{ sourceKind: SourceKind; sourceId: number; numbers: number[]; targets: (string | null)[]; accountId: number }>({ name: 'tracking.saveLinks', again: true, text: "insert into links (account_id, source_kind, source_id, number, target)\nselect t.account_id, $1::smallint, $2::bigint, l.number, l.target\nfrom tenants t, unnest($3::int[], $4::text[]) as l (number, target)\n  where t.account_id = $5\non conflict (account_id, source_kind, source_id, number) do nothing" }, ["sourceKind","sourceId","numbers","targets","accountId"])

export const linksOfSource = many<{ accountId: number; sourceKind: SourceKind; sourceId: number }, { number: number; target: string }>({ name: 'tracking.linksOfSource', again: true, text: "select number, target from links where account_id = $1\n  and source_kind = $2::smallint and source_id = $3 order by number" }, ["accountId","sourceKind","sourceId"], r => ({ number: Number(r[0]!), target: r[1]! } as { number: number; target: string }))

export const anonymousListIds = many<{ accountId: number }, { listId: number }>({ name: 'tracking.anonymousListIds', again: true, text: "select list_id from anonymous_lists where account_id = $1 and until = 'infinity'\n  order by list_id" }, ["accountId"], r => ({ listId: Number(r[0]!) } as { listId: number }))

export const trackAnonymously = count<{ accountId: number; listId: number }>({ name: 'tracking.trackAnonymously', again: true, deadline: 'long', text: "insert into anonymous_lists (account_id, list_id, until)\nselect account_id, id, 'infinity' from lists where account_id = $1 and id = $2\non conflict (account_id, list_id) do update set until = 'infinity'" }, ["accountId","listId"])

/** Emails sent until now stay anonymous. */
export const trackPersonally = count<{ accountId: number; listId: number }>({ name: 'tracking.trackPersonally', again: true, deadline: 'long', text: "update anonymous_lists set until = now() where account_id = $1 and list_id = $2\n  and until = 'infinity'" }, ["accountId","listId"])

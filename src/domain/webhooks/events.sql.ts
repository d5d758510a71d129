// Written by scripts/sql-types.ts from events.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'
import type { SourceKind } from '../../lib/source-kind.ts'

/** A webhook for 'sent' needs the events of 'delivered'. */
export const kindsListenedTo = many<{ accountId: number }, { kind: string }>({ name: 'events.kindsListenedTo', again: true, text: "select distinct case k.kind when 'sent' then 'delivered' else k.kind end as \"kind!\"\nfrom webhooks w, unnest(w.kinds) as k (kind) where w.account_id = $1" }, ["accountId"], r => ({ kind: r[0]! } as { kind: string }))

/** The id is chosen in advance, so a retried call adds the events once. With a webhook (kind
 * 'called') the events are for that one alone, ignoring its kinds. */
export const addBundle = count<{ id: string; kind: string; webhookId: number | null; listId: number | null; sourceKind: SourceKind | null; sourceId: number | null; ids: number[]; details: string | null; accountId: number }>({ name: 'events.addBundle', again: true, text: "insert into event_bundles (account_id, id, kind, webhook_id, list_id, source_kind, source_id, ids,\n  details)\nselect t.account_id, $1::uuid, $2, $3::int, $4::int, $5::smallint,\n  $6::bigint, $7::bigint[], $8::text::jsonb\nfrom tenants t where t.account_id = $9\non conflict (account_id, id) do nothing" }, ["id","kind","webhookId","listId","sourceKind","sourceId","ids","details","accountId"])

/** Bundles hits as they arrive; their reader, and whether it is a machine, are known later.
 * `targets`, in the order of the ids: of clicks whose links are not kept. */
export const addHitBundle = count<{ id: string; ids: string; sourceKinds: string; sourceIds: string; moments: string; targets: string | null; accountId: number }>({ name: 'events.addHitBundle', again: true, text: "insert into event_bundles (account_id, id, kind, ids, source_kinds, source_ids, moments, details)\nselect t.account_id, $1::uuid, 'hits', $2::text::bigint[], $3::text::smallint[],\n  $4::text::bigint[], $5::text::bigint[], $6::text::jsonb\nfrom tenants t where t.account_id = $7\non conflict (account_id, id) do nothing" }, ["id","ids","sourceKinds","sourceIds","moments","targets","accountId"])

/** For deliveries of one state, after settling them; emails of tests cause no events. The reply may
 * name the address, so of it only the enhanced status code (RFC 3463) is told. */
export const addSettled = count<{ id: string; kind: string; accountId: number; sourceKind: SourceKind; sourceId: number; ids: number[]; state: string }>({ name: 'events.addSettled', again: true, text: "insert into event_bundles (account_id, id, kind, list_id, source_kind, source_id, ids, details)\nselect d.account_id, $1::uuid, $2::text, max(g.list_id), d.source_kind, d.source_id,\n  array_agg(d.id order by d.id),\n  case when $2::text = 'withdrawn'\n    then jsonb_agg(jsonb_build_object('reason', replace(d.reason, ' ', '-')) order by d.id)\n  when $2::text <> 'delivered' then jsonb_agg(jsonb_build_object('attempts', d.attempts,\n    'code', substring(d.reply from '^\\d{3} (\\d\\.\\d{1,3}\\.\\d{1,3})')) order by d.id) end\nfrom deliveries d left join sendings g on g.account_id = $3\n  and d.source_kind = 1 and g.id = d.source_id\nwhere d.account_id = $3 and d.source_kind = $4::smallint\n  and d.source_id = $5::bigint and d.id = any ($6::bigint[])\n  and d.state = $7::text and g.test is not true\ngroup by d.account_id, d.source_kind, d.source_id\non conflict (account_id, id) do nothing" }, ["id","kind","accountId","sourceKind","sourceId","ids","state"])

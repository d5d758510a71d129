// Written by scripts/sql-types.ts from sources.sql; npm run sql writes it again.
import { count, many } from '../../../db/query.ts'

export const addEventSource = count<{ accountId: number; id: number; name: string; token: string; scheme: string; mapping: unknown }>({ name: 'sources.addEventSource', again: false, text: "insert into event_sources (account_id, id, name, token, scheme, mapping)\nvalues ($1, $2, $3, $4, $5, $6::jsonb)\non conflict do nothing" }, ["accountId","id","name","token","scheme","mapping"])

export const eventSources = many<{ accountId: number }, { id: number; name: string; token: string; scheme: string; mapping: string; outline: string | null; created: string; paused: string | null }>({ name: 'sources.eventSources', again: true, text: "select s.id, s.name, s.token, s.scheme, s.mapping::text as \"mapping!\", s.outline::text as outline,\n  s.created_at as created, s.paused_at as paused\nfrom event_sources s where s.account_id = $1 order by s.id" }, ["accountId"], r => ({ id: Number(r[0]!), name: r[1]!, token: r[2]!, scheme: r[3]!, mapping: r[4]!, outline: r[5], created: r[6]!, paused: r[7] } as { id: number; name: string; token: string; scheme: string; mapping: string; outline: string | null; created: string; paused: string | null }))

export const changeEventSource = count<{ mapping: unknown; accountId: number; sourceId: number }>({ name: 'sources.changeEventSource', again: true, text: "update event_sources set mapping = $1::jsonb\nwhere account_id = $2 and id = $3" }, ["mapping","accountId","sourceId"])

export const pauseEventSource = count<{ accountId: number; sourceId: number }>({ name: 'sources.pauseEventSource', again: true, text: "update event_sources set paused_at = now()\nwhere account_id = $1 and id = $2 and paused_at is null" }, ["accountId","sourceId"])

export const resumeEventSource = count<{ accountId: number; sourceId: number }>({ name: 'sources.resumeEventSource', again: true, text: "update event_sources set paused_at = null\nwhere account_id = $1 and id = $2 and paused_at is not null" }, ["accountId","sourceId"])

export const removeEventSource = count<{ accountId: number; sourceId: number }>({ name: 'sources.removeEventSource', again: false, text: "delete from event_sources where account_id = $1 and id = $2" }, ["accountId","sourceId"])

export const removeEventSourceKeys = count<{ accountId: number; sourceId: number }>({ name: 'sources.removeEventSourceKeys', again: false, text: "delete from event_source_keys where account_id = $1 and source_id = $2" }, ["accountId","sourceId"])

export const removeEventSourceOutcomes = count<{ accountId: number; sourceId: number }>({ name: 'sources.removeEventSourceOutcomes', again: false, text: "delete from event_source_outcomes where account_id = $1 and source_id = $2" }, ["accountId","sourceId"])

export const addEventSourceKey = count<{ accountId: number; sourceId: number; id: string; sealedSecret: string }>({ name: 'sources.addEventSourceKey', again: false, text: "insert into event_source_keys (account_id, source_id, id, sealed_secret)\nvalues ($1, $2, $3, $4)" }, ["accountId","sourceId","id","sealedSecret"])

/** Present keys hold until the end of the overlap, or until their earlier end. */
export const expireEventSourceKeys = count<{ seconds: number; accountId: number; sourceId: number }>({ name: 'sources.expireEventSourceKeys', again: false, text: "update event_source_keys\n  set until = least(coalesce(until, 'infinity'::timestamptz),\n  now() + make_interval(secs => $1::float8))\nwhere account_id = $2 and source_id = $3" }, ["seconds","accountId","sourceId"])

export const removeEndedKeys = count<{ accountId: number; sourceId: number }>({ name: 'sources.removeEndedKeys', again: false, text: "delete from event_source_keys\nwhere account_id = $1 and source_id = $2 and until < now()" }, ["accountId","sourceId"])

export const keysOfEventSource = many<{ accountId: number; sourceId: number }, { id: string; created: string; until: string | null }>({ name: 'sources.keysOfEventSource', again: true, text: "select id, created_at as created, until from event_source_keys\nwhere account_id = $1 and source_id = $2 and (until is null or until > now())\norder by created_at desc, id" }, ["accountId","sourceId"], r => ({ id: r[0]!, created: r[1]!, until: r[2] } as { id: string; created: string; until: string | null }))

/** A row for each key that holds. None of a closed account. */
export const eventSourceAt = many<{ accountId: number; sourceId: number }, { id: number; token: string; scheme: string; mapping: string; sealedSecret: string; isPaused: boolean }>({ name: 'sources.eventSourceAt', again: true, text: "select s.id, s.token, s.scheme, s.mapping::text as \"mapping!\", k.sealed_secret as \"sealedSecret\",\n  s.paused_at is not null as \"isPaused!\"\nfrom event_sources s\njoin event_source_keys k on k.account_id = $1 and k.source_id = s.id\n  and (k.until is null or k.until > now())\nwhere s.account_id = $1 and s.id = $2::int\n  and not exists (\n    select 1 from accounts a where a.id = s.account_id and a.closed_at is not null)\norder by k.created_at desc, k.id" }, ["accountId","sourceId"], r => ({ id: Number(r[0]!), token: r[1]!, scheme: r[2]!, mapping: r[3]!, sealedSecret: r[4]!, isPaused: r[5]! === 't' } as { id: number; token: string; scheme: string; mapping: string; sealedSecret: string; isPaused: boolean }))

export const countSourceOutcomes = count<{ outcomes: (string | null)[]; times: number[]; accountId: number; sourceId: number }>({ name: 'sources.countSourceOutcomes', again: false, text: "insert into event_source_outcomes as o (account_id, source_id, outcome, times, last_at)\nselect s.account_id, s.id, u.outcome, u.times, now()\nfrom event_sources s, unnest($1::text[], $2::bigint[]) as u(outcome, times)\nwhere s.account_id = $3 and s.id = $4\non conflict (account_id, source_id, outcome) do update\nset times = o.times + excluded.times, last_at = excluded.last_at" }, ["outcomes","times","accountId","sourceId"])

export const sourceOutcomes = many<{ accountId: number }, { sourceId: number; outcome: string; times: number; last: string }>({ name: 'sources.sourceOutcomes', again: true, text: "select source_id, outcome, times, last_at as last from event_source_outcomes\nwhere account_id = $1 order by source_id, last_at desc, outcome" }, ["accountId"], r => ({ sourceId: Number(r[0]!), outcome: r[1]!, times: Number(r[2]!), last: r[3]! } as { sourceId: number; outcome: string; times: number; last: string }))

export const keepSourceOutline = count<{ outline: unknown; accountId: number; sourceId: number }>({ name: 'sources.keepSourceOutline', again: true, text: "update event_sources set outline = $1::jsonb\nwhere account_id = $2 and id = $3 and outline is distinct from $1::jsonb" }, ["outline","accountId","sourceId"])

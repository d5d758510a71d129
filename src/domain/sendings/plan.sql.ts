// Written by scripts/sql-types.ts from plan.sql; npm run sql writes it again.
import { count, one } from '../../db/query.ts'

/** Freezes the audience of a sending in one statement: all subscribers of the list, except
 * suppressed ones. The subscriber's id is the delivery's id, so planning one twice violates the
 * primary key. The counts are stored with the sending: candidates = planned + left out. */
export const planDeliveries = one<{ accountId: number; listId: number; sendingId: number }, { candidates: number; planned: number; leftOut: string }>({ name: 'plan.planDeliveries', again: false, deadline: 'long', text: "with audience as materialized (\n  select s.id, s.email,\n    suppression_reason(s.opted_out_at, s.complained_at, s.undeliverable_since) as left_out\n  from subscriptions j join subscribers s on s.account_id = $1 and s.id = j.subscriber_id\n  where j.account_id = $1 and j.list_id = $2 and j.unsubscribed_at is null),\nplanned as (\n  insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)\n  select $1, 1, $3, id, email, now() from audience\n    where left_out is null\n  returning 1),\nreasons as (\n  select left_out, count(*) as count from audience group by left_out),\nnumbers as (\n  select coalesce(sum(count), 0) as candidates, (select count(*) from planned) as planned,\n    coalesce(jsonb_object_agg(left_out, count) filter (where left_out is not null), '{}') as\n      left_out from reasons)\nupdate sendings set planned_at = now(), candidates = numbers.candidates, planned = numbers.planned,\n  left_out = numbers.left_out\nfrom numbers where sendings.account_id = $1 and sendings.id = $3\nreturning sendings.candidates as \"candidates!\", sendings.planned as \"planned!\",\n  sendings.left_out::text as \"leftOut!\"" }, ["accountId","listId","sendingId"], r => ({ candidates: Number(r[0]!), planned: Number(r[1]!), leftOut: r[2]! } as { candidates: number; planned: number; leftOut: string }))

/** Not restricted to an account. Disables memoize until the transaction ends: the planner can't know
 * that each subscriber of a list is looked up once, and caching a million of them takes a quarter
 * of the plan's time. */
export const disableMemoize = count<{ accountId?: number }>({ name: 'plan.disableMemoize', again: false, deadline: 'long', text: "set local enable_memoize = off" }, [])

/** Not restricted to an account: after a large plan the statistics are outdated, and the planner
 * would not use the index for claims. */
export const analyzeDeliveries = count<{ accountId?: number }>({ name: 'plan.analyzeDeliveries', again: false, deadline: 'long', text: "analyze deliveries" }, [])

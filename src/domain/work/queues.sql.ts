// Written by scripts/sql-types.ts from queues.sql; npm run sql writes it again.
import { many, one } from '../../db/query.ts'
import type { SourceKind } from '../../lib/source-kind.ts'

/** Of all accounts. Sets a statement timeout for the rest of the transaction: monitoring must not
 * load the store. */
export const limitStatementTime = one<{ millis: number; accountId?: number }, { limit: string }>({ name: 'queues.limitStatementTime', again: true, text: "select set_config('statement_timeout', $1::int::text, true) as \"limit!\"" }, ["millis"], r => ({ limit: r[0]! } as { limit: string }))

/** Of all accounts. */
export const workQueues = many<{ accountId?: number }, { kind: string; due: number; oldestSeconds: number }>({ name: 'queues.workQueues', again: true, text: "select kind as \"kind!\", count(*)::int as \"due!\", extract(epoch from now() - min(due))::float8 as\n  \"oldestSeconds!\" from (\n  select kind, due from work where due <= now()\n  union all\n  select 'transaction', due from projects where active and due <= now()) marks\ngroup by kind order by kind" }, [], r => ({ kind: r[0]!, due: Number(r[1]!), oldestSeconds: Number(r[2]!) } as { kind: string; due: number; oldestSeconds: number }))

/** Of all accounts. The sources of emails that have waited longest; paused ones have no due
 * deliveries. */
export const sourcesInQueue = many<{ accountId?: number }, { accountId: number; sourceKind: SourceKind; id: number }>({ name: 'queues.sourcesInQueue', again: false, text: "(select account_id as \"accountId!\", 1::int as \"sourceKind!\", source_id as \"id!\"\n  from work where kind = 'deliver' and due <= now() order by due limit 30)\nunion all\n(select account_id, 2, source_id from work where kind = 'deliver of trigger'\n  and due <= now() order by due limit 30)\nunion all\n(select account_id, 3, id from projects where active and due <= now()\n  order by due limit 30)" }, [], r => ({ accountId: Number(r[0]!), sourceKind: Number(r[1]!), id: Number(r[2]!) } as { accountId: number; sourceKind: SourceKind; id: number }))

export const emailsInQueue = one<{ accountId: number; sourceKind: SourceKind; id: number }, { waiting: number; oldestSeconds: number }>({ name: 'queues.emailsInQueue', again: true, text: "select count(*)::int as \"waiting!\",\n  coalesce(extract(epoch from now() - min(next_try_at)), 0)::float8 as \"oldestSeconds!\"\nfrom (\n  select d.next_try_at from deliveries d\n  where d.account_id = $1 and d.source_kind = $2::smallint\n    and d.source_id = $3::bigint and d.next_try_at <= now()\n  order by d.next_try_at limit 10000) due" }, ["accountId","sourceKind","id"], r => ({ waiting: Number(r[0]!), oldestSeconds: Number(r[1]!) } as { waiting: number; oldestSeconds: number }))

/** Of all accounts. Open sendings have a work row, also those that wait for an operator. */
export const sendingStates = many<{ accountId?: number }, { state: string; count: number }>({ name: 'queues.sendingStates', again: true, text: "select s.state, count(*)::int as \"count!\" from sendings s\nwhere not s.test and s.state not in ('finished', 'cancelled') and (s.account_id, s.id) in (\n  select w.account_id, w.source_id from work w where w.kind in ('plan', 'deliver'))\ngroup by s.state" }, [], r => ({ state: r[0]!, count: Number(r[1]!) } as { state: string; count: number }))

/** Of all accounts. Triggers by state, and due subscribers of running ones. */
export const triggerQueues = many<{ accountId?: number }, { state: string; count: number; due: number; oldestSeconds: number }>({ name: 'queues.triggerQueues', again: true, text: "select t.state, count(*)::int as \"count!\", coalesce(sum(q.due), 0)::int as \"due!\",\n  coalesce(extract(epoch from now() - min(q.oldest)), 0)::float8 as \"oldestSeconds!\"\nfrom triggers t left join lateral (\n  select count(*) as due, min(due_at) as oldest from (\n    select e.due_at from trigger_entries e where e.account_id = t.account_id and e.trigger_id = t.id\n      and e.due_at <= now()\n    order by e.due_at limit 10000) people) q on t.state = 'running'\nwhere t.removed_at is null group by t.state" }, [], r => ({ state: r[0]!, count: Number(r[1]!), due: Number(r[2]!), oldestSeconds: Number(r[3]!) } as { state: string; count: number; due: number; oldestSeconds: number }))

/** Of all accounts. Subscribers on the suppression list. */
export const undeliverableCount = one<{ accountId?: number }, { count: number }>({ name: 'queues.undeliverableCount', again: true, text: "select count(*)::int as \"count!\" from (\n  select 1 from subscribers where undeliverable_since is not null limit 100000) suppressed" }, [], r => ({ count: Number(r[0]!) } as { count: number }))

/** Of all accounts. Events in the outbox. */
export const bundlesInQueue = one<{ accountId?: number }, { waiting: number; oldestSeconds: number }>({ name: 'queues.bundlesInQueue', again: true, text: "select count(*)::int as \"waiting!\",\n  coalesce(extract(epoch from now() - min(at)), 0)::float8 as \"oldestSeconds!\"\nfrom (select at from event_bundles limit 10000) bundles" }, [], r => ({ waiting: Number(r[0]!), oldestSeconds: Number(r[1]!) } as { waiting: number; oldestSeconds: number }))

/** Of all accounts. Events of a paused webhook wait for an operator. */
export const webhooksInUse = many<{ accountId?: number }, { accountId: number; id: number }>({ name: 'queues.webhooksInUse', again: true, text: "select account_id, id from webhooks where state = 'active' limit 200" }, [], r => ({ accountId: Number(r[0]!), id: Number(r[1]!) } as { accountId: number; id: number }))

export const eventsInQueue = one<{ accountId: number; id: number }, { waiting: number; oldestSeconds: number }>({ name: 'queues.eventsInQueue', again: true, text: "select count(*)::int as \"waiting!\",\n  coalesce(extract(epoch from now() - min(at)), 0)::float8 as \"oldestSeconds!\"\nfrom (\n  select e.at from webhook_events e where e.account_id = $1 and e.webhook_id = $2::int\n    and e.state = 'waiting'\n  order by e.due limit 10000) events" }, ["accountId","id"], r => ({ waiting: Number(r[0]!), oldestSeconds: Number(r[1]!) } as { waiting: number; oldestSeconds: number }))

/** Of all accounts. Hits that are durable and not aggregated yet. */
export const hitQueue = one<{ accountId?: number }, { waiting: number; oldestSeconds: number }>({ name: 'queues.hitQueue', again: true, text: "select coalesce(sum(size), 0)::int as \"waiting!\",\n  coalesce(extract(epoch from now() - min(arrived_at)), 0)::float8 as \"oldestSeconds!\"\nfrom (\n  select cardinality(ids) as size, arrived_at from hit_arrivals limit 1000) arrivals" }, [], r => ({ waiting: Number(r[0]!), oldestSeconds: Number(r[1]!) } as { waiting: number; oldestSeconds: number }))

/** Of all accounts: counted by PostgreSQL since its statistics were last reset. */
export const deadlocksOfStore = one<{ accountId?: number }, { count: number }>({ name: 'queues.deadlocksOfStore', again: true, text: "select coalesce(max(deadlocks), 0) as \"count!\" from pg_stat_database\n  where datname = current_database()" }, [], r => ({ count: Number(r[0]!) } as { count: number }))

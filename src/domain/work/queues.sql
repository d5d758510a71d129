-- Lengths and ages of queues, for monitoring. All are of all accounts.
-- Each reads an index from its beginning and stops after a number of rows, so that a count means
-- "this many or more".

-- name: limitStatementTime :one
-- Of all accounts. Sets a statement timeout for the rest of the transaction: monitoring must not
-- load the store.
select set_config('statement_timeout', :millis::int::text, true) as "limit!"

-- name: workQueues :many
-- Of all accounts.
select kind as "kind!", count(*)::int as "due!", extract(epoch from now() - min(due))::float8 as
  "oldestSeconds!" from (
  select kind, due from work where due <= now()
  union all
  select 'transaction', due from projects where active and due <= now()) marks
group by kind order by kind

-- name: sourcesInQueue :many
-- Of all accounts. The sources of emails that have waited longest; paused ones have no due
-- deliveries.
(select account_id as "accountId!", :SOURCE.sending::int as "sourceKind!", source_id as "id!"
  from work where kind = :WORK.deliver and due <= now() order by due limit 30)
union all
(select account_id, :SOURCE.trigger, source_id from work where kind = :WORK.deliverOfTrigger
  and due <= now() order by due limit 30)
union all
(select account_id, :SOURCE.transaction, id from projects where active and due <= now()
  order by due limit 30)

-- name: emailsInQueue :one
select count(*)::int as "waiting!",
  coalesce(extract(epoch from now() - min(next_try_at)), 0)::float8 as "oldestSeconds!"
from (
  select d.next_try_at from deliveries d
  where d.account_id = :accountId and d.source_kind = :sourceKind::smallint
    and d.source_id = :id::bigint and d.next_try_at <= now()
  order by d.next_try_at limit 10000) due

-- name: sendingStates :many
-- Of all accounts. Open sendings have a work row, also those that wait for an operator.
select s.state, count(*)::int as "count!" from sendings s
where not s.test and s.state not in ('finished', 'cancelled') and (s.account_id, s.id) in (
  select w.account_id, w.source_id from work w where w.kind in (:WORK.plan, :WORK.deliver))
group by s.state

-- name: triggerQueues :many
-- Of all accounts. Triggers by state, and due subscribers of running ones.
select t.state, count(*)::int as "count!", coalesce(sum(q.due), 0)::int as "due!",
  coalesce(extract(epoch from now() - min(q.oldest)), 0)::float8 as "oldestSeconds!"
from triggers t left join lateral (
  select count(*) as due, min(due_at) as oldest from (
    select e.due_at from trigger_entries e where e.account_id = t.account_id and e.trigger_id = t.id
      and e.due_at <= now()
    order by e.due_at limit 10000) people) q on t.state = 'running'
where t.removed_at is null group by t.state

-- name: undeliverableCount :one
-- Of all accounts. Subscribers on the suppression list.
select count(*)::int as "count!" from (
  select 1 from subscribers where undeliverable_since is not null limit 100000) suppressed

-- name: bundlesInQueue :one
-- Of all accounts. Events in the outbox.
select count(*)::int as "waiting!",
  coalesce(extract(epoch from now() - min(at)), 0)::float8 as "oldestSeconds!"
from (select at from event_bundles limit 10000) bundles

-- name: webhooksInUse :many
-- Of all accounts. Events of a paused webhook wait for an operator.
select account_id, id from webhooks where state = 'active' limit 200

-- name: eventsInQueue :one
select count(*)::int as "waiting!",
  coalesce(extract(epoch from now() - min(at)), 0)::float8 as "oldestSeconds!"
from (
  select e.at from webhook_events e where e.account_id = :accountId and e.webhook_id = :id::int
    and e.state = 'waiting'
  order by e.due limit 10000) events

-- name: hitQueue :one
-- Of all accounts. Hits that are durable and not aggregated yet.
select coalesce(sum(size), 0)::int as "waiting!",
  coalesce(extract(epoch from now() - min(arrived_at)), 0)::float8 as "oldestSeconds!"
from (
  select cardinality(ids) as size, arrived_at from hit_arrivals limit 1000) arrivals

-- name: deadlocksOfStore :one
-- Of all accounts: counted by PostgreSQL since its statistics were last reset.
select coalesce(max(deadlocks), 0) as "count!" from pg_stat_database
  where datname = current_database()

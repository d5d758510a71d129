-- Runs: entry, due runs, progress.

-- name: runningTriggers :many
-- Of all accounts. Running triggers, whether each has a due subscriber,
-- and whether subscribers joined its list since the last poll. Each subquery reads the first row of
-- an index, so its cost does not depend on the number of rows.
select t.account_id, t.id as trigger_id, t.version, coalesce((
    select e.due_at <= now() from trigger_entries e where e.account_id = t.account_id
      and e.trigger_id = t.id and e.due_at is not null
    order by e.due_at limit 1), false) as "due!",
  w.step is not null as "watched!", (
    select j.subscriber_id from subscriptions j where j.account_id = t.account_id
      and j.list_id = t.list_id and j.unsubscribed_at is null
      and (j.subscribed_at, j.subscriber_id) > (w.seen_at, w.seen_id)
    order by j.subscribed_at, j.subscriber_id limit 1) is not null as "joined!"
from triggers t
left join trigger_watches w on w.account_id = t.account_id and w.trigger_id = t.id
  and w.version = t.version and w.step = ''
where t.state = 'running' and t.removed_at is null
  and not exists (select 1 from accounts a where a.id = t.account_id and a.closed_at is not null)
order by t.account_id, t.id

-- name: definitionOf :maybe
select definition::text as "definition!", created_at as created from trigger_versions
where account_id = :accountId and trigger_id = :triggerId and version = :version

-- name: lockTrigger :maybe
-- Pausing a trigger waits for a batch in progress; no step runs after it.
select t.list_id, t.state, t.version, t.removed_at is not null as "removed!", now() as "moment!",
  exists (select 1 from lists l where l.account_id = :accountId and l.id = t.list_id) as "listed!"
from triggers t where t.account_id = :accountId and t.id = :triggerId for share of t

-- name: leaversAmong :many
-- Active runs of subscribers who left the list and joined it again. Here and below lateral joins
-- look up each row by its key, in spite of stale planner statistics of freshly filled tables.
select g.id as "id!", l.entry from unnest(:ids::bigint[]) as g (id)
cross join lateral (
  select e.entry, e.subscribed_at, e.due_at from trigger_entries e
  where e.account_id = :accountId and e.trigger_id = :triggerId and e.subscriber_id = g.id
    order by e.entry desc limit 1) l
cross join lateral (
  select j.subscribed_at from subscriptions j
  where j.account_id = :accountId and j.subscriber_id = g.id and j.list_id = :listId limit 1) j
where l.due_at is not null and j.subscribed_at <> l.subscribed_at

-- name: endRuns :count long
update trigger_entries e set due_at = null, waits_until = null, waits_from = null, ended_at = now(),
  ending = :ending
from unnest(:ids::bigint[], :entries::int[]) as g (id, entry)
where e.account_id = :accountId and e.trigger_id = :triggerId and e.subscriber_id = g.id
  and e.entry = g.entry and e.due_at is not null

-- name: enterPeople :many long
-- Enters subscribers who are on the list, have no active run in this trigger, have not entered for
-- the same cause, may re-enter by the trigger's rule (null: never), and are below the limit of
-- runs within an hour. `afterEnd`: an event during a run does not start another one.
insert into trigger_entries as n (account_id, trigger_id, subscriber_id, entry, version, cause_at,
  subscribed_at, step, due_at)
select t.account_id, t.id, g.id, coalesce(l.entry, 0) + 1, :version, g.cause_at, j.subscribed_at,
  :step, now()
from triggers t
cross join unnest(:ids::bigint[], :causes::timestamptz[]) as g (id, cause_at)
cross join lateral (
  select j.subscribed_at from subscriptions j
  where j.account_id = :accountId and j.subscriber_id = g.id and j.list_id = t.list_id
    and j.unsubscribed_at is null limit 1) j
cross join lateral (
  select s.id from subscribers s where s.account_id = :accountId and s.id = g.id
    and s.opted_out_at is null limit 1) s
left join lateral (
  select e.entry, e.entered_at, e.ended_at, e.cause_at, e.due_at from trigger_entries e
  where e.account_id = :accountId and e.trigger_id = t.id and e.subscriber_id = g.id
    order by e.entry desc limit 1) l on true
where t.account_id = :accountId and t.id = :triggerId
  and (l.entry is null
    or (l.due_at is null and l.cause_at < g.cause_at
    and (l.ended_at < g.cause_at or not :afterEnd::boolean)
    and l.entered_at <= now() - :againDays?::int * interval '1 day'
    and (
      select count(*) from trigger_entries e
      where e.account_id = :accountId and e.trigger_id = t.id and e.subscriber_id = g.id
        and e.entered_at > now() - interval '1 hour') < :mostInHour::int))
on conflict (account_id, trigger_id, subscriber_id, entry) do nothing
returning n.subscriber_id

-- name: claimDue :many
-- Claims due runs, each for one worker: the row lock is the claim. `gone` is the reason why a run
-- ends, if it does.
with due as materialized (
  select subscriber_id, entry, version, step, waits_until, waits_from, passed, entered_at,
    subscribed_at from trigger_entries
  where account_id = :accountId and trigger_id = :triggerId and due_at <= now()
  order by due_at, subscriber_id limit :most::int for update skip locked)
select d.subscriber_id, d.entry, d.version, d.step, d.waits_until, d.waits_from, d.passed,
  d.entered_at,
  case when s.id is null then 'erased'
       when s.opted_out_at is not null then 'opted out'
       when j.unsubscribed_at is not null then 'unsubscribed'
       when j.subscribed_at is null
         or j.subscribed_at <> d.subscribed_at then 'left the list' end as "gone?"
from due d
left join lateral (
  select s.id, s.opted_out_at from subscribers s where s.account_id = :accountId
    and s.id = d.subscriber_id limit 1) s on true
left join lateral (
  select j.subscribed_at, j.unsubscribed_at from subscriptions j
  where j.account_id = :accountId and j.subscriber_id = d.subscriber_id
    and j.list_id = :listId limit 1) j on true

-- name: analyzeEntries :count long
-- Of all accounts: updates the statistics after many entries, so that the planner uses the
-- indexes.
analyze trigger_entries

-- name: saveEntries :count
-- Saves progress. Without a next due time the run has ended.
update trigger_entries e set step = g.step, due_at = g.due_at, waits_until = g.waits_until,
  waits_from = g.waits_from, passed = g.passed,
  ended_at = (select now() where g.due_at is null), ending = g.ending
from unnest(:ids::bigint[], :entries::int[], :steps::text[], :dueAt::timestamptz[],
  :waitsUntil::timestamptz[], :waitsFrom::text[], :passed::int[], :endings::text[])
  as g (id, entry, step, due_at, waits_until, waits_from, passed, ending)
where e.account_id = :accountId and e.trigger_id = :triggerId and e.subscriber_id = g.id
  and e.entry = g.entry

-- name: addTransitions :count
-- A duplicate transition is an error: no step is passed twice.
insert into trigger_passages (account_id, trigger_id, subscriber_id, entry, number, version, step,
  way, reason, message_id)
select t.account_id, t.id, g.id, g.entry, g.number, g.version, g.step, g.way, g.reason, g.message_id
from triggers t,
  unnest(:ids::bigint[], :entries::int[], :numbers::int[], :versions::int[], :steps::text[],
    :ways::text[], :reasons::text[], :messageIds::bigint[])
    as g (id, entry, number, version, step, way, reason, message_id)
where t.account_id = :accountId and t.id = :triggerId

-- name: wakeWaiting :count long
-- Makes waiting subscribers due whose event has happened. Events before their entry don't count.
update trigger_entries e set due_at = now()
from unnest(:ids::bigint[], :causes::timestamptz[]) as g (id, cause_at)
where e.account_id = :accountId and e.trigger_id = :triggerId and e.subscriber_id = g.id
  and e.version = :version and e.step = :step
  and e.waits_from is not null and e.due_at > now() and e.entered_at < g.cause_at

-- name: holdTrigger :count
-- Subscribers keep their steps until an operator resumes the trigger.
update triggers set state = 'held', reason = :reason, why = :why::text::jsonb
  where account_id = :accountId and id = :triggerId and state = 'running'

-- name: overdueTriggers :many
-- Of all accounts: runs once when the first worker starts after a long stop. Running triggers,
-- and whether one had a due subscriber or a new subscription before a moment, or has an email
-- waiting.
select t.account_id, t.id as trigger_id, t.version,
  exists (
    select 1 from trigger_entries e where e.account_id = t.account_id and e.trigger_id = t.id
      and e.due_at < :before::timestamptz)
  or exists (
    select 1 from trigger_messages l join work w on w.account_id = l.account_id
      and w.kind = :WORK.deliverOfTrigger and w.source_id = l.id
    where l.account_id = t.account_id and l.trigger_id = t.id)
  or exists (
    select 1 from trigger_watches w
    join trigger_versions v on v.account_id = w.account_id and v.trigger_id = w.trigger_id
      and v.version = w.version and v.definition->'start'->>'on' = 'joined'
    join subscriptions j on j.account_id = w.account_id and j.list_id = t.list_id
      and j.unsubscribed_at is null
      and (j.subscribed_at, j.subscriber_id) > (w.seen_at, w.seen_id)
        and j.subscribed_at < :before::timestamptz
    where w.account_id = t.account_id and w.trigger_id = t.id and w.version = t.version
      and w.step = '') as "overdue!"
from triggers t where t.state = 'running' and t.removed_at is null

-- name: markUnconfirmed :count
update triggers set state = 'unconfirmed', reason = :reason, why = :why::text::jsonb
  where account_id = :accountId and id = :triggerId and state = 'running'

-- name: endRunsOfPerson :count long
-- Ends the runs of an erased subscriber, and deletes the stored field values.
with values as (
  delete from trigger_values where account_id = :accountId
    and subscriber_id = any (:subscriberIds::bigint[]))
update trigger_entries set due_at = null, waits_until = null, waits_from = null, ended_at = now(),
  ending = 'erased'
where account_id = :accountId and subscriber_id = any (:subscriberIds::bigint[])
  and due_at is not null

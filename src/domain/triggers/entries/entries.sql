-- Walks: who enters, who is due, and how far they have come.

-- name: triggersAtWork :many
-- Belongs to nobody: a look over all accounts. What runs; whether somebody is due there, or came
-- onto its list since that was looked at. Asked for the first one in the order of an index, so that
-- none is found at once, however many there are.
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
-- Who pauses a trigger waits for what is being done in it, and nothing more is done after.
select t.list_id, t.state, t.version, t.removed_at is not null as "removed!", now() as "moment!",
  exists (select 1 from lists l where l.account_id = :accountId and l.id = t.list_id) as "listed!"
from triggers t where t.account_id = :accountId and t.id = :triggerId for share of t

-- name: leaversAmong :many
-- Whose walk goes on although they have left the list and came back. Here and below each is looked
-- up by its key, whatever the store believes of tables that have just been filled.
select g.id as "id!", l.entry from unnest(:ids::bigint[]) as g (id)
cross join lateral (
  select e.entry, e.subscribed_at, e.due_at from trigger_entries e
  where e.account_id = :accountId and e.trigger_id = :triggerId and e.subscriber_id = g.id
    order by e.entry desc limit 1) l
cross join lateral (
  select j.subscribed_at from subscriptions j
  where j.account_id = :accountId and j.subscriber_id = g.id and j.list_id = :listId limit 1) j
where l.due_at is not null and j.subscribed_at <> l.subscribed_at

-- name: endWalks :count long
update trigger_entries e set due_at = null, waits_until = null, waits_from = null, ended_at = now(),
  ending = :ending
from unnest(:ids::bigint[], :entries::int[]) as g (id, entry)
where e.account_id = :accountId and e.trigger_id = :triggerId and e.subscriber_id = g.id
  and e.entry = g.entry and e.due_at is not null

-- name: enterPeople :many long
-- Those of them enter who are on the list, walk nowhere in this trigger, have not entered for the
-- same cause, may walk again by the trigger's rule (null: never), and have not done so again and
-- again within the hour. `afterEnd`: what happened during a walk makes nobody walk again.
insert into trigger_entries (account_id, trigger_id, subscriber_id, entry, version, cause_at,
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
returning subscriber_id

-- name: takeDue :many
-- Those who are due, each for one worker: the lock of the row is the claim. `gone` says why
-- somebody leaves, if they do.
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

-- name: analyzeEntries :count
-- Belongs to nobody: right after many have entered the store's statistics know nothing of them, and
-- they would be found the long way.
analyze trigger_entries

-- name: saveEntries :count
-- How far they have come. No moment to be looked at next: the walk has ended.
update trigger_entries e set step = g.step, due_at = g.due_at, waits_until = g.waits_until,
  waits_from = g.waits_from, passed = g.passed,
  ended_at = case when g.due_at is null then now() end, ending = g.ending
from unnest(:ids::bigint[], :entries::int[], :steps::text[], :dueAt::timestamptz[],
  :waitsUntil::timestamptz[], :waitsFrom::text[], :passed::int[], :endings::text[])
  as g (id, entry, step, due_at, waits_until, waits_from, passed, ending)
where e.account_id = :accountId and e.trigger_id = :triggerId and e.subscriber_id = g.id
  and e.entry = g.entry

-- name: addPassages :count
-- A passage that is there already is an error: nobody passes a step twice.
insert into trigger_passages (account_id, trigger_id, subscriber_id, entry, number, version, step,
  way, reason, letter_id)
select t.account_id, t.id, g.id, g.entry, g.number, g.version, g.step, g.way, g.reason, g.letter_id
from triggers t,
  unnest(:ids::bigint[], :entries::int[], :numbers::int[], :versions::int[], :steps::text[],
    :ways::text[], :reasons::text[], :letterIds::bigint[])
    as g (id, entry, number, version, step, way, reason, letter_id)
where t.account_id = :accountId and t.id = :triggerId

-- name: wakeWaiting :count
-- Something has happened to people who wait for that: they are looked at now. What came before they
-- entered is no matter of theirs.
update trigger_entries e set due_at = now()
from unnest(:ids::bigint[], :causes::timestamptz[]) as g (id, cause_at)
where e.account_id = :accountId and e.trigger_id = :triggerId and e.subscriber_id = g.id
  and e.version = :version and e.step = :step
  and e.waits_from is not null and e.due_at > now() and e.entered_at < g.cause_at

-- name: holdTrigger :count
-- People stay where they are, until a person says that it goes on.
update triggers set state = 'held', reason = :reason where account_id = :accountId
  and id = :triggerId and state = 'running'

-- name: overdueTriggers :many
-- Belongs to nobody: asked once when the first worker comes back after a long stop. Running
-- triggers, and whether somebody was due before a moment, had come onto the list before it, or has
-- a letter waiting.
select t.account_id, t.id as trigger_id, t.version,
  exists (
    select 1 from trigger_entries e where e.account_id = t.account_id and e.trigger_id = t.id
      and e.due_at < :before::timestamptz)
  or exists (
    select 1 from trigger_letters l join work w on w.account_id = l.account_id
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

-- name: askForConfirmation :count
update triggers set state = 'unconfirmed', reason = :reason where account_id = :accountId
  and id = :triggerId and state = 'running'

-- name: forgetWalks :count long
-- Of a person who is erased: what a field of theirs once held.
with values as (
  delete from trigger_values where account_id = :accountId and subscriber_id = :subscriberId)
update trigger_entries set due_at = null, waits_until = null, waits_from = null, ended_at = now(),
  ending = 'erased'
where account_id = :accountId and subscriber_id = :subscriberId and due_at is not null

-- Triggers: their definitions, version by version, and figures about their runs.

-- name: addTrigger :count again
-- Adds none if the name is in use.
insert into triggers (account_id, id, name, list_id) values (:accountId, :id, :name, :listId) on
  conflict do nothing

-- name: triggerOfId :maybe
-- Also one that was removed: its id stays taken.
select name from triggers where account_id = :accountId and id = :triggerId

-- name: addTriggerVersion :count again
insert into trigger_versions (account_id, trigger_id, version, source, definition)
values (:accountId, :triggerId, :version, :source, :definition::text::jsonb)
on conflict (account_id, trigger_id, version) do nothing

-- name: triggersOfAccount :many long
select t.id, t.name, t.list_id, t.state, t.reason, t.why::text as why, t.version,
  v.definition::text as "definition!", t.created_at as created, t.modified_at as modified,
  (select count(*) from trigger_entries e where e.account_id = :accountId and e.trigger_id = t.id
    and e.due_at is not null) as "active!",
  (select count(*) from trigger_entries e where e.account_id = :accountId and e.trigger_id = t.id)
    as "entered!"
from triggers t join trigger_versions v on v.account_id = t.account_id and v.trigger_id = t.id
  and v.version = t.version
where t.account_id = :accountId and t.removed_at is null order by t.id

-- name: definitionsOfAccount :many
select t.id, t.name, v.definition::text as "definition!"
from triggers t join trigger_versions v on v.account_id = t.account_id and v.trigger_id = t.id
  and v.version = t.version
where t.account_id = :accountId and t.removed_at is null order by t.id

-- name: findTrigger :maybe
select t.id, t.name, t.list_id, t.state, t.reason, t.why::text as why, t.version,
  v.definition::text as "definition!", v.source, t.created_at as created,
  t.modified_at as modified
from triggers t join trigger_versions v on v.account_id = t.account_id and v.trigger_id = t.id
  and v.version = t.version
where t.account_id = :accountId and t.id = :triggerId and t.removed_at is null

-- name: findTriggerByName :maybe
select id from triggers where account_id = :accountId and lower(name) = lower(:name)
  and removed_at is null

-- name: lockTriggerRow :maybe
-- Locks the trigger: waits for a batch in progress, and keeps workers from beginning another.
select name, list_id, state, version from triggers where account_id = :accountId and id = :triggerId
  and removed_at is null for update

-- name: changeTrigger :count
update triggers set name = :name, version = :version, modified_at = now()
  where account_id = :accountId and id = :triggerId

-- name: setTriggerState :count
update triggers set state = :state, reason = :reason?, why = :why?::text::jsonb,
  modified_at = now()
  where account_id = :accountId and id = :triggerId

-- name: moveRuns :count long
-- Moves runs at one of these steps to another version.
update trigger_entries set version = :to
where account_id = :accountId and trigger_id = :triggerId and due_at is not null and version = :from
  and step = any (:steps::text[])

-- name: endRuns :count long
update trigger_entries set due_at = null, waits_until = null, waits_from = null, ended_at = now(),
  ending = :ending
where account_id = :accountId and trigger_id = :triggerId and due_at is not null

-- name: versionsInUse :many long
-- Versions with active runs, and the current one.
select v.version, v.definition::text as "definition!" from trigger_versions v
where v.account_id = :accountId and v.trigger_id = :triggerId and (v.version = :version or exists (
  select 1 from trigger_entries e where e.account_id = :accountId and e.trigger_id = v.trigger_id
    and e.due_at is not null and e.version = v.version))
order by v.version

-- name: removeTrigger :count
update triggers set removed_at = now(), modified_at = now() where account_id = :accountId
  and id = :triggerId

-- name: peopleAtSteps :many long
select version, step, count(*) as "people!", count(*) filter (where due_at <= now()) as "due!"
  from trigger_entries
where account_id = :accountId and trigger_id = :triggerId and due_at is not null
  group by version, step

-- name: standingInTrigger :one long
-- A wait for something is due at its end.
select count(*) as "inside!", count(*) filter (where due_at <= now()) as "overdue!",
  count(*) filter (where due_at > now() and due_at <= now() + interval '24 hours') as "soon!"
from trigger_entries
where account_id = :accountId and trigger_id = :triggerId and due_at is not null

-- name: transitionsOnWays :many long
select step, way, count(*) as "people!" from trigger_passages where account_id = :accountId
  and trigger_id = :triggerId group by step, way

-- name: endingsOfRuns :many long
select ending as "ending!", count(*) as "people!" from trigger_entries
where account_id = :accountId and trigger_id = :triggerId and due_at is null group by ending
  order by 2 desc, 1

-- name: datesOnList :many long
-- Counts the values that subscribers of a list have in a field: each day of the year, MM-DD, or
-- 'empty', or 'none' if it is not a date. Distinct values are classified by the eleven characters
-- that decide.
select case when v.value = '' then 'empty'
    when v.value !~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)' then 'none'
    when substr(v.value, 9, 2)::int <= case
      when substr(v.value, 6, 2) in ('04', '06', '09', '11') then 30
      when substr(v.value, 6, 2) <> '02' then 31
      when substr(v.value, 1, 4)::int % 4 = 0
        and (substr(v.value, 1, 4)::int % 100 <> 0 or substr(v.value, 1, 4)::int % 400 = 0) then 29
      else 28 end then substr(v.value, 6, 5)
    else 'none' end as "day!", sum(v.counted)::bigint as "people!"
from (
  select left(coalesce(s.fields[:field::int], ''), 11) as value, count(*) as counted
  from subscriptions j join subscribers s on s.account_id = :accountId and s.id = j.subscriber_id
  where j.account_id = :accountId and j.list_id = :listId and j.unsubscribed_at is null group by 1)
    v
group by 1 order by 2 desc, 1

-- name: versionsOfTrigger :many
select version, created_at as created from trigger_versions where account_id = :accountId
  and trigger_id = :triggerId order by version desc

-- name: findTriggerVersion :maybe
select source, definition::text as "definition!" from trigger_versions
where account_id = :accountId and trigger_id = :triggerId and version = :version

-- name: personForRun :maybe
-- A subscriber by address, with the time of their subscription.
select s.id, s.name, s.opted_out_at is not null as "optedOut!", s.phone,
  array_to_string(s.fields, :FIELD_SEPARATOR, '') as "fields!",
  s.paused_until as "pausedUntil?", j.subscribed_at as "subscribed?", j.unsubscribed_at is not null as "unsubscribed!"
from subscribers s
left join subscriptions j on j.account_id = :accountId and j.subscriber_id = s.id
  and j.list_id = :listId
where s.account_id = :accountId and s.email_key = :emailKey

-- name: runsOf :many
select entry, entered_at as entered, due_at is not null as "active!" from trigger_entries
where account_id = :accountId and trigger_id = :triggerId and subscriber_id = :subscriberId
  order by entry desc limit 1

-- name: namesOf :many
-- Names of the newsletters, lists, filters, webhooks and forms in a drawing.
select 'newsletter' as "kind!", id::bigint as "id!", coalesce(nullif(name, ''), subject) as "name!"
  from newsletters
where account_id = :accountId and id = any (:newsletters::bigint[])
union all
select 'list', id, name from lists where account_id = :accountId and id = any (:lists::bigint[])
union all
select 'filter', id, name from filters where account_id = :accountId
  and id = any (:filters::bigint[])
union all
select 'webhook', id, name from webhooks where account_id = :accountId
  and id = any (:webhooks::bigint[])
union all
select 'form', id, name from forms where account_id = :accountId and id = any (:forms::bigint[])
  and removed_at is null

-- name: transitionsOfPerson :many
-- Newest first.
select entry, number, version, step, way, at, reason from trigger_passages
where account_id = :accountId and trigger_id = :triggerId and subscriber_id = :subscriberId
  order by entry desc, number desc limit :most::int

-- name: lastTransitions :many long
-- Newest first, of all subscribers; an erased one has no address.
select p.subscriber_id, s.email as "email?", p.entry, p.step, p.way, p.at, p.reason
from (
  select subscriber_id, entry, number, step, way, at, reason from trigger_passages
  where account_id = :accountId and trigger_id = :triggerId
    order by at desc, number desc limit :most::int) p
left join subscribers s on s.account_id = :accountId and s.id = p.subscriber_id
order by p.at desc, p.number desc

-- name: runsOfPerson :many
select entry, version, entered_at as entered, step, due_at as "due?", ended_at as "ended?", ending
  from trigger_entries
where account_id = :accountId and trigger_id = :triggerId and subscriber_id = :subscriberId
  order by entry desc limit :most::int

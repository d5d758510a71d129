-- Cursors of triggers: up to where they have polled for their start, and for what their steps wait
-- for.

-- name: addWatch :count again
-- Starts where the version was made; or at the cursor of the previous version, if it had the same
-- start.
insert into trigger_watches (account_id, trigger_id, version, step, seen_at, seen_id, sure_at)
select v.account_id, v.trigger_id, v.version, :step, coalesce(p.seen_at, v.created_at),
  coalesce(p.seen_id, 0), coalesce(p.sure_at, v.created_at)
from trigger_versions v
left join lateral (
  select w.seen_at, w.seen_id, w.sure_at from trigger_watches w join trigger_versions o
    on o.account_id = :accountId and o.trigger_id = w.trigger_id and o.version = w.version
      and o.definition->'start' = v.definition->'start'
  where w.account_id = :accountId and w.trigger_id = v.trigger_id and w.step = ''
    and :step::text = '' order by w.version desc limit 1) p on true
where v.account_id = :accountId and v.trigger_id = :triggerId and v.version = :version
on conflict (account_id, trigger_id, version, step) do nothing

-- name: findWatch :maybe
select seen_at, seen_id, sure_at from trigger_watches
where account_id = :accountId and trigger_id = :triggerId and version = :version and step = :step

-- name: moveWatch :count
-- Moves none if another worker has moved it: that one then handles the subscribers found.
update trigger_watches set seen_at = :seenAt::timestamptz, seen_id = :seenId
where account_id = :accountId and trigger_id = :triggerId and version = :version and step = :step
  and seen_at = :fromAt::timestamptz and seen_id = :fromId

-- name: advanceSureAt :count
update trigger_watches set sure_at = :sureAt::timestamptz
where account_id = :accountId and trigger_id = :triggerId and version = :version and step = :step
  and sure_at < :sureAt::timestamptz

-- name: stepsAwaitingEvents :many
-- Of all accounts: steps at which a subscriber waits for an event.
select w.account_id, w.trigger_id, w.version, w.step from trigger_watches w
join triggers t on t.account_id = w.account_id and t.id = w.trigger_id and t.state = 'running'
  and t.removed_at is null
where w.step <> '' and exists (
  select 1 from trigger_entries e where e.account_id = w.account_id and e.trigger_id = w.trigger_id
    and e.version = w.version and e.step = w.step
    and e.waits_from is not null)

-- name: momentNow :one
-- Of all accounts: the clock of the store.
select now() as "moment!"

-- name: joinedAfter :many
-- A page of new subscriptions, in the order of the list.
select subscriber_id as id, subscribed_at as at from subscriptions
where account_id = :accountId and list_id = :listId and unsubscribed_at is null
  and (subscribed_at, subscriber_id) > (:afterAt::timestamptz, :afterId::bigint)
    and subscribed_at <= :until::timestamptz
order by subscribed_at, subscriber_id limit :most::int

-- name: peopleOfDays :many long
-- A page of subscribers on the list whose field holds one of these days, MM-DD or YYYY-MM-DD. The
-- caller checks the rest of the value.
select s.id, s.fields[:field::int] as "value!" from subscribers s
where s.account_id = :accountId and s.id > :afterId
  and substr(ltrim(s.fields[:field::int]), :fromPlace::int, :length::int) = any (:days::text[])
  and exists (
    select 1 from subscriptions j where j.account_id = :accountId and j.subscriber_id = s.id
      and j.list_id = :listId and j.unsubscribed_at is null)
order by s.id limit :most::int

-- name: noteSkipped :count
update trigger_watches set skipped = :skipped
where account_id = :accountId and trigger_id = :triggerId and version = :version and step = :step

-- name: countInvalidDates :one long
-- How many subscribers of the list have a value in the field that is not a date.
select count(*) as "count!" from subscriptions j join subscribers s on s.account_id = :accountId
  and s.id = j.subscriber_id
where j.account_id = :accountId and j.list_id = :listId and j.unsubscribed_at is null
  and coalesce(s.fields[:field::int], '') <> '' and s.fields[:field::int] !~ :day

-- name: newlyDue :many
-- Sendings of a newsletter that finished the given number of days before a moment in an interval,
-- oldest first.
select id, finished_at + :days::int * interval '1 day' as "due!" from sendings
where account_id = :accountId and newsletter_id = :newsletterId and not test
  and finished_at is not null
  and finished_at + :days::int * interval '1 day' >= :since::timestamptz
    and finished_at + :days::int * interval '1 day' <= now()
order by finished_at, id

-- name: notOpenedOf :many long
-- A page of subscribers whose email of a sending was delivered and not opened. Of those who are not
-- measured, or were not in it, nobody knows that.
select d.id from deliveries d
join subscribers s on s.account_id = :accountId and s.id = d.id
join tenants t on t.account_id = :accountId
where d.account_id = :accountId and d.source_kind = :SOURCE.sending and d.source_id = :sendingId
  and d.id > :afterId and d.state = 'accepted' and d.opens_unmeasured is not true
  and measured_as(s.opens_agreed, t.unasked_opens) = 'person'
  and not exists (
    select 1 from engagements e where e.account_id = :accountId and e.source_kind = :SOURCE.sending
      and e.source_id = :sendingId and e.delivery_id = d.id and e.views > 0)
order by d.id limit :most::int

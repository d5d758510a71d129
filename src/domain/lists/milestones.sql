-- name: countsOfLists :many long
-- The number of subscribers of each list, exact as of this statement: the position of the last
-- milestone, less the departures before it, plus the subscriptions after it.
select l.id, coalesce(m.position, 0) - coalesce(d.count, 0) + t.count as "subscribers!",
  t.count as "beyond!"
from lists l
left join lateral (
  select position, subscribed_at, subscriber_id from list_milestones
  where account_id = :accountId and list_id = l.id order by position desc limit 1) m on true
left join lateral (
  select count(*) as count from list_departures d
  where d.account_id = :accountId and d.list_id = l.id
    and (d.subscribed_at, d.subscriber_id) < (m.subscribed_at, m.subscriber_id)) d on true
cross join lateral (
  select count(*) as count from subscriptions s
  where s.account_id = :accountId and s.list_id = l.id and s.unsubscribed_at is null
    and (s.subscribed_at, s.subscriber_id) >= (coalesce(m.subscribed_at, '-infinity'::timestamptz),
      coalesce(m.subscriber_id, 0))) t
where l.account_id = :accountId

-- name: lastMilestone :maybe
select position, subscribed_at, subscriber_id from list_milestones
where account_id = :accountId and list_id = :listId order by position desc limit 1

-- name: departuresOf :one
select count(*) as "count!" from (select 1 from list_departures where account_id = :accountId
  and list_id = :listId limit :most::int) d

-- name: settledBefore :one
-- Transactions are of the whole server. The time of a subscription is
-- the start of its transaction. A running transaction may still add a subscription as old as
-- itself, so only those older than the oldest running transaction, less a margin, have their final
-- place in the order. Must run before the snapshot is taken.
select oldest_transaction(:accountId) - make_interval(secs => :marginSeconds::float8) as "moment!"

-- name: absorbDepartures :count long
-- Subtracts the departures from the positions, counts them by day, and deletes them. In one
-- snapshot (repeatable read).
with gone as (
  delete from list_departures where account_id = :accountId and list_id = :listId
    returning subscribed_at, subscriber_id, left_at),
counted as (
  insert into list_days as d (account_id, list_id, day, joined, departed)
  select l.account_id, l.id, days.day, sum(days.joined), sum(days.departed)
  from lists l, (
    select timezone(interval '1 hour', subscribed_at)::date as day, 1 as joined, 0 as departed
      from gone
    union all select timezone(interval '1 hour', left_at)::date, 0, 1 from gone) days
  where l.account_id = :accountId and l.id = :listId
  group by l.account_id, l.id, days.day
  on conflict (account_id, list_id, day) do update
    set joined = d.joined + excluded.joined, departed = d.departed + excluded.departed)
update list_milestones m set position = m.position - (
  select count(*) from gone
    where (gone.subscribed_at, gone.subscriber_id) < (m.subscribed_at, m.subscriber_id))
where m.account_id = :accountId and m.list_id = :listId

-- name: removeMilestones :count long
delete from list_milestones where account_id = :accountId and list_id = :listId

-- name: countMilestones :one
select count(*) as "count!" from list_milestones where account_id = :accountId and list_id = :listId

-- name: settle :maybe long
-- Advances the settled part of a list's order. Of two concurrent runs, the second conflicts here
-- and is retried.
update lists set settled_until = greatest(settled_until, :until::timestamptz)
where account_id = :accountId and id = :listId returning settled_until

-- name: layMilestones :count long
-- Adds a milestone every `every` subscriptions from a given place on, as far as the order is
-- settled, and one at the last of them: a list that does not change is then counted without reading
-- its end.
insert into list_milestones (account_id, list_id, position, subscribed_at, subscriber_id)
select account_id, list_id, position, subscribed_at, subscriber_id from (
  select account_id, list_id, subscribed_at, subscriber_id,
    :position::bigint - 1 + row_number() over (order by subscribed_at, subscriber_id) as position,
    lead(subscriber_id) over (order by subscribed_at, subscriber_id) is null as is_last
  from subscriptions
  where account_id = :accountId and list_id = :listId and unsubscribed_at is null
    and (subscribed_at, subscriber_id) >= (:fromTime::timestamptz, :fromId::bigint)
    and subscribed_at < :settledUntil::timestamptz) numbered
where position > :position::bigint and (position % :every::int = 0 or is_last)

-- What has changed since a moment, for programs that keep a copy of an account:
-- docs/decisions/0088-changes-since.md. Each look goes over a bounded part of the primary key, and
-- always returns how far it came.

-- name: lookAtSubscribers :many
with looked as materialized (
  select s.id, s.changed_at from subscribers s
  where s.account_id = :accountId and s.id > :afterId::bigint
  order by s.id limit :look::int),
found as (
  select id, changed_at from looked where changed_at >= :since::timestamptz
  order by id limit :most::int)
select ending.id as "lastId!", ending.looked as "looked!", found.id as "id?",
  found.changed_at as "changed?"
from (select id, (count(*) over ())::int as looked from looked order by id desc limit 1) ending
left join found on true
order by found.id

-- name: lookAtSubscriptions :many
with looked as materialized (
  select j.subscriber_id, j.list_id, j.subscribed_at, j.unsubscribed_at, j.unsubscribe_source,
    j.unsubscribe_reason, j.changed_at
  from subscriptions j
  where j.account_id = :accountId
    and (j.subscriber_id, j.list_id) > (:afterId::bigint, :afterListId::int)
  order by j.subscriber_id, j.list_id limit :look::int),
found as (
  select subscriber_id, list_id, subscribed_at, unsubscribed_at, unsubscribe_source,
    unsubscribe_reason, changed_at
  from looked where changed_at >= :since::timestamptz
  order by subscriber_id, list_id limit :most::int)
select ending.subscriber_id as "lastId!", ending.list_id as "lastListId!",
  ending.looked as "looked!", found.subscriber_id as "subscriberId?", found.list_id as "listId?",
  found.subscribed_at as "subscribed?", found.unsubscribed_at as "unsubscribed?",
  found.unsubscribe_source as "source?", found.unsubscribe_reason as "reason?",
  found.changed_at as "changed?"
from (select subscriber_id, list_id, (count(*) over ())::int as looked from looked
  order by subscriber_id desc, list_id desc limit 1) ending
left join found on true
order by found.subscriber_id, found.list_id

-- name: lookAtOptOuts :many
with looked as materialized (
  select o.id, o.subscriber_id, o.email, o.reason, o.list_id, o.sending_id, o.created_at,
    o.key_hash is not null as erased, o.changed_at
  from opt_outs o where o.account_id = :accountId and o.id > :afterId::bigint
  order by o.id limit :look::int),
found as (
  select id, subscriber_id, email, reason, list_id, sending_id, created_at, erased, changed_at
  from looked where changed_at >= :since::timestamptz order by id limit :most::int)
select ending.id as "lastId!", ending.looked as "looked!", found.id as "id?",
  found.subscriber_id as "subscriberId?", found.email as "email?", found.reason as "reason?",
  found.list_id as "listId?", found.sending_id as "sendingId?", found.created_at as "created?",
  found.erased as "erased?", found.changed_at as "changed?"
from (select id, (count(*) over ())::int as looked from looked order by id desc limit 1) ending
left join found on true
order by found.id

-- name: lookAtDeliveries :many
-- Of one source. What was never claimed has no time of a change.
with looked as materialized (
  select d.id, d.state, d.attempts, d.reply, d.reason, d.changed_at from deliveries d
  where d.account_id = :accountId and d.source_kind = :sourceKind::smallint
    and d.source_id = :sourceId::bigint and d.id > :afterId::bigint
  order by d.id limit :look::int),
found as (
  select id, state, attempts, reply, reason, changed_at
  from looked where changed_at >= :since::timestamptz order by id limit :most::int)
select ending.id as "lastId!", ending.looked as "looked!", found.id as "id?",
  found.state::text as "state?", found.attempts as "attempts?", found.reply as "reply?",
  found.reason as "reason?", found.changed_at as "changed?"
from (select id, (count(*) over ())::int as looked from looked order by id desc limit 1) ending
left join found on true
order by found.id

-- name: sourcesOfDeliveries :many
-- From one on. Left out are sendings whose outcomes were counted before the moment: a later change
-- makes them count anew (deliveries/counts.sql).
select source.kind as "kind!", source.id as "id!" from (
  select :SOURCE.sending::int as kind, s.id from sendings s
  join sending_counts c on c.account_id = :accountId and c.sending_id = s.id
  where s.account_id = :accountId and not s.test and s.planned_at is not null and c.people_left
    and (c.counted_at is null or c.counted_at >= :since::timestamptz)
  union all
  select :SOURCE.trigger::int, h.id from trigger_messages h where h.account_id = :accountId
  union all
  select :SOURCE.transaction::int, p.id::bigint from projects p
  where p.account_id = :accountId) source
where (source.kind, source.id) >= (:fromKind::int, :fromId::bigint)
order by source.kind, source.id limit :most::int

-- name: lookAtTombstones :many
-- Not of rows that are there again.
with looked as materialized (
  select t.object_id, t.list_id, t.new_id, t.removed_at from change_tombstones t
  where t.account_id = :accountId and t.kind = :kind::smallint
    and (t.object_id, t.list_id) > (:afterId::bigint, :afterListId::int)
  order by t.object_id, t.list_id limit :look::int),
found as (
  select l.object_id, l.list_id, l.new_id, l.removed_at from looked l
  where l.removed_at >= :since::timestamptz and not (case :kind::smallint
    when :CHANGED.subscriber then exists (select from subscribers s
      where s.account_id = :accountId and s.id = l.object_id)
    when :CHANGED.subscription then exists (select from subscriptions j
      where j.account_id = :accountId and j.subscriber_id = l.object_id and j.list_id = l.list_id)
    else exists (select from opt_outs o
      where o.account_id = :accountId and o.id = l.object_id) end)
  order by l.object_id, l.list_id limit :most::int)
select ending.object_id as "lastId!", ending.list_id as "lastListId!", ending.looked as "looked!",
  found.object_id as "id?", found.list_id as "listId?", found.new_id as "newId?",
  found.removed_at as "removed?"
from (select object_id, list_id, (count(*) over ())::int as looked from looked
  order by object_id desc, list_id desc limit 1) ending
left join found on true
order by found.object_id, found.list_id

-- name: accountsWithTombstones :many long
-- Of all accounts.
select distinct account_id from change_tombstones
where removed_at < now() - make_interval(days => :days::int) limit 1000

-- name: trimTombstones :count long
delete from change_tombstones where account_id = :accountId
  and removed_at < now() - make_interval(days => :days::int)

-- Pages of a list.

-- part: subscriberOfRow
-- The range and the order leave the planner only the primary key. With `id = ` each index that
-- begins with account_id costs the same when the statistics expect one row of the account, and the
-- one on addresses was read from its start for each row.
cross join lateral (
  select id, email, name, format, country_code, phone, created_at, fields from subscribers
  where account_id = :accountId and id between page.subscriber_id and page.subscriber_id
  order by id limit 1) s

-- name: pageOfList :many replica
-- A part of a list from an offset on, found by the preceding milestone. Milestone, departures and
-- rows are read in one snapshot.
with mark as materialized (
  select position, subscribed_at, subscriber_id from list_milestones
  where account_id = :accountId and list_id = :listId and position <= :skip::bigint
  order by position desc limit 1),
page as (
  select subscriber_id, subscribed_at from subscriptions
  where account_id = :accountId and list_id = :listId and unsubscribed_at is null
    and (subscribed_at, subscriber_id) >=
      (coalesce((select subscribed_at from mark), '-infinity'::timestamptz),
      coalesce((select subscriber_id from mark), 0))
  order by subscribed_at, subscriber_id
  offset :skip::bigint - coalesce((select position from mark), 0) + coalesce((
    select count(*) from list_departures d, mark
    where d.account_id = :accountId and d.list_id = :listId
      and (d.subscribed_at, d.subscriber_id) < (mark.subscribed_at, mark.subscriber_id)), 0)
  limit :size::bigint)
select s.id, s.email, s.name, s.format, s.country_code, s.phone, s.created_at as created,
  page.subscribed_at as subscribed,
  array_to_string(s.fields, :FIELD_SEPARATOR, '') as "fields!"
from page :PART.subscriberOfRow
order by page.subscribed_at, page.subscriber_id

-- name: nextOfList :many replica
-- The rows after a given one, by keyset pagination.
select s.id, s.email, s.name, s.format, s.country_code, s.phone, s.created_at as created,
  page.subscribed_at as subscribed,
  array_to_string(s.fields, :FIELD_SEPARATOR, '') as "fields!"
from (
  select subscriber_id, subscribed_at from subscriptions
  where account_id = :accountId and list_id = :listId and unsubscribed_at is null
    and (subscribed_at, subscriber_id) > (:afterTime::timestamptz, :afterId::bigint)
  order by subscribed_at, subscriber_id limit :size::bigint) page
:PART.subscriberOfRow
order by page.subscribed_at, page.subscriber_id

-- name: distanceOfPlace :one
-- The distance of an offset from the preceding milestone.
select :skip::bigint - coalesce((
  select position from list_milestones where account_id = :accountId and list_id = :listId
    and position <= :skip::bigint
  order by position desc limit 1), 0) as "beyond!"

-- name: leftOfList :many long
-- Former subscribers, after a given id. No index finds them: the parts together read the account's
-- subscriptions once.
select s.id, s.email, s.name, s.format, s.country_code, s.phone, s.created_at as created,
  page.subscribed_at as subscribed, page.unsubscribed_at as "unsubscribed!",
  array_to_string(s.fields, :FIELD_SEPARATOR, '') as "fields!"
from (
  select subscriber_id, subscribed_at, unsubscribed_at from subscriptions
  where account_id = :accountId and list_id = :listId and unsubscribed_at is not null
    and subscriber_id > :afterId::bigint
  order by subscriber_id limit :size::bigint) page
:PART.subscriberOfRow
order by page.subscriber_id

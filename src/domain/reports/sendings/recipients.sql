-- part: filters
(cardinality(:states::text[]) = 0 or d.state::text = any (:states::text[]))
  and (:email::text = '' or strpos(lower(d.email), :email::text) > 0)
  and (:reply::text = '' or strpos(lower(coalesce(d.reply, d.reason, '')), :reply::text) > 0)
  and (cardinality(:domains::text[]) = 0
    or lower(split_part(d.email, '@', -1)) = any (:domains::text[]))

-- name: recipientsAfter :many long
-- Emails of a sending by id, in a span of ids: no index is needed for a state that few have, and no
-- request takes long.
select d.id, d.email, d.state, d.attempts, d.reply, d.reason, d.route_id, d.changed_at,
  d.next_try_at, d.was_uncertain
from deliveries d
where d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = :sendingId and d.id > :afterId::bigint and d.id <= :lastId::bigint
  and :PART.filters
order by d.id limit :most::int

-- name: recipientsByEngagement :many long
-- The same by opens and clicks; emails and engagements are read side by side, in the same span of
-- ids.
select d.id, d.email, d.state, d.attempts, d.reply, d.reason, d.route_id, d.changed_at,
  d.next_try_at, d.was_uncertain
from deliveries d left join (
  select delivery_id, views, clicks from engagements
  where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
    and delivery_id > :afterId::bigint and delivery_id <= :lastId::bigint) e
  on e.delivery_id = d.id
where d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = :sendingId and d.id > :afterId::bigint and d.id <= :lastId::bigint
  and :PART.filters
  and (:opened?::boolean is null
    or (coalesce(e.views, 0) + coalesce(e.clicks, 0) > 0) = :opened?::boolean)
  and (:clicked?::boolean is null or (coalesce(e.clicks, 0) > 0) = :clicked?::boolean)
order by d.id limit :most::int

-- name: lastLookedAt :one long
-- Where a look at so many emails ends.
select max(id) as "lastId?", count(*)::int as "looked!" from (
  select id from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
    and source_id = :sendingId and id > :afterId::bigint
  order by id limit :looked::int) d

-- name: engagementsOfRecipients :many
select delivery_id as "id!", views, first_view_at as first_view, clicks,
  first_click_at as first_click
from engagements
where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
  and delivery_id = any (:ids::bigint[])

-- name: namesOfRecipients :many
select id, name from subscribers where account_id = :accountId and id = any (:ids::bigint[])

-- name: recipientIds :many long
-- Subscribers with an email of one of the sendings, in a span of ids, each once.
select distinct d.id from deliveries d
left join engagements e on e.account_id = :accountId and e.source_kind = :SOURCE.sending
  and e.source_id = d.source_id and e.delivery_id = d.id
where d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = any (:sendingIds::bigint[]) and d.id > :afterId::bigint
  and d.id <= :lastId::bigint and :PART.filters
  and (:opened?::boolean is null
    or (coalesce(e.views, 0) + coalesce(e.clicks, 0) > 0) = :opened?::boolean)
  and (:clicked?::boolean is null or (coalesce(e.clicks, 0) > 0) = :clicked?::boolean)
order by d.id limit :most::int

-- name: countRecipients :one long
select count(distinct d.id)::int as "count!" from deliveries d
left join engagements e on e.account_id = :accountId and e.source_kind = :SOURCE.sending
  and e.source_id = d.source_id and e.delivery_id = d.id
where d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = any (:sendingIds::bigint[]) and :PART.filters
  and (:opened?::boolean is null
    or (coalesce(e.views, 0) + coalesce(e.clicks, 0) > 0) = :opened?::boolean)
  and (:clicked?::boolean is null or (coalesce(e.clicks, 0) > 0) = :clicked?::boolean)

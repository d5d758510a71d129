-- The figures of one subscriber since a moment. `subscriberIds` has the former ids, too.

-- name: emailsSince :one
-- Emails that were accepted. Looks at the newest sendings and emails of triggers only; `complete`:
-- there are no more of that time.
with sent as materialized (
  select id, planned_at as at from sendings
  where account_id = :accountId and not test order by id desc limit :looked::int),
triggered as materialized (
  select id, created_at as at from trigger_messages
  where account_id = :accountId order by id desc limit :looked::int)
select (
    select count(*) from sent join deliveries d on d.account_id = :accountId
      and d.source_kind = :SOURCE.sending and d.source_id = sent.id
      and d.id = any (:subscriberIds::bigint[])
    where sent.at >= :since and d.state = 'accepted')
  + (
    select count(*) from triggered join deliveries d on d.account_id = :accountId
      and d.source_kind = :SOURCE.trigger and d.source_id = triggered.id
      and d.id = any (:subscriberIds::bigint[])
    where d.changed_at >= :since and d.state = 'accepted') as "emails!",
  (select count(*) < :looked::int or min(at) < :since from sent)
  and (select count(*) < :looked::int or min(at) < :since from triggered) as "complete!"

-- name: actsSince :one
-- By people, as classified by tracking.
select count(*) filter (where views > 0 and last_view_at >= :since) as "opened!",
  count(*) filter (where clicks > 0 and last_click_at >= :since) as "clicked!",
  greatest(max(last_view_at), max(last_click_at)) as last_act
from engagements where account_id = :accountId
  and source_kind in (:SOURCE.sending, :SOURCE.trigger)
  and delivery_id = any (:subscriberIds::bigint[])

-- name: linksSince :one
select count(*) as "links!" from clicked_links where account_id = :accountId
  and source_kind in (:SOURCE.sending, :SOURCE.trigger)
  and delivery_id = any (:subscriberIds::bigint[]) and last_click_at >= :since

-- name: ordersSince :many
select currency, count(*) as "orders!", trim_scale(sum(value)) as "value!" from conversions
where account_id = :accountId and source_kind in (:SOURCE.sending, :SOURCE.trigger)
  and delivery_id = any (:subscriberIds::bigint[]) and at >= :since
group by currency order by currency

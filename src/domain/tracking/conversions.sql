-- name: addConversion :one
-- Counts the conversion once by its key, for its link. The subscriber is that of the click, unless
-- tracking is anonymous.
with added as (
  insert into conversions as n (account_id, key, source_kind, source_id, link, delivery_id,
    clicked_at, order_number, value, currency)
  select t.account_id, :key, :sourceKind::smallint, :sourceId::bigint, :link::int, (
      select h.delivery_id from hits h
      where h.account_id = :accountId and h.source_kind = :sourceKind::smallint
        and h.source_id = :sourceId and h.kind = 'click'
        and h.at = :clickedAt::timestamptz and h.id = :hitId::bigint),
    :clickedAt::timestamptz, :orderNumber::text, :value::text::numeric, :currency::text
  from tenants t where t.account_id = :accountId
  on conflict (account_id, key) do nothing
  returning n.account_id, n.source_kind, n.source_id, n.link, n.currency, n.value),
counted as (
  insert into conversion_totals as o (account_id, source_kind, source_id, link, currency, closures,
    value)
  select account_id, source_kind, source_id, link, currency, 1, value from added
  on conflict (account_id, source_kind, source_id, link, currency) do update
    set closures = o.closures + excluded.closures, value = o.value + excluded.value)
select count(*)::int as "added!" from added

-- name: converterOf :maybe
select delivery_id as "deliveryId!" from conversions where account_id = :accountId and key = :key
  and delivery_id is not null

-- name: lastClickOf :maybe
-- A subscriber's last clicked link, in any sending or email of a trigger, with its hit.
select c.source_kind, c.source_id, c.link, c.last_click_at, (
    select max(h.id) from hits h
    where h.account_id = :accountId and h.source_kind = c.source_kind and h.source_id = c.source_id
      and h.kind = 'click'
      and h.at = c.last_click_at and h.delivery_id = c.delivery_id) as hit_id
from subscribers s join clicked_links c on c.account_id = s.account_id and c.delivery_id = s.id
  and c.source_kind in (:SOURCE.sending, :SOURCE.trigger)
where s.account_id = :accountId and s.email_key = :emailKey order by c.last_click_at desc limit 1

-- name: addConversionKey :count
insert into conversion_keys (account_id, hash) values (:accountId, :hash)

-- name: removeConversionKeys :count
delete from conversion_keys where account_id = :accountId

-- name: isConversionKey :one
-- A key of a closed account is invalid until the account is reopened.
select exists (select 1 from conversion_keys where account_id = :accountId and hash = :hash)
  and not exists (select 1 from accounts a where a.id = :accountId and a.closed_at is not null) as
    "known!"

-- name: purchasesOfPerson :many long
select source_id as sending_id, link, at, clicked_at, order_number, value, currency from conversions
where account_id = :accountId and source_kind = :SOURCE.sending
  and delivery_id = any (:subscriberIds::bigint[])
  order by at

-- name: blankPurchases :count long
-- Keeps the totals, but removes what identifies the buyer, including the order number.
update conversions set delivery_id = null, order_number = '', key = 'erased ' || md5(key)
where account_id = :accountId and source_kind in (:SOURCE.sending, :SOURCE.trigger)
  and delivery_id = any (:subscriberIds::bigint[])

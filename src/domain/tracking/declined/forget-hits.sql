-- name: accountsToForget :many
-- Accounts, of all accounts, with people whose hits are due to be removed.
select distinct account_id from subscribers where forget_hits_at <= now() limit 100

-- name: peopleToForget :many
select id from subscribers where account_id = :accountId and forget_hits_at <= now()
order by id limit :most::int

-- name: lockForgotten :maybe
-- What is to be removed: of what the person has declined.
select email_key, opens_agreed is false as "opens!", clicks_agreed is false as "clicks!"
from subscribers where account_id = :accountId and id = :subscriberId and forget_hits_at <= now()
for no key update

-- name: messagesWithHits :many long
-- Of these emails, those that anybody, or any machine, has opened or clicked in.
select g.source_kind::int as "sourceKind!", g.source_id as "sourceId!",
  g.delivery_id as "deliveryId!"
from unnest(:sourceKinds::int[], :sourceIds::bigint[], :deliveryIds::bigint[])
  as g (source_kind, source_id, delivery_id)
where exists (
    select 1 from engagements e where e.account_id = :accountId
      and e.source_kind = g.source_kind and e.source_id = g.source_id
      and e.delivery_id = g.delivery_id)
  or exists (
    select 1 from hits h where h.account_id = :accountId and h.source_kind = g.source_kind
      and h.source_id = g.source_id and h.delivery_id = g.delivery_id)
order by 1, 2, 3

-- name: removeHits :many
-- Returns them as they were counted. An open implied by a click goes with the click.
delete from hits h
where h.account_id = :accountId and h.source_kind = :sourceKind::smallint
  and h.source_id = :sourceId and h.delivery_id = :deliveryId
  and ((:opens::boolean and h.kind = 'view')
    or (:clicks::boolean and (h.kind = 'click' or h.reason = 'click')))
returning h.kind, h.link, h.at, by_person(h.verdict) as "person!"

-- name: removeLinksOfMessage :many
delete from clicked_links
where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
  and delivery_id = :deliveryId
returning link, first_click_at

-- name: removeEngagement :count
delete from engagements
where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
  and delivery_id = :deliveryId

-- name: unmeasureSendings :many long
-- The emails are no longer part of any rate.
update deliveries d set opens_unmeasured = nullif(d.opens_unmeasured is true or :opens::boolean,
    false),
  clicks_unmeasured = nullif(d.clicks_unmeasured is true or :clicks::boolean, false)
from sendings g
where g.account_id = :accountId and d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = g.id and not g.test and d.id = :subscriberId
returning d.source_kind, d.source_id, d.id as delivery_id

-- name: unmeasureTriggers :many long
update deliveries d set opens_unmeasured = nullif(d.opens_unmeasured is true or :opens::boolean,
    false),
  clicks_unmeasured = nullif(d.clicks_unmeasured is true or :clicks::boolean, false)
from trigger_messages h
where h.account_id = :accountId and d.account_id = :accountId and d.source_kind = :SOURCE.trigger
  and d.source_id = h.id and d.id = :subscriberId
returning d.source_kind, d.source_id, d.id as delivery_id

-- name: unmeasureTransactions :many long
update deliveries d set opens_unmeasured = nullif(d.opens_unmeasured is true or :opens::boolean,
    false),
  clicks_unmeasured = nullif(d.clicks_unmeasured is true or :clicks::boolean, false)
from transactions x
where x.account_id = :accountId and x.email_key = :emailKey and d.account_id = :accountId
  and d.source_kind = :SOURCE.transaction and d.source_id = x.project_id and d.id = x.id
returning d.source_kind, d.source_id, d.id as delivery_id

-- name: unnamePurchases :count long
-- Purchases after links that count no longer: of the link, not of the person.
update conversions set delivery_id = null where account_id = :accountId
  and source_kind in (:SOURCE.sending, :SOURCE.trigger) and delivery_id = :subscriberId

-- name: endForgetting :count
update subscribers set forget_hits_at = null where account_id = :accountId and id = :subscriberId

-- name: triggersForReports :many long
-- If its list was deleted, the name is taken from the trigger's emails, if any was sent.
select t.id, t.name, t.created_at as created, t.list_id, coalesce(l.name, (
    select g.message->>'listName' from trigger_messages g where g.account_id = :accountId
      and g.trigger_id = t.id order by g.id desc limit 1), '') as "listName!"
from triggers t left join lists l on l.account_id = :accountId and l.id = t.list_id
where t.account_id = :accountId and t.removed_at is null order by t.id

-- name: triggerOfReport :maybe long
-- Includes removed triggers, whose reports stay.
select id from triggers where account_id = :accountId and id = :triggerId

-- name: messagesOfTrigger :many long
-- Hits on emails of an anonymous list are not attributed, including those before it was made
-- anonymous.
select g.id, g.message->>'name' as "newsletterName!", exists (
  select 1 from anonymous_lists l where l.account_id = :accountId and l.list_id = g.list_id
    and g.created_at < l.until) as "anonymous!"
from trigger_messages g where g.account_id = :accountId and g.trigger_id = :triggerId

-- name: linksOfMessages :many long
select source_id as message_id, number, target from links where account_id = :accountId
  and source_kind = :SOURCE.trigger and source_id = any (:messageIds::bigint[])

-- name: hitsOfMessages :many long
-- A page of views or clicks by people on several emails, in the order of their times, after a key;
-- clicks only on links.
select h.at as "at!", h.id as "id!", h.link as "link!", h.delivery_id as "deliveryId?",
  q.id as "messageId!" from unnest(:messageIds::bigint[]) as q (id)
cross join lateral (
  select at, id, link, delivery_id from hits
  where account_id = :accountId and source_kind = :SOURCE.trigger and source_id = q.id
    and kind = :kind and by_person(verdict)
    and (kind = 'view' or link > 0)
    and at >= :afterAt::timestamptz and (at, id) > (:afterAt::timestamptz, :afterId::bigint)
      and at < :until::timestamptz
  order by at, id limit :size::int) h
order by h.at, h.id limit :size::int

-- name: bouncesOfMessages :many long
-- A page of bounces, in the order of their times; without the names of erased subscribers.
select b.id, b.received_at as bounced, b.source_id as "messageId!",
  coalesce(b.reply, b.status, b.class) as "reason!",
  s.id as "subscriberId?", s.email as "email?", s.name as "name?"
from bounces b left join subscribers s on s.account_id = :accountId and s.id = b.delivery_id
where b.account_id = :accountId and b.source_kind = :SOURCE.trigger
  and b.source_id = any (:messageIds::bigint[]) and b.kind <> 'complaint'
  and (b.received_at, b.id) > (:afterAt::timestamptz, :afterId::bigint)
    and b.received_at < :until::timestamptz
order by b.received_at, b.id limit :size::int

-- The history of one subscriber, each kind newest first, a bounded look at a time.

-- name: messagesOfSubscriber :many
-- Emails of sendings. Looks at so many sendings; the last row says how far.
with looked as materialized (
  select id, newsletter_id, list_id, message->>'subject' as subject, planned_at from sendings
  where account_id = :accountId and not test and id < :beforeId::bigint
  order by id desc limit :looked::int)
select looked.id as "sendingId!", looked.newsletter_id as "newsletterId!",
  looked.list_id as "listId!", coalesce(looked.subject, '') as "subject!",
  looked.planned_at as planned, d.state, d.attempts, d.reply, d.reason, d.changed_at as changed,
  coalesce(e.views, 0) as "views!", e.first_view_at as first_view, e.last_view_at as last_view,
  coalesce(e.clicks, 0) as "clicks!", e.first_click_at as first_click, e.last_click_at as last_click,
  d.opens_unmeasured is not true
    and measured_as(s.opens_agreed, t.unasked_opens) = 'person' as "opensMeasured!"
from looked join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = looked.id and d.id = any (:subscriberIds::bigint[])
join tenants t on t.account_id = :accountId
left join subscribers s on s.account_id = :accountId and s.id = d.id
left join engagements e on e.account_id = :accountId and e.source_kind = :SOURCE.sending
  and e.source_id = looked.id and e.delivery_id = d.id
order by looked.id desc limit :most::int

-- name: lastLooked :one
-- The id before which so many sendings were looked at; 0: there are no more.
select coalesce((select id from sendings
  where account_id = :accountId and not test and id < :beforeId::bigint
  order by id desc offset :looked::int - 1 limit 1), 0) as "id!"

-- name: triggerMessagesOfSubscriber :many
select m.id as "messageId!", m.trigger_id as "triggerId!", coalesce(t.name, '') as "triggerName!",
  m.step as "step!", coalesce(m.message->>'subject', '') as "subject!", d.state, d.attempts,
  d.reply, d.reason, d.changed_at as changed, coalesce(e.views, 0) as "views!",
  coalesce(e.clicks, 0) as "clicks!",
  d.opens_unmeasured is not true
    and measured_as(s.opens_agreed, a.unasked_opens) = 'person' as "opensMeasured!"
from trigger_messages m join deliveries d on d.account_id = :accountId
  and d.source_kind = :SOURCE.trigger and d.source_id = m.id
  and d.id = any (:subscriberIds::bigint[])
join tenants a on a.account_id = :accountId
left join subscribers s on s.account_id = :accountId and s.id = d.id
left join triggers t on t.account_id = :accountId and t.id = m.trigger_id
left join engagements e on e.account_id = :accountId and e.source_kind = :SOURCE.trigger
  and e.source_id = m.id and e.delivery_id = d.id
where m.account_id = :accountId and m.id < :beforeId::bigint
order by m.id desc limit :most::int

-- name: bouncesOfSubscriber :many
select id, received_at as received, kind, class, status, reply, rule, counts, source_kind,
  source_id
from bounces where account_id = :accountId and subscriber_id = any (:subscriberIds::bigint[])
  and id < :beforeId::bigint
order by id desc limit :most::int

-- name: smsOfSubscriber :many
select m.id as "messageId!", m.list_id, m.text as "text!", d.number, d.state, d.attempts,
  trim_scale(d.cost) as "cost!", d.reply, d.reason, d.changed_at as changed
from sms_messages m join sms_deliveries d on d.account_id = :accountId and d.message_id = m.id
  and d.id = any (:subscriberIds::bigint[])
where m.account_id = :accountId and m.id < :beforeId::bigint
order by m.id desc limit :most::int

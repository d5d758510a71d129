-- name: lastSentOf :maybe
-- The sending that last began, except tests.
select id, blocks::text as "blocks!" from sendings
where account_id = :accountId and newsletter_id = :newsletterId and not test
  and planned_at is not null order by planned_at desc, id desc limit 1

-- name: messageOfSending :maybe
select message::text as "message!", test from sendings where account_id = :accountId
  and id = :sendingId

-- name: messageOfTrigger :maybe
select message::text as "message!" from trigger_messages where account_id = :accountId
  and id = :messageId

-- name: readerOfMessage :one
-- The recipient of an email, as far as still stored, and the blocks it had. Who was not measured
-- when it was sent is in no rate of its report, so their clicks here count in total at most.
select s.id as "known?", coalesce(s.email, '') as "email!", coalesce(s.name, '') as "name!",
  array_to_string(coalesce(s.fields, '{}'), :FIELD_SEPARATOR, '') as "fields!",
  array_to_string(coalesce(d.blocks, '{}'), ',') as "blocks!",
  case when d.clicks_unmeasured and measured_as(s.clicks_agreed, t.unasked_clicks) = 'person'
    then 'total' else measured_as(s.clicks_agreed, t.unasked_clicks) end as "clicks!"
from tenants t
left join deliveries d on d.account_id = :accountId and d.source_kind = :sourceKind::int
  and d.source_id = :sourceId and d.id = :subscriberId
left join subscribers s on s.account_id = :accountId and s.id = :subscriberId
where t.account_id = :accountId

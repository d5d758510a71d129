-- name: lastSentOf :maybe
-- The sending that last began, tests left out.
select id, blocks::text as "blocks!" from sendings
where account_id = :accountId and newsletter_id = :newsletterId and not test
  and planned_at is not null order by planned_at desc, id desc limit 1

-- name: letterOfSending :maybe
select letter::text as "letter!", test from sendings where account_id = :accountId
  and id = :sendingId

-- name: letterOfTrigger :maybe
select letter::text as "letter!" from trigger_letters where account_id = :accountId
  and id = :letterId

-- name: readerOfLetter :one
-- Whom a letter went to, as far as they are still known, and which parts it had.
select s.id as "known?", coalesce(s.email, '') as "email!", coalesce(s.name, '') as "name!",
  array_to_string(coalesce(s.fields, '{}'), :FIELD_SEPARATOR, '') as "fields!",
  array_to_string(coalesce(d.blocks, '{}'), ',') as "blocks!"
from tenants t
left join deliveries d on d.account_id = :accountId and d.source_kind = :sourceKind::int
  and d.source_id = :sourceId and d.id = :subscriberId
left join subscribers s on s.account_id = :accountId and s.id = :subscriberId
where t.account_id = :accountId

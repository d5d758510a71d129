-- Addresses of transactions without a subscriber: a hard bounce suppresses further transactions to
-- them.

-- name: undeliverableAddresses :many
-- In the order of addresses, with keyset pagination; each with its first bounce.
select distinct on (coalesce(b.email_key, lower(b.email)))
  coalesce(b.email_key, lower(b.email)) as "key!", b.email, b.received_at as since,
  b.class || coalesce(': ' || coalesce(b.reply, b.status), '') as "reason!"
from bounces b
where b.account_id = :accountId and coalesce(b.email_key, lower(b.email)) > :after
  and b.kind = 'hard' and b.counts
  and b.subscriber_id is null and b.source_kind > :SOURCE.sending
  and b.email <> :ERASED_EMAIL
order by coalesce(b.email_key, lower(b.email)), b.received_at, b.id limit :most::int

-- name: forgiveAddress :count
update bounces set counts = false
where account_id = :accountId and coalesce(email_key, lower(email)) = :emailKey
  and kind = 'hard' and counts and subscriber_id is null

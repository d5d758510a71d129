-- Subscribers as people look at them: pages, one of them, edits.

-- name: rowsOfSubscribers :many
-- The facts of some subscribers, with the lists that they are on.
select s.id, s.email, s.name, s.format, s.country_code, s.phone,
  array_to_string(s.fields, :FIELD_SEPARATOR, '') as "fields!",
  s.created_at as created, s.updated_at as updated, s.opted_out_at as opted_out,
  s.undeliverable_since, s.undeliverable_until, s.undeliverable_reason,
  s.complained_at as complained,
  case when s.paused_until > now() then s.paused_until end as "paused?",
  (select coalesce(string_agg(j.list_id::text, ',' order by j.list_id), '') from subscriptions j
    where j.account_id = :accountId and j.subscriber_id = s.id and j.unsubscribed_at is null)
    as "onLists!",
  (select max(j.unsubscribed_at) from subscriptions j
    where j.account_id = :accountId and j.subscriber_id = s.id) as left_at
from subscribers s where s.account_id = :accountId and s.id = any (:ids::bigint[])

-- name: newestSubscribers :many
select id from subscribers where account_id = :accountId
  and id < :beforeId::bigint
order by id desc limit :most::int

-- name: newestOfList :many
-- In the reverse order of subscription; the time in microseconds, which no cursor may round.
select subscriber_id as id, (extract(epoch from subscribed_at) * 1000000)::bigint as "micros!"
from subscriptions
where account_id = :accountId and list_id = :listId and unsubscribed_at is null
  and (subscribed_at, subscriber_id)
    < (timestamptz 'epoch' + :beforeMicros::bigint * interval '1 microsecond', :beforeId::bigint)
order by subscribed_at desc, subscriber_id desc limit :most::int

-- name: subscribersAbove :many
-- The people after a cursor, the nearest first.
select id from subscribers where account_id = :accountId
  and id > :aboveId::bigint
order by id limit :most::int

-- name: listedAbove :many
-- The people who joined a list after a cursor, the nearest first; the time as above.
select subscriber_id as id, (extract(epoch from subscribed_at) * 1000000)::bigint as "micros!"
from subscriptions
where account_id = :accountId and list_id = :listId and unsubscribed_at is null
  and (subscribed_at, subscriber_id)
    > (timestamptz 'epoch' + :aboveMicros::bigint * interval '1 microsecond', :aboveId::bigint)
order by subscribed_at, subscriber_id limit :most::int

-- name: subscriberAtPlace :maybe long
-- Below so many newer ones.
select id from subscribers where account_id = :accountId
order by id desc offset :skip::bigint limit 1

-- name: listedAtPlace :maybe long
select subscriber_id as id, (extract(epoch from subscribed_at) * 1000000)::bigint as "micros!"
from subscriptions
where account_id = :accountId and list_id = :listId and unsubscribed_at is null
order by subscribed_at desc, subscriber_id desc offset :skip::bigint limit 1

-- name: onListAmong :many
select subscriber_id as id from subscriptions
where account_id = :accountId and list_id = :listId and unsubscribed_at is null
  and subscriber_id = any (:ids::bigint[])

-- name: countAll :one long
select count(*)::int as "count!" from (
  select 1 from subscribers where account_id = :accountId limit :most?::int) some_people

-- name: knownSubscriber :maybe long
select id from subscribers where account_id = :accountId and id = :subscriberId

-- name: subscriptionsOf :many
select j.subscriber_id, j.list_id, coalesce(l.name, '') as "name!", j.subscribed_at as subscribed,
  j.unsubscribed_at as unsubscribed, j.unsubscribe_source, j.unsubscribe_reason,
  c.source as "consentSource?", c.given_at as consent_given
from subscriptions j left join lists l on l.account_id = :accountId and l.id = j.list_id
left join consents c on c.account_id = :accountId and c.subscriber_id = j.subscriber_id
  and c.list_id = j.list_id
where j.account_id = :accountId and j.subscriber_id = any (:ids::bigint[])
order by j.subscriber_id, j.list_id

-- name: optOutsOf :many
select o.email_key as "emailKey!", o.created_at as created, o.reason, o.list_id, o.sending_id,
  o.list_text, o.sending_text
from opt_outs o where o.account_id = :accountId and o.email_key = any (:emailKeys::text[])

-- name: lockSubscriber :maybe
select id, email, email_key, name, format, country_code, phone,
  array_to_string(fields, :FIELD_SEPARATOR, '') as "fields!",
  opted_out_at is not null as "optedOut!"
from subscribers where account_id = :accountId and id = :subscriberId
for update

-- name: takenAddress :maybe
select id from subscribers where account_id = :accountId and email_key = :emailKey

-- name: addressOptedOut :one
select exists (select 1 from opt_outs where account_id = :accountId
  and (email_key = :emailKey or key_hash = :keyHash?)) as "optedOut!"

-- name: changeSubscriber :count
update subscribers set email = :email, email_key = :emailKey, name = :name, format = :format,
  country_code = :countryCode, phone = :phone, fields = merge_fields(fields, :fields::text[]),
  updated_at = now(), changed_at = now()
where account_id = :accountId and id = :subscriberId

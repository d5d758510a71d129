-- name: lockMovedList :maybe
-- Against its order being settled meanwhile: subscriptions are added with the time that they had
-- at the former service. Other inserts go on. The commit is asynchronous: when the server crashes,
-- a page is lost with the position behind it, and read again; the end of the copy waits for the
-- disk.
select set_config('synchronous_commit', 'off', true) as "waits!",
  settled_until as "settled!",
  (extract(epoch from settled_until) * 1000)::float8 as "settledMillis!"
from lists
where account_id = :accountId and id = :listId for no key update

-- name: peopleThere :many
-- By address or by id. The subscription is looked up person by person: a join would read the whole
-- list for each page of it.
select p.id, p.email_key, p.opted_out_at is not null as "optedOut!", p.email, p.name, p.format, p.country_code, p.phone,
  array_to_string(p.fields, :FIELD_SEPARATOR, '') as "fields!", s.subscriber_id is not null
    as "onList!", s.unsubscribed_at is not null as "unsubscribed!"
from subscribers p
left join lateral (select l.subscriber_id, l.unsubscribed_at from subscriptions l
  where l.account_id = :accountId and l.subscriber_id = p.id and l.list_id = :listId offset 0) s
  on true
where p.account_id = :accountId
  and (p.email_key = any (:emailKeys::text[]) or p.id = any (:ids::bigint[]))

-- name: lockPeople :many
-- In the order of inserts.
select p.id from subscribers p
where p.account_id = :accountId
  and (p.email_key = any (:emailKeys::text[]) or p.id = any (:ids::bigint[]))
order by p.email_key collate "C" for no key update

-- name: addMovedPeople :many
insert into subscribers as n (account_id, id, email, email_key, name, format, country_code, phone,
  fields, created_at)
select t.account_id, g.id, g.email, g.email_key, g.name, g.format, g.country_code, g.phone,
  string_to_array(g.fields, :FIELD_SEPARATOR), least(g.created, now())
from tenants t,
  unnest(:ids::bigint[], :emails::text[], :emailKeys::text[], :names::text[], :formats::text[],
    :countryCodes::text[], :phones::text[], :fields::text[], :created::timestamptz[])
  as g (id, email, email_key, name, format, country_code, phone, fields, created)
where t.account_id = :accountId
order by g.email_key collate "C"
on conflict do nothing
returning n.id

-- name: changeMovedPeople :count
update subscribers p set email = g.email, email_key = g.email_key, name = g.name,
  format = g.format, country_code = g.country_code, phone = g.phone,
  fields = string_to_array(g.fields, :FIELD_SEPARATOR), updated_at = now(), changed_at = now()
from unnest(:ids::bigint[], :emails::text[], :emailKeys::text[], :names::text[], :formats::text[],
    :countryCodes::text[], :phones::text[], :fields::text[])
  as g (id, email, email_key, name, format, country_code, phone, fields)
where p.account_id = :accountId and p.id = g.id

-- name: joinMovedPeople :many
-- With the time that they subscribed there, but not before the settled part of the list.
insert into subscriptions as n (account_id, subscriber_id, list_id, subscribed_at)
select l.account_id, g.id, l.id, greatest(least(g.subscribed, now()), l.settled_until)
from lists l, unnest(:ids::bigint[], :subscribed::timestamptz[]) as g (id, subscribed)
where l.account_id = :accountId and l.id = :listId
on conflict (account_id, subscriber_id, list_id) do nothing
returning n.subscriber_id

-- name: idsOnList :many
-- A part of the list in its order.
select subscriber_id as id, subscribed_at as subscribed from subscriptions
where account_id = :accountId and list_id = :listId and unsubscribed_at is null
  and (subscribed_at, subscriber_id) > (:afterTime::timestamptz, :afterId::bigint)
order by subscribed_at, subscriber_id limit :most::int

-- name: addressOf :maybe
select email from subscribers where account_id = :accountId and id = :subscriberId

-- name: dateOptOuts :count
-- With date and reason of the former service, where those are older.
update opt_outs o set created_at = g.created, reason = g.reason, list_id = g.list_id,
  sending_id = g.sending_id, changed_at = now()
from unnest(:emailKeys::text[], :created::timestamptz[], :reasons::text[], :listIds::int[],
  :sendingIds::bigint[]) as g (email_key, created, reason, list_id, sending_id)
where o.account_id = :accountId and o.email_key = g.email_key and o.created_at > g.created

-- name: dateOptedOut :count
update subscribers p set opted_out_at = g.created, changed_at = now()
from unnest(:emailKeys::text[], :created::timestamptz[]) as g (email_key, created)
where p.account_id = :accountId and p.email_key = g.email_key and p.opted_out_at > g.created

-- name: optedOutAmong :many
select email_key from subscribers where account_id = :accountId
  and email_key = any (:emailKeys::text[]) and opted_out_at is not null

-- name: countOptOuts :one long
select count(*) as "rows!" from opt_outs where account_id = :accountId

-- name: bouncedSince :many long
-- Addresses of which a hard bounce of the given moment or later is stored, counting or not.
select g.email_key as "emailKey!"
from tenants t, unnest(:emailKeys::text[], :moments::timestamptz[]) as g (email_key, moment)
where t.account_id = :accountId and exists (select 1 from subscribers s join bounces b
    on b.account_id = :accountId and b.subscriber_id = s.id
  where s.account_id = :accountId and s.email_key = g.email_key and b.kind = 'hard'
    and b.received_at >= g.moment)

-- name: countSuppressed :one long
select count(*) as "rows!" from subscribers
where account_id = :accountId and undeliverable_since is not null

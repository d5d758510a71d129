-- As saveSubscriptions does, telling besides who is on a list now and was not before: for accounts that have a webhook which wants to know.
-- Said in the same statement it would cost all others. test/webhooks/facts.test.ts holds the two against each other.

-- name: saveSubscriptionsTold :many
with given as (
  select * from unnest(:ids::bigint[], :listIds::int[], :emails::text[], :emailKeys::text[], :names::text[], :formats::text[], :countryCodes::text[], :phones::text[], :fields::text[], :keyHashes::text[])
    as given (id, list_id, email, email_key, name, format, country_code, phone, fields, key_hash)),
list as (
  select id, greatest(now(), settled_until) as moment from lists
  where account_id = :accountId and id = any (:listIds::int[]) order by id for key share),
saved as (
  insert into subscribers as known (account_id, id, email, email_key, name, format, country_code, phone, fields)
  select :accountId, given.id, given.email, given.email_key, given.name, given.format, given.country_code, given.phone, given.fields::text[]
  from given join list on list.id = given.list_id
  where case when :hashed::boolean
    then given.key_hash <> all (array(
      select o.key_hash from opt_outs o where o.account_id = :accountId and o.key_hash = any (:keyHashes::text[]) and o.key_hash is not null))
    else not exists (select 1 from opt_outs o where o.account_id = :accountId and o.key_hash is not null) end
  order by given.email_key
  on conflict (account_id, email_key) do update set
    name = case when known.opted_out_at is null and excluded.name <> '' then excluded.name else known.name end,
    format = case when known.opted_out_at is null and not :keepFormat::boolean then excluded.format else known.format end,
    country_code = case when known.opted_out_at is null and excluded.country_code <> '' then excluded.country_code else known.country_code end,
    phone = case when known.opted_out_at is null and excluded.phone <> '' then excluded.phone else known.phone end,
    fields = case when known.opted_out_at is null and excluded.fields <> '{}' then merge_fields(known.fields, excluded.fields) else known.fields end,
    updated_at = case when known.opted_out_at is null then excluded.updated_at else known.updated_at end
  returning id, email_key, opted_out_at is not null as opted_out),
joined as (
  insert into subscriptions as s (account_id, subscriber_id, list_id, subscribed_at)
  select :accountId, saved.id, list.id, list.moment
  from saved join given on given.email_key = saved.email_key join list on list.id = given.list_id where not saved.opted_out
  on conflict (account_id, subscriber_id, list_id) do update set subscribed_at = excluded.subscribed_at, unsubscribed_at = null, unsubscribe_source = null,
    unsubscribe_reason = null
    where s.unsubscribed_at is not null returning subscriber_id)
select email_key, id, opted_out as "optedOut!", id in (select subscriber_id from joined) as "joined!" from saved

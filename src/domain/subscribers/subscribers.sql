-- An insert of a subscriber is one rule in three places: a single call, a quarter cheaper for the
-- store than a batch of one (db/functions/save_subscription.sql); a batch; and a batch that returns
-- who joined, a seventh more expensive at ten calls.

-- part: keepKnown
-- Given values replace stored ones, empty values do not; an opted-out subscriber is not changed.
on conflict (account_id, email_key) do update set
    name = case when known.opted_out_at is null and excluded.name <> ''
      then excluded.name else known.name end,
    format = case when known.opted_out_at is null and not :keepFormat::boolean
      then excluded.format else known.format end,
    country_code = case when known.opted_out_at is null and excluded.country_code <> ''
      then excluded.country_code else known.country_code end,
    phone = case when known.opted_out_at is null and excluded.phone <> ''
      then excluded.phone else known.phone end,
    fields = case when known.opted_out_at is null and excluded.fields <> '{}'
      then merge_fields(known.fields, excluded.fields) else known.fields end,
    updated_at = case when known.opted_out_at is null
      then excluded.updated_at else known.updated_at end,
    changed_at = excluded.changed_at

-- part: liftUnsubscribe
on conflict (account_id, subscriber_id, list_id) do update set
    subscribed_at = excluded.subscribed_at, unsubscribed_at = null,
    unsubscribe_source = null, unsubscribe_reason = null, changed_at = excluded.changed_at
    where s.unsubscribed_at < :liftBefore::timestamptz

-- part: notErased
case when :hashed::boolean
    then given.key_hash <> all (array(
      select o.key_hash from opt_outs o
      where o.account_id = :accountId and o.key_hash = any (:keyHashes::text[])
        and o.key_hash is not null))
    else not exists (
      select 1 from opt_outs o where o.account_id = :accountId and o.key_hash is not null
      union all
      select 1 from measuring_answers a
      where a.account_id = :accountId and a.key_hash is not null) end

-- part: given
given as (
  select * from unnest(:ids::bigint[], :listIds::int[], :emails::text[], :emailKeys::text[],
      :names::text[], :formats::text[], :countryCodes::text[], :phones::text[], :fields::text[],
      :keyHashes::text[])
    as given (id, list_id, email, email_key, name, format, country_code, phone, fields, key_hash)),
list as (
  select id, greatest(now(), settled_until) as moment from lists
  where account_id = :accountId and id = any (:listIds::int[]) order by id for key share)

-- part: savePeople
with :PART.given,
saved as (
  insert into subscribers as known
    (account_id, id, email, email_key, name, format, country_code, phone, fields)
  select :accountId, given.id, given.email, given.email_key, given.name, given.format,
    given.country_code, given.phone, given.fields::text[]
  from given join list on list.id = given.list_id
  where :PART.notErased
  order by given.email_key collate "C"
  :PART.keepKnown

-- part: joinPeople
joined as (
  insert into subscriptions as s (account_id, subscriber_id, list_id, subscribed_at)
  select :accountId, saved.id, list.id, list.moment
  from saved join given on given.email_key = saved.email_key join list on list.id = given.list_id
  where not saved.opted_out
  :PART.liftUnsubscribe

-- part: saveMany
:PART.savePeople
  returning id, email_key, opted_out_at is not null as opted_out),
:PART.joinPeople

-- name: saveSubscription :one again node
-- A single call: the id, negative for an opted-out subscriber; null if nothing was saved. Alone in
-- its statement, so that a cluster sends it whole to the node of the account.
select save_subscription(:accountId, :listId, :id, :email, :emailKey, :name, :format, :keepFormat,
  :countryCode, :phone, :fields, :keyHash?) as saved

-- name: saveSubscriptions :many again node
-- Many calls of one account, each address once, sorted by address so that two batches take their
-- locks in the same order. Has the effect of saveSubscription for each, if unsubscriptions of any
-- time are lifted; keepFormat for a batch that gives no formats. Returns a row for each one saved.
:PART.saveMany)
select email_key, id, opted_out as "optedOut!" from saved

-- name: saveSubscriptionsToPublish :many
-- Also returns which subscriptions are new: for accounts with a webhook for them.
:PART.saveMany
  returning subscriber_id)
select email_key, id, opted_out as "optedOut!",
  id in (select subscriber_id from joined) as "joined!" from saved

-- name: saveSubscriptionsRecorded :many again
-- Also writes each new subscription into the audit log: for calls of people and of API keys. In one
-- statement, which costs a third of the transaction that it replaces. A subscriber that it made
-- (`made`) is returned as stored, so that nobody has to read it.
:PART.savePeople
  returning id, email_key, opted_out_at is not null as opted_out, email, name, format, country_code,
    phone, fields, created_at),
:PART.joinPeople
  returning subscriber_id, list_id),
recorded as (
  insert into audit_entries (account_id, id, actor_kind, actor_id, actor_name, peer, action,
    object_kind, object_id, new_values)
  select :accountId, entry.id, :actorKind, :actorId?::bigint, :actorName, :peer,
    'subscriber.join', 'subscriber', joined.subscriber_id::text,
    jsonb_build_object('listId', joined.list_id)
  from joined join saved on saved.id = joined.subscriber_id
  join unnest(:emailKeys::text[], :entryIds::text[]) as entry (email_key, id)
    on entry.email_key = saved.email_key)
select saved.email_key, saved.opted_out as "optedOut!", saved.created_at = now() as "made!",
  saved.id, saved.email, saved.name, saved.format, saved.country_code, saved.phone,
  array_to_string(saved.fields, :FIELD_SEPARATOR, '') as "fields!", saved.created_at as created,
  list.id as list_id, l.name as list_name, list.moment as "subscribed!"
from saved join given on given.email_key = saved.email_key join list on list.id = given.list_id
join lists l on l.account_id = :accountId and l.id = list.id

-- name: upsertPeople :many custom
-- Rows of a batch, each address once: of list 0 the person alone is saved. No row for a list that
-- is not there, nor for who was erased.
with :PART.given,
saved as (
  insert into subscribers as known
    (account_id, id, email, email_key, name, format, country_code, phone, fields)
  select t.account_id, given.id, given.email, given.email_key, given.name, given.format,
    given.country_code, given.phone, given.fields::text[]
  from tenants t cross join given left join list on list.id = given.list_id
  where t.account_id = :accountId and (given.list_id = 0 or list.id is not null)
    and :PART.notErased
  order by given.email_key collate "C"
  :PART.keepKnown
  returning id, email_key, opted_out_at is not null as opted_out),
:PART.joinPeople
  returning subscriber_id)
select email_key, id, opted_out as "optedOut!",
  id in (select subscriber_id from joined) as "joined!" from saved

-- name: valuesOfPeople :many
-- Locks them, in the order of addresses.
select id, email, name, format, country_code, phone,
  array_to_string(fields, :FIELD_SEPARATOR, '') as "fields!" from subscribers
where account_id = :accountId and email_key = any (:emailKeys::text[])
order by email_key collate "C" for no key update

-- name: findSubscriber :maybe
select id, email, email_key, opted_out_at is not null as "optedOut!" from subscribers
where account_id = :accountId and (:subscriberId?::bigint is null or id = :subscriberId?)
  and (:emailKey?::text is null or email_key = :emailKey?)
limit 1

-- name: joinList :maybe again
-- Subscribes an existing subscriber, locking their row. Returns no row if the list or the
-- subscriber does not exist; an opted-out subscriber is returned, and not subscribed.
with list as (
  select id, greatest(now(), settled_until) as moment from lists where account_id = :accountId
    and id = :listId for key share),
person as (
  select p.id, p.opted_out_at is not null as opted_out from subscribers p
  where p.account_id = :accountId and p.id = :subscriberId and exists (select 1 from list)
    for update of p),
joined as (
  insert into subscriptions as s (account_id, subscriber_id, list_id, subscribed_at)
  select :accountId, person.id, list.id, list.moment from person, list where not person.opted_out
  :PART.liftUnsubscribe returning subscriber_id)
select id, opted_out as "optedOut!", exists (select 1 from joined) as "joined!" from person

-- name: keepNewConsent :count
-- Replaces the consent to a subscription that has ended.
insert into consents (account_id, subscriber_id, list_id, source, given_at)
values (:accountId, :subscriberId, :listId, :source, :given)
on conflict (account_id, subscriber_id, list_id) do update set
  source = excluded.source, given_at = excluded.given_at

-- name: shownSubscriber :maybe
-- One subscriber as the web service shows it.
select id, email, name, format, country_code, phone, created_at as created,
  array_to_string(fields, :FIELD_SEPARATOR, '') as "fields!"
from subscribers where account_id = :accountId and id = :subscriberId

-- name: isKnownToList :one
-- Whether a subscriber is on a list, or has been.
select exists (select from subscriptions where account_id = :accountId
  and subscriber_id = :subscriberId::bigint and list_id = :listId) as "known!"

-- name: listsOfSubscriber :many
select l.id as list_id, l.name, s.subscribed_at as subscribed
from subscriptions s join lists l on l.account_id = :accountId and l.id = s.list_id
where s.account_id = :accountId and s.subscriber_id = :subscriberId and s.unsubscribed_at is null
order by l.id

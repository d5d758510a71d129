-- The suppression list: undeliverable subscribers, and addresses of transactions without a
-- subscriber, to which a hard bounce suppresses further transactions.

-- name: suppressedPage :many long
-- Newest first, with keyset pagination in both of its sources; an address without a subscriber by
-- its first bounce. `held`: judgePeople says that it is to be confirmed.
with people as (
  select id, email, undeliverable_since as since, undeliverable_until as ends,
    coalesce(undeliverable_reason, '') as reason
  from subscribers
  where account_id = :accountId and undeliverable_since is not null
    and (undeliverable_since, id) < (:personTime::timestamptz, :personId::bigint)
    and undeliverable_since >= :from::timestamptz and undeliverable_since < :until::timestamptz
    and (:domain?::text is null or split_part(email_key, '@', 2) = :domain?)
  order by undeliverable_since desc, id desc limit :most::int),
strangers as (
  select b.id, b.email, b.received_at as since, b.hold_id,
    b.class || coalesce(': ' || coalesce(b.reply, b.status), '') as reason
  from bounces b
  where b.account_id = :accountId and b.kind = 'hard' and b.counts and b.subscriber_id is null
    and b.source_kind > :SOURCE.sending and b.email <> :ERASED_EMAIL
    and (b.received_at, b.id) < (:bounceTime::timestamptz, :bounceId::bigint)
    and b.received_at >= :from::timestamptz and b.received_at < :until::timestamptz
    and (:domain?::text is null
      or split_part(coalesce(b.email_key, lower(b.email)), '@', 2) = :domain?)
    and not exists (select 1 from bounces o where o.account_id = :accountId
      and coalesce(o.email_key, lower(o.email)) = coalesce(b.email_key, lower(b.email))
      and o.kind = 'hard' and o.counts and o.subscriber_id is null
      and o.source_kind > :SOURCE.sending and (o.received_at, o.id) < (b.received_at, b.id))
    and not exists (select 1 from subscribers s where s.account_id = :accountId
      and s.email_key = coalesce(b.email_key, lower(b.email))
      and s.undeliverable_since is not null)
  order by b.received_at desc, b.id desc limit :most::int)
select 'person' as "source!", id as "id!", email as "email!", since as "since!", ends as "until?",
  reason as "reason!", reason like 'to be confirmed (hold %' as "held!"
from people
union all
select 'stranger', b.id, b.email, b.since, null, b.reason, h.id is not null
from strangers b
left join bounce_holds h on h.account_id = :accountId and h.id = b.hold_id and h.closed_at is null
order by 4 desc, 1, 2 desc limit :most::int

-- name: suppressedAmong :many
-- Of addresses by their keys: those that a hand-over would withdraw as undeliverable.
select k.email_key as "emailKey!", coalesce(s.undeliverable_since, b.since) as "since!",
  coalesce(s.undeliverable_reason, b.reason, '') as "reason!"
from unnest(:emailKeys::text[]) as k (email_key)
left join subscribers s on s.account_id = :accountId and s.email_key = k.email_key
  and s.undeliverable_since is not null
left join lateral (
  select h.received_at as since,
    h.class || coalesce(': ' || coalesce(h.reply, h.status), '') as reason
  from bounces h
  where h.account_id = :accountId and h.kind = 'hard' and h.counts and h.subscriber_id is null
    and coalesce(h.email_key, lower(h.email)) = k.email_key
    and h.source_kind > :SOURCE.sending
  order by h.received_at limit 1) b on true
where s.id is not null or b.since is not null

-- name: undeliverablePerson :maybe
select id, undeliverable_since is not null as "undeliverable!" from subscribers
  where account_id = :accountId and email_key = :emailKey for no key update

-- name: forgiveBounces :count
update bounces set counts = false where account_id = :accountId and subscriber_id = :subscriberId
  and counts

-- name: forgiveAddress :count
update bounces set counts = false
where account_id = :accountId and coalesce(email_key, lower(email)) = :emailKey
  and kind = 'hard' and counts and subscriber_id is null

-- name: release :count
update subscribers set undeliverable_since = null, undeliverable_until = null,
  undeliverable_reason = null, changed_at = now()
where account_id = :accountId and id = :subscriberId

-- name: suppressPeople :many
-- Inserts or locks the rows in the order of their keys, as inserts do. Erased people who opted out
-- are skipped: they get no email anyway.
insert into subscribers as known (account_id, id, email, email_key)
select t.account_id, given.id, given.email, given.email_key
from tenants t, unnest(:ids::bigint[], :emails::text[], :emailKeys::text[], :keyHashes::text[]) as
  given (id, email, email_key, key_hash)
where t.account_id = :accountId and given.key_hash <> all (array(
  select o.key_hash from opt_outs o where o.account_id = :accountId
    and o.key_hash = any (:keyHashes::text[]) and o.key_hash is not null))
order by given.email_key collate "C"
on conflict (account_id, email_key) do update set email_key = known.email_key
returning id, email, email_key

-- name: addImported :many
-- Hard bounces of people, who are locked, unless one counts already for at least as long. One that
-- is held may be released, and does not suffice.
insert into bounces as n (account_id, id, subscriber_id, email, email_key, kind, class, reply, rule,
  identity, received_at, counts_until)
select t.account_id, given.id, given.subscriber_id, given.email, given.stored_key, 'hard',
  given.class, given.reply, 'imported', 'imported', given.received_at, given.counts_until
from tenants t, unnest(:ids::bigint[], :subscriberIds::bigint[], :emails::text[],
  :storedKeys::text[], :classes::text[], :replies::text[], :moments::timestamptz[],
  :ends::timestamptz[])
  as given (id, subscriber_id, email, stored_key, class, reply, received_at, counts_until)
where t.account_id = :accountId and not exists (
  select 1 from bounces b where b.account_id = :accountId
    and b.subscriber_id = given.subscriber_id and b.kind = 'hard' and b.counts
    and b.hold_id is null
    and coalesce(b.counts_until, 'infinity') >= coalesce(given.counts_until, 'infinity'))
on conflict (account_id, id) do nothing
returning n.id, n.subscriber_id as "subscriberId!"

-- name: peopleOfKeys :many
select id as "subscriberId!" from subscribers where account_id = :accountId
  and email_key = any (:emailKeys::text[])

-- name: forgiveImported :many
update bounces set counts = false where account_id = :accountId
  and subscriber_id = any (:subscriberIds::bigint[]) and identity = 'imported' and counts
returning subscriber_id as "subscriberId!"

-- name: analyzeImported :count long
-- Not restricted to an account: without statistics the planner would read all bounces of the
-- account for each person.
analyze bounces

-- name: accountsWithHardBefore :many long
-- Not restricted to an account: those with hard bounces that count and are older than that.
select distinct account_id from bounces where kind = 'hard' and counts
  and received_at < :before::timestamptz limit 1000

-- name: hardBefore :many long
select id, subscriber_id from bounces where account_id = :accountId and kind = 'hard' and counts
  and received_at < :before::timestamptz
order by received_at limit :most::int

-- name: stopCounting :count long
update bounces set counts = false where account_id = :accountId and id = any (:ids::bigint[])
  and counts

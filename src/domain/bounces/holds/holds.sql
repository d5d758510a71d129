-- name: accountsWithHard :many long
-- Not restricted to an account: those with hard bounces in the last hour. Imported bounces are no
-- replies, here and below.
select distinct account_id from bounces where kind = 'hard' and counts and hold_id is null
  and received_at > now() - interval '1 hour' and identity <> 'imported'

-- name: repliesToMany :many long
-- Hard bounces of the last hour that are not held, by domain and reply. A pattern is the reply
-- without the words that have a digit or an @: addresses, codes, sizes, ids.
select lower(split_part(b.email, '@', 2)) as "domain!",
  left(regexp_replace(lower(coalesce(b.reply, b.class)), '\S*[@0-9]\S*', '#', 'g'), 300)
    as "pattern!",
  min(left(coalesce(b.reply, b.class), 500)) as "example!",
  count(distinct lower(b.email))::int as "people!"
from bounces b
where b.account_id = :accountId and b.kind = 'hard' and b.counts and b.hold_id is null
  and b.received_at > now() - interval '1 hour' and b.identity <> 'imported'
group by 1, 2 having count(*) >= :least::int order by 4 desc limit 1000

-- name: acceptedAt :one long
-- Emails of the last hour to these domains that were accepted and have not bounced, of the sources
-- that the bounces belong to.
select count(*)::int as "accepted!" from (
  select distinct source_kind, source_id from bounces
  where account_id = :accountId and kind = 'hard' and received_at > now() - interval '1 hour'
    and source_kind is not null) q
join deliveries d on d.account_id = :accountId and d.source_kind = q.source_kind
  and d.source_id = q.source_id
where d.state = 'accepted' and d.changed_at > now() - interval '1 hour'
  and lower(split_part(d.email, '@', 2)) = any (:domains::text[])

-- name: openHolds :many long
select h.id, h.domain_group, h.pattern, h.example, h.opened_at,
  (select count(distinct lower(b.email)) from bounces b where b.account_id = :accountId
    and b.hold_id = h.id and b.kind = 'hard' and b.counts)::int as "people!"
from bounce_holds h where h.account_id = :accountId and h.closed_at is null order by h.id

-- name: openHold :maybe
insert into bounce_holds as n (account_id, id, domain_group, pattern, example)
select t.account_id,
  1 + coalesce((select max(h.id) from bounce_holds h where h.account_id = :accountId), 0),
  :domainGroup, :pattern, :example
from tenants t where t.account_id = :accountId
on conflict do nothing returning n.id

-- name: holdBounces :many long
-- Returns the people of the bounces that are held now.
update bounces set hold_id = :holdId::int
where account_id = :accountId and kind = 'hard' and counts and hold_id is null
  and received_at > now() - interval '1 hour' and identity <> 'imported'
  and lower(split_part(email, '@', 2)) = any (:domains::text[])
  and left(regexp_replace(lower(coalesce(reply, class)), '\S*[@0-9]\S*', '#', 'g'), 300) = :pattern
returning subscriber_id

-- name: closeHold :maybe
update bounce_holds set closed_at = now(), outcome = :outcome
where account_id = :accountId and id = :holdId::int and closed_at is null
returning id

-- name: heldPeople :many long
select distinct subscriber_id as "subscriberId!" from bounces
where account_id = :accountId and hold_id = :holdId::int and subscriber_id > :after::bigint
order by 1 limit :most::int

-- name: forgiveHeld :count long
update bounces set counts = false where account_id = :accountId and hold_id = :holdId::int
  and counts

-- name: overdueHolds :many
-- Not restricted to an account: holds that were not decided in time.
select account_id, id from bounce_holds where closed_at is null
  and opened_at < now() - make_interval(days => :days)

-- name: deadDomains :many long
-- Not restricted to an account: domains that replies of the last hour called dead.
select account_id, lower(split_part(email, '@', 2)) as "domain!" from bounces
where kind = 'hard' and class = 'bad-domain' and counts and hold_id is null
  and received_at > now() - interval '1 hour' and identity <> 'imported'
group by 1, 2 limit 1000

-- name: livingDomains :many long
-- Those of the domains that accepted an email in the last 14 days. Not of the last day: a relay
-- accepts everything first, and the bounce may still be on its way.
select distinct lower(split_part(email, '@', 2)) as "domain!" from deliveries
where account_id = :accountId and state = 'accepted'
  and changed_at > now() - interval '14 days' and changed_at < now() - interval '1 day'
  and lower(split_part(email, '@', 2)) = any (:domains::text[])

-- name: forgiveDead :many long
update bounces set counts = false
where account_id = :accountId and kind = 'hard' and class = 'bad-domain' and counts
  and received_at > now() - interval '1 hour' and identity <> 'imported'
  and lower(split_part(email, '@', 2)) = :domain
returning subscriber_id

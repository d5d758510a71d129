-- Messages that came in, from their arrival to their judgement and their end.

-- name: storeMessages :many again
-- Many of one account; what was stored before is not stored again. A mark of work goes with them: one of several, so that two that store at
-- the same time seldom wait for each other's commit.
with stored as (
  insert into inbound_messages (account_id, id, inbox_id, envelope_from, envelope_to, came_for, source_kind, source_id, delivery_id, size, content, digest)
  select t.account_id, given.id, given.inbox_id, given.envelope_from, given.envelope_to, given.came_for, given.source_kind, given.source_id,
    given.delivery_id, given.size, given.content, given.digest
  from tenants t, unnest(:ids::bigint[], :inboxIds::int[], :envelopeFroms::text[], :envelopeTos::text[], :cameFors::text[], :sourceKinds::int[],
    :sourceIds::bigint[], :deliveryIds::bigint[], :sizes::bigint[], :contents::bytea[], :digests::bytea[])
    as given (id, inbox_id, envelope_from, envelope_to, came_for, source_kind, source_id, delivery_id, size, content, digest)
  where t.account_id = :accountId
  on conflict (account_id, digest) do nothing
  returning id),
marked as (
  insert into work as w (account_id, kind, source_id, due) values (:accountId, 'judge', :mark, now())
  on conflict (account_id, kind, source_id) do update set due = least(w.due, excluded.due))
select id from stored

-- name: storeMessage :many again
-- One alone, of any account, and of none.
with stored as (
  insert into inbound_messages (account_id, id, inbox_id, envelope_from, envelope_to, came_for, source_kind, source_id, delivery_id, size, content, digest)
  values (:accountId, :id, :inboxId?, :envelopeFrom, :envelopeTo, :cameFor, :sourceKind?, :sourceId?, :deliveryId?, :size, :content, :digest)
  on conflict (account_id, digest) do nothing
  returning id),
marked as (
  insert into work as w (account_id, kind, source_id, due) values (:accountId, 'judge', :mark, now())
  on conflict (account_id, kind, source_id) do update set due = least(w.due, excluded.due))
select id from stored

-- name: claimMessages :many
-- The oldest that nobody has in hand, locked for this transaction: whoever dies gives them back.
select id, least(size, octet_length(content)) as "octets!" from inbound_messages
where account_id = :accountId and state = 'new' order by id limit :most::int for update skip locked

-- name: readMessages :many
select id, received_at as received, inbox_id, envelope_from, envelope_to, came_for, source_kind, source_id, delivery_id, content
from inbound_messages where account_id = :accountId and id = any (:ids::bigint[]) order by id

-- name: judgedMessages :count
update inbound_messages m set state = 'judged', kind = given.kind, class = given.class,
  forward_at = case when given.forward then now() end
from unnest(:ids::bigint[], :kinds::text[], :classes::text[], :forwards::boolean[]) as given (id, kind, class, forward)
where m.account_id = :accountId and m.id = given.id

-- name: unreadableMessage :count
update inbound_messages set state = 'unreadable' where account_id = :accountId and id = :id and state = 'new'

-- name: anyNewMessage :one
select exists (select 1 from inbound_messages where account_id = :accountId and state = 'new') as "any!"

-- name: messagesSince :many
-- A part of what was judged, for judging it again, behind a certain one.
select id from inbound_messages
where account_id = :accountId and id > :after and state = 'judged' and came_for <> 'unsubscribe' and received_at >= :since::timestamptz
order by id limit :most::int

-- name: accountsWithOldMessages :many long
-- Belongs to nobody: whose evidence is older than it is kept.
select distinct account_id from inbound_messages where received_at < :before::timestamptz limit 1000

-- name: trimMessages :count long
delete from inbound_messages where account_id = :accountId and id = any (array(
  select m.id from inbound_messages m where m.account_id = :accountId and m.received_at < :before::timestamptz and m.state <> 'new'
  order by m.received_at limit :most::int))

-- name: forwardsDue :many
-- Belongs to nobody: replies of people that are to go on.
select account_id, id from inbound_messages where forward_at <= now() order by forward_at limit 20

-- name: takeForward :maybe
-- Counted as tried before it goes: after a crash it goes once more at most, and not at once.
update inbound_messages m set forward_tries = m.forward_tries + 1, forward_at = now() + interval '10 minutes'
from tenants t
where m.account_id = :accountId and m.id = :id and m.forward_at <= now() and t.account_id = :accountId
returning m.forward_tries, m.content, m.envelope_from, m.envelope_to, m.size > octet_length(m.content) as "cut!", t.forward_to

-- name: settleForward :count
update inbound_messages set forward_at = :forwardAt?::timestamptz, forward_note = :note?
where account_id = :accountId and id = :id

-- name: accountsWithOldBounces :many long
-- Belongs to nobody: whose bounces that hold nobody back are older than they are kept.
select distinct account_id from bounces where received_at < :before::timestamptz and kind not in ('hard', 'complaint') limit 1000

-- Messages that came in, from their arrival to their judgement and their end.

-- name: storeMessages :many again
-- Many of one account; what was stored before is not stored again. A mark of work goes with them:
-- one of several, so that two that store at the same time seldom wait for each other's commit.
with stored as (
  insert into inbound_messages (account_id, id, inbox_id, envelope_from, envelope_to, came_for,
    source_kind, source_id, delivery_id, size, content, digest)
  select t.account_id, given.id, given.inbox_id, given.envelope_from, given.envelope_to,
    given.came_for, given.source_kind, given.source_id,
    given.delivery_id, given.size, given.content, given.digest
  from tenants t, unnest(:ids::bigint[], :inboxIds::int[], :envelopeFroms::text[],
    :envelopeTos::text[], :cameFors::text[], :sourceKinds::int[],
    :sourceIds::bigint[], :deliveryIds::bigint[], :sizes::bigint[], :contents::bytea[],
      :digests::bytea[])
    as given (id, inbox_id, envelope_from, envelope_to, came_for, source_kind, source_id,
      delivery_id, size, content, digest)
  where t.account_id = :accountId
  on conflict (account_id, digest) do nothing
  returning id),
marked as (
  insert into work
    as w (account_id, kind, source_id, due) values (:accountId, :WORK.judge, :mark, now())
  on conflict (account_id, kind, source_id) do update set due = least(w.due, excluded.due))
select id from stored

-- name: storeMessage :many again
-- One alone, of any account, and of none; one of none may be judged already.
with stored as (
  insert into inbound_messages (account_id, id, inbox_id, envelope_from, envelope_to, came_for,
    source_kind, source_id, delivery_id, size, content, digest,
    state, kind, class)
  values (:accountId, :id, :inboxId?, :envelopeFrom, :envelopeTo, :cameFor, :sourceKind?,
    :sourceId?, :deliveryId?, :size, :content, :digest,
    case when :kind?::text is null then 'new' else 'judged' end, :kind?::text, :class?)
  on conflict (account_id, digest) do nothing
  returning id),
marked as (
  insert into work as w (account_id, kind, source_id, due) select :accountId, :WORK.judge, :mark,
    now() where :kind?::text is null
  on conflict (account_id, kind, source_id) do update set due = least(w.due, excluded.due))
select id from stored

-- name: claimMessages :many
-- The oldest that nobody has in hand and that were never begun, locked for this transaction:
-- whoever dies gives them back.
select id, least(size, octet_length(content)) as "octets!" from inbound_messages m
where m.account_id = :accountId and m.state = 'new'
  and not exists (select 1 from inbound_judgings j where j.account_id = :accountId
    and j.message_id = m.id)
order by id limit :most::int for update of m skip locked

-- name: claimSuspect :maybe
-- One that was begun before and has not ended, the least often begun first. Never among others:
-- whoever dies over it tells of it alone.
select m.id, j.begun from inbound_messages m
join inbound_judgings j on j.account_id = :accountId and j.message_id = m.id
where m.account_id = :accountId and m.state = 'new' order by j.begun, m.id limit 1
  for update of m skip locked

-- name: beginJudging :count
-- Outside of the transaction that holds the messages: it is to be there when that has died.
insert into inbound_judgings as j (account_id, message_id) select t.account_id, given.id
from tenants t, unnest(:ids::bigint[]) as given (id) where t.account_id = :accountId
on conflict (account_id, message_id) do update set begun = j.begun + 1, begun_at = excluded.begun_at

-- name: beginJudgingAlone :count
-- Of any account, and of none.
insert into inbound_judgings as j (account_id, message_id) values (:accountId, :id)
on conflict (account_id, message_id) do update set begun = j.begun + 1, begun_at = excluded.begun_at

-- name: takeBackJudging :count
-- Stopped in order: that does not count.
with fewer as (
  update inbound_judgings set begun = begun - 1
  where account_id = :accountId and message_id = any (:ids::bigint[]) and begun > 1)
delete from inbound_judgings where account_id = :accountId and message_id = any (:ids::bigint[])
  and begun = 1

-- name: endJudging :count
delete from inbound_judgings where account_id = :accountId and message_id = any (:ids::bigint[])

-- name: messagesSetAside :many
-- The newest first.
select m.id, m.received_at as received, m.envelope_from, m.envelope_to, m.came_for, m.size,
  coalesce(j.begun, 0) as "begun!"
from inbound_messages m left join inbound_judgings j on j.account_id = :accountId
  and j.message_id = m.id
where m.account_id = :accountId and m.state = 'unreadable' order by m.id desc limit :most::int

-- name: judgeSetAside :count
-- By a person's word alone.
with again as (
  update inbound_messages set state = 'new' where account_id = :accountId and state = 'unreadable'
    returning account_id, id),
forgotten as (
  delete from inbound_judgings j using again where j.account_id = :accountId
    and j.message_id = again.id),
marked as (
  insert into work as w (account_id, kind, source_id, due) select distinct account_id, :WORK.judge,
    0, now() from again
  on conflict (account_id, kind, source_id) do update set due = least(w.due, excluded.due))
select id from again

-- name: readMessages :many
select id, received_at as received, inbox_id, envelope_from, envelope_to, came_for, source_kind,
  source_id, delivery_id, content
from inbound_messages where account_id = :accountId and id = any (:ids::bigint[]) order by id

-- name: judgedMessages :count
update inbound_messages m set state = 'judged', kind = given.kind, class = given.class,
  forward_at = case when given.forward then now() end
from unnest(:ids::bigint[], :kinds::text[], :classes::text[], :forwards::boolean[]) as given
  (id, kind, class, forward)
where m.account_id = :accountId and m.id = given.id

-- name: unreadableMessage :count
update inbound_messages set state = 'unreadable' where account_id = :accountId and id = :id
  and state = 'new'

-- name: anyNewMessage :one
select exists (select 1 from inbound_messages where account_id = :accountId and state = 'new') as
  "any!"

-- name: messagesSince :many
-- A part of what was judged, for judging it again, behind a certain one.
select id from inbound_messages
where account_id = :accountId and id > :after and state = 'judged' and came_for <> 'unsubscribe'
  and received_at >= :since::timestamptz
order by id limit :most::int

-- name: accountsWithOldMessages :many long
-- Belongs to nobody: whose evidence is older than it is kept.
select distinct account_id from inbound_messages where received_at < :before::timestamptz limit 1000

-- name: trimMessages :count long
with old as (
  select m.id from inbound_messages m where m.account_id = :accountId
    and m.received_at < :before::timestamptz and m.state <> 'new'
  order by m.received_at limit :most::int),
forgotten as (
  delete from inbound_judgings where account_id = :accountId
    and message_id = any (array(select id from old)))
delete from inbound_messages where account_id = :accountId and id = any (array(select id from old))

-- name: trimNobodysMessages :count long
-- The oldest, where all together take more than so many octets, each at least so many.
with sized as (
  select m.id, m.state, sum(greatest(octet_length(m.content), :least::bigint)) over
    (order by m.id desc) as octets
  from inbound_messages m where m.account_id = :accountId),
old as (
  select id from sized where octets > :octets::bigint and state <> 'new'),
forgotten as (
  delete from inbound_judgings where account_id = :accountId
    and message_id = any (array(select id from old)))
delete from inbound_messages where account_id = :accountId and id = any (array(select id from old))

-- name: forwardsDue :many
-- Belongs to nobody: replies of people that are to go on.
select account_id, id from inbound_messages where forward_at <= now() order by forward_at limit 20

-- name: takeForward :maybe
-- Counted as tried before it goes: after a crash it goes once more at most, and not at once.
update inbound_messages m set forward_tries = m.forward_tries + 1,
  forward_at = now() + interval '10 minutes'
from tenants t
where m.account_id = :accountId and m.id = :id and m.forward_at <= now()
  and t.account_id = :accountId
returning m.forward_tries, m.content, m.envelope_from, m.envelope_to,
  m.size > octet_length(m.content) as "cut!", t.forward_to

-- name: settleForward :count
update inbound_messages set forward_at = :forwardAt?::timestamptz, forward_note = :note?
where account_id = :accountId and id = :id

-- name: accountsWithOldBounces :many long
-- Belongs to nobody: whose bounces that hold nobody back are older than they are kept.
select distinct account_id from bounces where received_at < :before::timestamptz
  and kind not in ('hard', 'complaint') limit 1000

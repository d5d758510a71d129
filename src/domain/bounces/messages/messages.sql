-- Incoming messages, from arrival to judgement and trimming.

-- name: storeMessages :many again
-- Stores messages of one account, except duplicates, and creates a job to judge them: one of
-- several rows, to reduce lock contention between concurrent writers.
with stored as (
  insert into inbound_messages as n (account_id, id, inbox_id, envelope_from, envelope_to, came_for,
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
  returning n.id),
marked as (
  insert into work
    as w (account_id, kind, source_id, due) values (:accountId, :WORK.judge, :mark, now())
  on conflict (account_id, kind, source_id) do update set due = least(w.due, excluded.due))
select id from stored

-- name: storeMessage :many again
-- Stores a single message, also one without an account, which may be judged already.
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
-- Claims the oldest messages that were never begun, by row locks of this transaction: a crash
-- releases them.
select id, least(size, octet_length(content)) as "octets!" from inbound_messages m
where m.account_id = :accountId and m.state = 'new'
  and not exists (select 1 from inbound_judgings j where j.account_id = :accountId
    and j.message_id = m.id)
order by id limit :most::int for update of m skip locked

-- name: claimSuspect :maybe
-- Claims a message whose judging was begun but not ended, the least often begun first. Always
-- alone, so that a crash is attributed to this message.
select m.id, j.begun from inbound_messages m
join inbound_judgings j on j.account_id = :accountId and j.message_id = m.id
where m.account_id = :accountId and m.state = 'new' order by j.begun, m.id limit 1
  for update of m skip locked

-- name: beginJudging :count
-- Runs outside the claiming transaction, so that it survives a crash of the worker.
insert into inbound_judgings as j (account_id, message_id) select t.account_id, given.id
from tenants t, unnest(:ids::bigint[]) as given (id) where t.account_id = :accountId
on conflict (account_id, message_id) do update set begun = j.begun + 1, begun_at = excluded.begun_at

-- name: beginJudgingAlone :count
-- Also for a message without an account.
insert into inbound_judgings as j (account_id, message_id) values (:accountId, :id)
on conflict (account_id, message_id) do update set begun = j.begun + 1, begun_at = excluded.begun_at

-- name: takeBackJudging :count
-- After a graceful shutdown: does not count as an attempt.
with fewer as (
  update inbound_judgings set begun = begun - 1
  where account_id = :accountId and message_id = any (:ids::bigint[]) and begun > 1)
delete from inbound_judgings where account_id = :accountId and message_id = any (:ids::bigint[])
  and begun = 1

-- name: endJudging :count
delete from inbound_judgings where account_id = :accountId and message_id = any (:ids::bigint[])

-- name: messagesSetAside :many long
-- Newest first.
select m.id, m.received_at as received, m.envelope_from, m.envelope_to, m.came_for, m.size,
  coalesce(j.begun, 0) as "begun!"
from inbound_messages m left join inbound_judgings j on j.account_id = :accountId
  and j.message_id = m.id
where m.account_id = :accountId and m.state = 'unreadable' order by m.id desc limit :most::int

-- name: judgeSetAside :count long
-- Requested by the operator only.
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
  forward_at = (select now() where given.forward)
from unnest(:ids::bigint[], :kinds::text[], :classes::text[], :forwards::boolean[]) as given
  (id, kind, class, forward)
where m.account_id = :accountId and m.id = given.id

-- name: unreadableMessage :count
update inbound_messages set state = 'unreadable' where account_id = :accountId and id = :id
  and state = 'new'

-- name: anyNewMessage :one
select exists (select 1 from inbound_messages where account_id = :accountId and state = 'new') as
  "any!"

-- name: messagesSince :many long
-- A page of judged messages, to be judged again.
select id from inbound_messages
where account_id = :accountId and id > :after and state = 'judged' and came_for <> 'unsubscribe'
  and received_at >= :since::timestamptz
order by id limit :most::int

-- name: accountsWithOldMessages :many long
-- Accounts, of all accounts, with messages older than the retention period.
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

-- name: trimUnownedMessages :count long
-- The oldest, if all together exceed `octets`; each counts as at least `least` octets.
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
-- Replies of people due for forwarding, of all accounts.
select account_id, id from inbound_messages where forward_at <= now() order by forward_at limit 20

-- name: takeForward :maybe
-- Counts the attempt before forwarding: after a crash the message is sent at most once more, and
-- not immediately.
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
-- Accounts, of all accounts, with bounces that suppress no one and are older than the retention
-- period.
select distinct account_id from bounces where received_at < :before::timestamptz
  and kind not in ('hard', 'complaint') limit 1000

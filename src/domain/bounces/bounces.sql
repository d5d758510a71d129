-- Bounces: storing them, their effects on the ledger and on subscribers.

-- name: messagesNamed :many
-- The emails that bounces are about, with their subscribers; locks the deliveries. `place` is the
-- index in the input.
select given.place as "place!", d.email, d.state, d.reply, d.changed_at, d.route_id,
  coalesce(g.list_id, h.list_id) as "listId?", coalesce(g.test, false) as "test!",
  coalesce(s.id, o.id) as "subscriberId?", coalesce(s.email, o.email) as "subscriberEmail?"
from unnest(:places::int[], :sourceKinds::int[], :sourceIds::bigint[], :deliveryIds::bigint[]) as
  given (place, source_kind, source_id, delivery_id)
join deliveries d on d.account_id = :accountId and d.source_kind = given.source_kind
  and d.source_id = given.source_id and d.id = given.delivery_id
left join sendings g on g.account_id = :accountId and given.source_kind = :SOURCE.sending
  and g.id = given.source_id
left join trigger_messages h on h.account_id = :accountId and given.source_kind = :SOURCE.trigger
  and h.id = given.source_id
left join subscribers s on s.account_id = :accountId and s.id = given.delivery_id
  and given.source_kind in (:SOURCE.sending, :SOURCE.trigger)
left join transactions x on x.account_id = :accountId and x.id = given.delivery_id
  and given.source_kind = :SOURCE.transaction
left join subscribers o on o.account_id = :accountId and o.email_key = x.email_key
order by d.source_kind, d.source_id, d.id for no key update of d

-- name: messagesToAddresses :many
-- The latest email to each address in the last 14 days: for reports that identify only the address.
select given.place as "place!", l.source_kind as "sourceKind!", l.source_id as "sourceId!",
  l.delivery_id as "deliveryId!", l.list_id as "listId?", l.route_id,
  l.state as "state!", l.reply, l.changed_at, s.id as "subscriberId?", l.email as "email!"
from unnest(:places::int[], :emailKeys::text[]) as given (place, email_key)
left join subscribers s on s.account_id = :accountId and s.email_key = given.email_key
cross join lateral (
  select b.source_kind, b.source_id, b.delivery_id, b.email, b.list_id, b.route_id, b.state,
    b.reply, b.changed_at from (
    (select :SOURCE.sending as source_kind, g.id as source_id, s.id as delivery_id, s.email,
      g.list_id, d.route_id, d.state, d.reply, d.changed_at, g.planned_at as at from sendings g
     join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.sending
       and d.source_id = g.id and d.id = s.id
     where g.account_id = :accountId and not g.test and g.planned_at > now() - interval '14 days'
       and d.attempts > 0
     order by g.planned_at desc limit 1)
    union all
    (select :SOURCE.trigger, h.id, s.id, s.email, h.list_id, d.route_id, d.state, d.reply,
      d.changed_at, d.changed_at from trigger_messages h
     join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.trigger
       and d.source_id = h.id and d.id = s.id
     where h.account_id = :accountId and d.changed_at > now() - interval '14 days'
       and d.attempts > 0
     order by d.changed_at desc limit 1)
    union all
    (select :SOURCE.transaction, x.project_id, x.id, x.email, null, d.route_id, d.state, d.reply,
      d.changed_at, x.send_at from transactions x
     join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.transaction
       and d.source_id = x.project_id and d.id = x.id
     where x.account_id = :accountId and x.email_key = given.email_key
       and x.send_at > now() - interval '14 days' and d.attempts > 0
     order by x.send_at desc limit 1)) b
  order by b.at desc limit 1) l

-- name: addBounces :many again
insert into bounces as n (account_id, id, message_id, source_kind, source_id, delivery_id, list_id,
  route_id, subscriber_id, email, email_key, kind, class, status,
  reply, rule, identity, received_at, ledger_state, ledger_reply, ledger_changed_at, counts)
select t.account_id, given.id, given.message_id, given.source_kind, given.source_id,
  given.delivery_id, given.list_id, given.route_id,
  given.subscriber_id, given.email, given.email_key, given.kind, given.class, given.status,
  given.reply, given.rule, given.identity, given.received_at, given.ledger_state,
  given.ledger_reply, given.ledger_changed_at, given.counting
from tenants t, unnest(:ids::bigint[], :messageIds::bigint[], :sourceKinds::int[],
  :sourceIds::bigint[], :deliveryIds::bigint[], :listIds::int[],
  :routeIds::int[], :subscriberIds::bigint[], :emails::text[], :emailKeys::text[],
  :kinds::text[], :classes::text[],
    :statuses::text[], :replies::text[], :rules::text[],
  :identities::text[], :moments::timestamptz[], :ledgerStates::text[], :ledgerReplies::text[],
    :ledgerMoments::timestamptz[], :counting::boolean[])
  as given (id, message_id, source_kind, source_id, delivery_id, list_id, route_id, subscriber_id,
    email, email_key, kind, class, status, reply, rule, identity,
    received_at, ledger_state, ledger_reply, ledger_changed_at, counting)
where t.account_id = :accountId
on conflict (account_id, id) do nothing
returning n.id

-- name: bounceMessages :count
-- Marks deliveries as bounced.
update deliveries d set state = 'bounced', reply = case when d.email = :ERASED_EMAIL then b.status
  else coalesce(b.reply, b.status, d.reply) end,
  reason = b.class, next_try_at = null, changed_at = now()
from bounces b
where b.account_id = :accountId and b.id = any (:ids::bigint[])
  and d.account_id = :accountId and d.source_kind = b.source_kind and d.source_id = b.source_id
    and d.id = b.delivery_id
  and d.state in ('accepted', 'handed over', 'uncertain')

-- name: noteLedger :count
-- Saves the state of the ledger before a later judgement changes it.
update bounces b set ledger_state = d.state, ledger_reply = d.reply,
  ledger_changed_at = d.changed_at
from deliveries d
where b.account_id = :accountId and b.id = any (:ids::bigint[])
  and d.account_id = :accountId and d.source_kind = b.source_kind and d.source_id = b.source_id
    and d.id = b.delivery_id
  and d.state in ('accepted', 'handed over', 'uncertain')

-- name: restoreDeliveries :count
-- Restores the deliveries after a later judgement found no bounce, unless another bounce remains.
update deliveries d set state = b.ledger_state, reply = b.ledger_reply, reason = null,
  changed_at = now()
from bounces b
where b.account_id = :accountId and b.id = any (:ids::bigint[]) and b.ledger_state is not null
  and d.account_id = :accountId and d.source_kind = b.source_kind and d.source_id = b.source_id
    and d.id = b.delivery_id and d.state = 'bounced'
  and not exists (select 1 from bounces o where o.account_id = :accountId
    and o.subscriber_id = b.subscriber_id and o.source_kind = b.source_kind
    and o.source_id = b.source_id and o.id <> b.id
      and o.kind in ('hard', 'soft', 'blocked', 'unknown'))

-- name: lockPeople :many
-- Locks in the order of addresses, as all statements do (docs/decisions/0009).
select id from subscribers where account_id = :accountId and id = any (:subscriberIds::bigint[])
  order by email_key collate "C" for no key update

-- name: judgePeople :count
-- Computes deliverability from the bounces that count: one hard bounce makes a subscriber
-- undeliverable; `softLimit` soft ones within `softDays`, without a delivered email between, make
-- them undeliverable for a time. An email counts as delivered while it is accepted and has not
-- bounced. A hard bounce that is held is to be confirmed, unless another one is not held; an
-- imported one may count for a time only. Depends on nothing else, so that it can be recomputed
-- after a change of rules, its undoing or a release.
with people as (
  select id from subscribers where account_id = :accountId and id = any (:subscriberIds::bigint[])),
found as materialized (
  select p.id, hard.since, nullif(hard.until, 'infinity') as until, hard.reason,
    case when (select count(distinct (b.source_kind, b.source_id)) from bounces b
      where b.account_id = :accountId and b.subscriber_id = p.id and b.kind = 'soft' and b.counts
           and b.received_at > now() - make_interval(days => :softDays)) >= :softLimit::int
      then (select max(d.changed_at) from (
          select :SOURCE.sending as kind, g.id from sendings g
          where g.account_id = :accountId and not g.test
            and g.planned_at > now() - make_interval(days => :softDays)
          union all
          select :SOURCE.trigger, h.id from trigger_messages h where h.account_id = :accountId) q
        join deliveries d on d.account_id = :accountId and d.source_kind = q.kind
          and d.source_id = q.id and d.id = p.id
        where d.state = 'accepted' and d.changed_at > now() - make_interval(days => :softDays)
          and d.changed_at < (select max(l.received_at) from bounces l
            where l.account_id = :accountId and l.subscriber_id = p.id and l.kind = 'soft'
            and l.counts))
      end as delivered
  from people p left join lateral (
    select b.received_at as since,
      max(coalesce(b.counts_until, 'infinity')) over () as until,
      coalesce('to be confirmed (hold ' || h.id || '): ', '') || b.class ||
        coalesce(': ' || coalesce(b.reply, b.status), '') as reason
    from bounces b left join bounce_holds h on h.account_id = :accountId and h.id = b.hold_id
      and h.closed_at is null
    where b.account_id = :accountId and b.subscriber_id = p.id and b.kind = 'hard' and b.counts
    order by b.hold_id is not null, b.received_at, b.id limit 1) hard on true),
soft as (
  select f.id, count(distinct (b.source_kind, b.source_id)) as count, max(b.received_at) as last,
    max(b.id) as bounce
  from found f join bounces b on b.account_id = :accountId and b.subscriber_id = f.id
    and b.kind = 'soft' and b.counts
    and b.received_at > greatest(now() - make_interval(days => :softDays),
      coalesce(f.delivered, '-infinity'))
  where f.since is null group by f.id),
said as materialized (
  select id, since, until, reason from found where since is not null
  union all
  select s.id, s.last, s.last + make_interval(days => :softDays),
    s.count || ' soft bounces in a row, the last one ' || b.class ||
      coalesce(': ' || coalesce(b.reply, b.status), '')
  from soft s join bounces b on b.account_id = :accountId and b.id = s.bounce
  where s.count >= :softLimit::int and s.last + make_interval(days => :softDays) > now())
update subscribers s set undeliverable_since = said.since, undeliverable_until = said.until,
  undeliverable_reason = left(said.reason, 500), changed_at = now()
from people left join said on said.id = people.id
where s.account_id = :accountId and s.id = people.id
  and (s.undeliverable_since, s.undeliverable_until, s.undeliverable_reason) is distinct
    from (said.since, said.until, left(said.reason, 500))

-- name: complained :count
update subscribers s set complained_at = coalesce(s.complained_at, given.moment),
  changed_at = now()
from unnest(:subscriberIds::bigint[], :moments::timestamptz[]) as given (id, moment)
where s.account_id = :accountId and s.id = given.id

-- name: optOutComplainers :many
-- Returns those that were not on the suppression list.
insert into opt_outs as n (account_id, id, subscriber_id, email, email_key, reason, list_id,
  sending_id)
select t.account_id, given.id, given.subscriber_id, given.email, given.email_key, :reason,
  given.list_id, given.sending_id
from tenants t, unnest(:ids::bigint[], :subscriberIds::bigint[], :emails::text[],
  :emailKeys::text[], :listIds::int[], :sendingIds::bigint[])
  as given (id, subscriber_id, email, email_key, list_id, sending_id)
where t.account_id = :accountId
on conflict (account_id, email_key) do nothing
returning n.subscriber_id

-- name: accountsWithExpired :many long
-- Subscribers of all accounts whose time after soft bounces, or of an import, has passed.
select distinct account_id from subscribers where undeliverable_until <= now() limit 1000

-- name: releaseExpired :count long
with due as materialized (
  select id from subscribers where account_id = :accountId and undeliverable_until <= now()
    order by id limit :most::int),
held as materialized (
  select id from subscribers where account_id = :accountId and id = any (array(select id from due))
    and undeliverable_until <= now()
  order by email_key collate "C" for no key update),
forgiven as (
  update bounces set counts = false where account_id = :accountId
    and subscriber_id = any (array(select id from held)) and counts and counts_until <= now())
update subscribers set undeliverable_since = null, undeliverable_until = null,
  undeliverable_reason = null, changed_at = now()
where account_id = :accountId and id = any (array(select id from held))

-- name: trimBounces :count long
delete from bounces where account_id = :accountId and id = any (array(
  select b.id from bounces b where b.account_id = :accountId
    and b.received_at < :before::timestamptz and b.kind not in ('hard', 'complaint')
  order by b.received_at limit :most::int))

-- name: bouncesOf :many long custom
-- Newest first, before a given one (keyset pagination); of one address, kind or sending, or all.
-- Planned for its values: each has an index of its own.
select id, message_id, source_kind, source_id, list_id, email, kind, class, status, reply, rule,
  identity, received_at as received, counts
from bounces
where account_id = :accountId and (received_at, id) < (:beforeTime::timestamptz, :beforeId::bigint)
  and (:emailKey?::text is null or coalesce(email_key, lower(email)) = :emailKey?)
  and (:kind?::text is null or kind = :kind?)
  and (:sendingId?::bigint is null or (source_kind = :SOURCE.sending and source_id = :sendingId?))
    and received_at >= :since::timestamptz
order by received_at desc, id desc limit :most::int

-- name: complaintsOfSending :one long
-- Complaints by distinct subscribers, and emails that a relay accepted, including those that
-- bounced later.
select (select count(distinct b.delivery_id) from bounces b where b.account_id = :accountId
  and b.source_kind = :SOURCE.sending and b.source_id = :sendingId and b.kind = 'complaint')
  as "complaints!",
  coalesce((select coalesce(sum(o.emails), 0)::bigint from sending_counts k
    left join sending_outcomes o on o.account_id = :accountId and o.sending_id = k.sending_id
      and o.state in ('accepted', 'bounced')
    where k.account_id = :accountId and k.sending_id = :sendingId and k.counted_at is not null
    group by k.sending_id),
  (select count(*) from deliveries d where d.account_id = :accountId
    and d.source_kind = :SOURCE.sending and d.source_id = :sendingId
    and d.state in ('accepted', 'bounced'))) as "accepted!"

-- name: complaintRates :many long
-- Complaints and accepted emails by sending, list and route, newest sending first. The ledger is
-- read of those sendings only that are not counted: under way, or ended within the hour.
with asked as materialized (
  select g.id, g.list_id, g.message->>'listName' as list_name, g.message->>'name' as name,
    exists (select 1 from sending_counts c where c.account_id = :accountId and c.sending_id = g.id
      and c.counted_at is not null) as counted
  from sendings g
  where g.account_id = :accountId and not g.test and g.planned_at >= :since::timestamptz),
outcomes as (
  select o.sending_id, o.route_id, o.state, o.emails from sending_outcomes o
  where o.account_id = :accountId
    and o.sending_id = any (array(select id from asked where counted))
  union all
  select a.id, e.route_id, e.state, e.emails from asked a cross join lateral (
    select d.route_id, d.state::text, count(*) as emails from deliveries d
    where d.account_id = :accountId and d.source_kind = :SOURCE.sending and d.source_id = a.id
    group by 1, 2) e
  where not a.counted),
accepted as (
  select sending_id, route_id,
    coalesce(sum(emails) filter (where state in ('accepted', 'bounced')), 0)::bigint as emails,
    0::bigint as complaints
  from outcomes group by 1, 2
  union all
  select source_id, route_id, 0, count(distinct delivery_id) from bounces
  where account_id = :accountId and source_kind = :SOURCE.sending and kind = 'complaint'
    and source_id = any (array(select id from asked)) and delivery_id is not null
  group by 1, 2)
select a.id as "sendingId!", a.list_id as "listId!",
  coalesce(l.name, a.list_name, '') as "listName!", coalesce(a.name, '') as "name!",
  r.route_id as "routeId?", sum(r.emails)::bigint as "accepted!",
  sum(r.complaints)::bigint as "complaints!"
from accepted r join asked a on a.id = r.sending_id
left join lists l on l.account_id = :accountId and l.id = a.list_id
group by a.id, a.list_id, l.name, a.list_name, a.name, r.route_id
order by a.id desc, r.route_id

-- name: messageOfBounce :maybe
select m.content from bounces b join inbound_messages m on m.account_id = :accountId
  and m.id = b.message_id
where b.account_id = :accountId and b.id = :bounceId

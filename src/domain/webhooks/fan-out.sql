-- Reads the outbox: turns bundles into one row for each event and webhook. The process that holds
-- the lock of the account's counter does it, in the order of the bundles.

-- name: accountsWithBundles :many
-- Of all accounts.
select distinct account_id from event_bundles limit 200

-- name: lockCounter :maybe
select last_id from event_counters where account_id = :accountId for update skip locked

-- name: setCounter :count
update event_counters set last_id = :lastId::bigint where account_id = :accountId

-- name: bundlesInOrder :many
select id, cardinality(ids) as "size!", moments is not null as "hits!",
  extract(epoch from clock_timestamp() - at)::float8 as "ageSeconds!"
from event_bundles where account_id = :accountId order by at, id limit :most::int

-- name: isUndecided :one
-- Whether hits of a bundle may still be judged as a machine's: not aggregated yet, or waiting for a
-- second check.
select exists (
    select 1 from event_bundles b join hit_arrivals a on a.account_id = b.account_id
      and a.id = b.ids[1]
    where b.account_id = :accountId and b.id = :bundleId::uuid)
  or exists (
    select 1 from event_bundles b cross
      join lateral unnest(b.source_kinds, b.source_ids, b.moments, b.ids) as g
      (source_kind, source_id, moment, id)
    join hits h on h.account_id = b.account_id and h.source_kind = g.source_kind
      and h.source_id = g.source_id and h.kind in ('view', 'click')
      and h.at = timestamptz 'epoch' + g.moment * interval '1 millisecond' and h.id = g.id
    join hit_suspicions s on s.account_id = b.account_id and s.source_kind = h.source_kind
      and s.source_id = h.source_id and s.delivery_id = h.delivery_id
    where b.account_id = :accountId and b.id = :bundleId::uuid) as "undecided!"

-- name: fanOutBundles :one
-- Numbers events consecutively, in order. For sendings and triggers the delivery id is the
-- subscriber id. An object of details is of all, an array has one for each. What is delivered is
-- told once, and as 'sent' to a webhook that knows it under this name alone. In the format of
-- another provider only emails whose content came with their call have an id: see formats.ts.
with chosen as (
  select b.account_id, b.webhook_id, b.kind, b.at, b.list_id, b.source_kind, b.source_id,
    g.id as one,
    case jsonb_typeof(b.details) when 'object' then b.details
      else nullif(b.details -> (g.place - 1)::int, 'null') end as details,
    row_number() over (order by b.at, b.id, g.place) as number
  from event_bundles b cross join lateral unnest(b.ids) with ordinality as g (id, place)
  where b.account_id = :accountId and b.id = any (:bundleIds::uuid[])),
added as (
  insert into webhook_events (account_id, webhook_id, id, kind, at, person, subscriber_id, list_id,
    source_kind, source_id, delivery_id, details)
  select w.account_id, w.id, :lastId::bigint + c.number,
    case when c.kind = 'delivered' and c.kind <> all (w.kinds) then 'sent' else c.kind end, c.at,
    case when c.source_kind = :SOURCE.transaction then -c.one else c.one end,
    case when c.one > 0 and c.source_kind is distinct from :SOURCE.transaction then c.one end,
      c.list_id, c.source_kind, c.source_id,
    case when c.source_kind is not null and c.one > 0 then c.one end, c.details
  from webhooks w join chosen c on c.account_id = w.account_id
    and case when c.webhook_id is null
      then (c.kind = any (w.kinds) or (c.kind = 'delivered' and 'sent' = any (w.kinds)))
        and c.at >= w.since
      else c.webhook_id = w.id end
  where w.account_id = :accountId
    and (w.format = 'pennypost' or c.source_kind is null
      or c.source_kind = :SOURCE.transaction and exists (select 1 from email_recipients r
        where r.account_id = w.account_id and r.transaction_id = c.one)))
select count(*)::int as "numbered!" from chosen

-- name: fanOutHits :one
-- Hits by people, each with its own time. Emails of tests, and anonymously tracked ones, cause no
-- events.
with chosen as (
  select b.account_id, case when h.kind = 'view' then 'viewed'
    else 'clicked' end as kind, h.at, h.source_kind, h.source_id, h.delivery_id, h.link,
    g.list_id, row_number() over (order by b.at, b.id, h.at, h.id, h.kind desc) as number,
    b.details ->> (a.place - 1)::int as target
  from event_bundles b cross
    join lateral unnest(b.source_kinds, b.source_ids, b.moments, b.ids) with ordinality as a
    (source_kind, source_id, moment, id, place)
  join hits h on h.account_id = b.account_id and h.source_kind = a.source_kind
    and h.source_id = a.source_id and h.kind in ('view', 'click')
    and h.at = timestamptz 'epoch' + a.moment * interval '1 millisecond' and h.id = a.id
  left join sendings g on g.account_id = b.account_id and h.source_kind = :SOURCE.sending
    and g.id = h.source_id
  where b.account_id = :accountId and b.id = any (:bundleIds::uuid[]) and by_person(h.verdict)
    and h.delivery_id is not null
    and g.test is not true),
added as (
  insert into webhook_events (account_id, webhook_id, id, kind, at, person, subscriber_id, list_id,
    source_kind, source_id, delivery_id, details)
  select w.account_id, w.id, :lastId::bigint + c.number, c.kind, c.at,
    case when c.source_kind = :SOURCE.transaction then -c.delivery_id else c.delivery_id end,
    case when c.source_kind <> :SOURCE.transaction then c.delivery_id end, c.list_id,
      c.source_kind, c.source_id, c.delivery_id,
    case when c.kind = 'clicked' then jsonb_build_object('link', c.link, 'url',
      coalesce(l.target, case when x.email <> :ERASED_EMAIL then c.target end)) end
  from webhooks w join chosen c on c.account_id = w.account_id and c.kind = any (w.kinds)
    and c.at >= w.since
  left join links l on l.account_id = w.account_id and l.source_kind = c.source_kind
    and l.source_id = c.source_id and l.number = c.link
  left join transactions x on x.account_id = w.account_id
    and c.source_kind = :SOURCE.transaction and x.id = c.delivery_id
  where w.account_id = :accountId
    and (w.format = 'pennypost' or c.source_kind = :SOURCE.transaction
      and exists (select 1 from email_recipients r
        where r.account_id = w.account_id and r.transaction_id = c.delivery_id)))
select count(*)::int as "numbered!" from chosen

-- name: removeBundles :count
delete from event_bundles where account_id = :accountId and id = any (:bundleIds::uuid[])

-- name: markWebhooks :count
-- Marks each webhook with waiting events as due; one with an open circuit breaker when it closes.
insert into work as m (account_id, kind, source_id, due)
select w.account_id, :WORK.webhook, w.id, greatest(now(), w.held_until) from webhooks w
where w.account_id = :accountId and w.state = 'active'
  and exists (select 1 from webhook_events e where e.account_id = w.account_id
    and e.webhook_id = w.id and e.state = 'waiting' and e.due <= now())
on conflict (account_id, kind, source_id) do update set due = least(m.due, excluded.due)

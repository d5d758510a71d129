-- The outcomes of the emails of a sending that has ended, counted once in the ledger.

-- name: addCounts :count again
-- With the sending: a change of an email that may be counted locks this row.
insert into sending_counts (account_id, sending_id) values (:accountId, :sendingId)
on conflict (account_id, sending_id) do nothing

-- name: accountsToCount :many long
-- Of all accounts.
select distinct c.account_id from sending_counts c
join sendings s on s.account_id = c.account_id and s.id = c.sending_id
where c.counted_at is null and s.planned_at is not null and s.state in ('finished', 'cancelled')
  and s.finished_at < now() - make_interval(mins => :afterMinutes::int) limit 1000

-- name: sendingsToCount :many long
select c.sending_id from sending_counts c
join sendings s on s.account_id = :accountId and s.id = c.sending_id
where c.account_id = :accountId and c.counted_at is null and s.planned_at is not null
  and s.state in ('finished', 'cancelled')
  and s.finished_at < now() - make_interval(mins => :afterMinutes::int)
order by c.sending_id desc limit :most::int

-- name: lockCounts :maybe long
select counted_at, people_removed_at from sending_counts
where account_id = :accountId and sending_id = :sendingId for no key update

-- name: isOpen :one long
-- Whether an email of the sending still waits for its outcome. That of an uncertain one may come
-- late, from a worker that was stopped for long.
select exists (select 1 from claims where account_id = :accountId
    and source_kind = :SOURCE.sending and source_id = :sendingId)
  or exists (select 1 from deliveries where account_id = :accountId
    and source_kind = :SOURCE.sending and source_id = :sendingId
    and (next_try_at is not null or state in ('planned', 'claimed', 'handed over')
      or (state = 'uncertain' and changed_at > now() - interval '7 days')))
  as "open!"

-- name: clearOutcomes :count long
delete from sending_outcomes where account_id = :accountId and sending_id = :sendingId

-- name: countOutcomes :count long
-- Lateral joins look up each by its key, in spite of stale planner statistics of tables that have
-- just grown.
insert into sending_outcomes (account_id, sending_id, place, state, route_id, provider, emails,
  uncertain, opened, clicked, last_change, opens_unmeasured, clicks_unmeasured)
select d.account_id, d.source_id, row_number() over (), d.state::text, d.route_id,
  coalesce(p.name, ''), count(*), count(*) filter (where d.was_uncertain),
  count(*) filter (where e.views > 0 or e.clicks > 0), count(*) filter (where e.clicks > 0),
  max(d.changed_at), count(*) filter (where d.opens_unmeasured),
  count(*) filter (where d.clicks_unmeasured)
from deliveries d
left join unnest(:domains::text[], :names::text[]) as p (domain, name)
  on p.domain = lower(split_part(d.email, '@', -1) collate "C")
left join lateral (
  select x.views, x.clicks from engagements x where x.account_id = :accountId
    and x.source_kind = :SOURCE.sending and x.source_id = :sendingId and x.delivery_id = d.id
  limit 1) e on true
where d.account_id = :accountId and d.source_kind = :SOURCE.sending and d.source_id = :sendingId
group by 1, 2, 4, 5, 6

-- name: markCounted :count long
update sending_counts set counted_at = now() where account_id = :accountId
  and sending_id = :sendingId

-- name: forgetCounts :count
-- In the transaction in which emails of these sendings get another outcome. Also locks those that
-- are not counted: a count that runs meanwhile does not know of the change.
with held as materialized (
  select sending_id, counted_at from sending_counts where account_id = :accountId
    and sending_id = any (:sendingIds::bigint[]) and people_removed_at is null
  order by sending_id for no key update)
update sending_counts c set counted_at = null from held
where c.account_id = :accountId and c.sending_id = held.sending_id and held.counted_at is not null

-- name: sendingsOfBounces :many
select distinct source_id as "sendingId!" from bounces where account_id = :accountId
  and id = any (:ids::bigint[]) and source_kind = :SOURCE.sending and source_id is not null

-- name: removedSendings :many
-- Those of the sendings whose rows of people are removed: when, and how many months after the end.
select c.sending_id, c.people_removed_at as "at!",
  (12 * extract(year from a.age) + extract(month from a.age))::int as "months!"
from sending_counts c join sendings s on s.account_id = :accountId and s.id = c.sending_id
cross join lateral (select age(c.people_removed_at, s.finished_at) as age) a
where c.account_id = :accountId and c.sending_id = any (:sendingIds::bigint[])
  and c.people_removed_at is not null

-- name: outcomesOfRemoved :many
select o.sending_id, o.state, o.route_id, o.provider, o.emails, o.uncertain, o.opened, o.clicked,
  o.last_change, o.opens_unmeasured, o.clicks_unmeasured
from sending_outcomes o where o.account_id = :accountId
  and o.sending_id = any (:sendingIds::bigint[])
order by o.state, o.sending_id, o.place

-- name: progressOfRemoved :many
-- As progressOfSending.
select o.state, sum(o.emails)::bigint as "count!", sum(o.uncertain)::bigint as "uncertain!",
  max(o.last_change) as "lastChange?", null::timestamptz as next_try
from sending_outcomes o where o.account_id = :accountId and o.sending_id = :sendingId
group by o.state order by o.state

-- name: repliesOfRemoved :many
-- The codes of servers' replies.
select r.state as "state!", r.reply as "reply!", sum(r.count)::bigint as "count!",
  max(r.last) as last
from sending_counts c
cross join lateral jsonb_to_recordset(c.replies)
  as r (state text, reply text, count bigint, last timestamptz)
where c.account_id = :accountId and c.sending_id = any (:sendingIds::bigint[])
group by 1, 2 order by 3 desc, 2 limit :most::int

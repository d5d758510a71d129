-- What became of the emails of a sending that has ended, counted once in the ledger.

-- name: addCounts :count again
-- With the sending: whoever changes an email that may be counted locks this row.
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
insert into sending_outcomes (account_id, sending_id, place, state, route_id, provider, emails,
  uncertain, opened, clicked, last_change)
select d.account_id, d.source_id, row_number() over (), d.state::text, d.route_id,
  coalesce(p.name, ''), count(*), count(*) filter (where d.was_uncertain),
  count(*) filter (where e.views > 0 or e.clicks > 0), count(*) filter (where e.clicks > 0),
  max(d.changed_at)
from deliveries d
left join unnest(:domains::text[], :names::text[]) as p (domain, name)
  on p.domain = lower(split_part(d.email, '@', -1) collate "C")
left join engagements e on e.account_id = :accountId and e.source_kind = :SOURCE.sending
  and e.source_id = :sendingId and e.delivery_id = d.id
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

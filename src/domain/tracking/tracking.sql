-- name: addArrivals :count again
-- Hits as they were answered, a line each; the id is that of the first.
insert into hit_arrivals (account_id, id, lines)
select account_id, :id::bigint, :lines
from tenants where account_id = :accountId
on conflict (account_id, id) do nothing

-- name: foldArrivals :one long
select fold_hits(:accountId, :most::int, :wait::boolean, :holdSeconds::int) as "taken!"

-- name: arrivalsLeft :one
-- Whether something of what had come until then has not been taken over; without a moment, until now.
with asked as (select coalesce(:until?::timestamptz, clock_timestamp()) as until)
select until as "until!", exists (select 1 from hit_arrivals where account_id = :accountId and arrived_at <= until) as "some!" from asked

-- name: accountsWithArrivals :many
-- Belongs to nobody: accounts with hits that nobody has taken over for a while. Whoever answers hits of an account takes over all it has, so where some
-- have just come, somebody is at it.
select account_id from hit_arrivals group by account_id
having min(arrived_at) < now() - :seconds::int * interval '1 second' and max(arrived_at) < now() - :quietSeconds::int * interval '1 second' limit 100

-- name: saveLinks :count again
insert into links (account_id, source_kind, source_id, number, target)
select t.account_id, :sourceKind::smallint, :sourceId::bigint, l.number, l.target
from tenants t, unnest(:numbers::int[], :targets::text[]) as l (number, target) where t.account_id = :accountId
on conflict (account_id, source_kind, source_id, number) do nothing

-- name: linksOfSource :many
select number, target from links where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId order by number

-- name: listsInAnonymity :many
select list_id from anonymous_lists where account_id = :accountId and until = 'infinity' order by list_id

-- name: beAnonymous :count again long
insert into anonymous_lists (account_id, list_id, until)
select account_id, id, 'infinity' from lists where account_id = :accountId and id = :listId
on conflict (account_id, list_id) do update set until = 'infinity'

-- name: bePersonal :count again long
-- What was sent until now stays anonymous.
update anonymous_lists set until = now() where account_id = :accountId and list_id = :listId and until = 'infinity'

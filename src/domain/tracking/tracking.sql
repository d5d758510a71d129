-- name: addArrivals :count again node
-- Hits as an array for each column; the id is that of the first.
insert into hit_arrivals (account_id, id, ids, kinds, source_kinds, source_ids, delivery_ids,
  link_numbers, moments, verdicts, reasons, agents, networks)
select account_id, :id::bigint, :ids::bigint[], :kinds::text[], :sourceKinds::smallint[],
  :sourceIds::bigint[], :deliveryIds::bigint[], :linkNumbers::int[], :moments::bigint[],
  :verdicts::text[], :reasons::text[], :agents::text[], :networks::text[]
from tenants where account_id = :accountId
on conflict (account_id, id) do nothing

-- name: foldArrivals :one again node
select fold_hits(:accountId, :most::int, :wait::boolean, :holdSeconds::int) as "taken!"

-- name: arrivalsLeft :one
-- Whether hits that arrived until then are not aggregated yet; default: until now.
with asked as (select coalesce(:until?::timestamptz, clock_timestamp()) as until)
select until as "until!", exists (select 1 from hit_arrivals where account_id = :accountId
  and arrived_at <= until) as "some!" from asked

-- name: accountsWithArrivals :many
-- Accounts, of all accounts, with hits not aggregated yet. Looks into the index once for each
-- account, since an account may have many rows.
select t.account_id from tenants t where exists (
  select from hit_arrivals h where h.account_id = t.account_id limit 1) limit 1000

-- name: saveLinks :count again
insert into links (account_id, source_kind, source_id, number, target)
select t.account_id, :sourceKind::smallint, :sourceId::bigint, l.number, l.target
from tenants t, unnest(:numbers::int[], :targets::text[]) as l (number, target)
  where t.account_id = :accountId
on conflict (account_id, source_kind, source_id, number) do nothing

-- name: linksOfSource :many
select number, target from links where account_id = :accountId
  and source_kind = :sourceKind::smallint and source_id = :sourceId order by number

-- name: anonymousListIds :many
select list_id from anonymous_lists where account_id = :accountId and until = 'infinity'
  order by list_id

-- name: trackAnonymously :count again long
insert into anonymous_lists (account_id, list_id, until)
select account_id, id, 'infinity' from lists where account_id = :accountId and id = :listId
on conflict (account_id, list_id) do update set until = 'infinity'

-- name: trackPersonally :count again long
-- Emails sent until now stay anonymous.
update anonymous_lists set until = now() where account_id = :accountId and list_id = :listId
  and until = 'infinity'

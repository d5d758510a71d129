-- name: takeBlock :one again node
-- Allocates a block of ids; returns the first id after it. Sent twice it allocates two blocks,
-- which leaves a harmless gap.
insert into counters as c (account_id, kind, next_id) values (:accountId, :kind, 1 + :size::bigint)
on conflict (account_id, kind) do update set next_id = c.next_id + excluded.next_id - 1
returning next_id

-- name: lockCounter :one
-- Also makes it. Its lock serialises transactions that choose ids, and those that allocate blocks.
insert into counters as c (account_id, kind, next_id) values (:accountId, :kind, 1)
on conflict (account_id, kind) do update set next_id = c.next_id
returning next_id

-- name: passOver :count
-- Moves a locked counter behind a chosen id; ids in between can be chosen later.
with moved as (
  update counters set next_id = :endId where account_id = :accountId and kind = :kind
  returning account_id)
insert into chosen_ids (account_id, kind, first_id, end_id)
select account_id, :kind, :firstId, :endId from moved

-- name: notForChoice :many
-- Those of the ids that a counter has given out, or that a process holds in a block.
select g.id as "id!" from unnest(:ids::bigint[]) as g (id)
where not exists (
  select 1 from chosen_ids c where c.account_id = :accountId and c.kind = :kind
    and c.first_id <= g.id and g.id < c.end_id)
order by g.id

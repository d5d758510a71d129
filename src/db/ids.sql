-- name: passId :count again
-- The counter goes on above an id that was given.
insert into counters as c (account_id, kind, next_id) values (:accountId, :kind, :id::bigint + 1)
on conflict (account_id, kind) do update set next_id = excluded.next_id
  where c.next_id < excluded.next_id

-- name: takeBlock :one again
-- Allocates a block of ids; returns the first id after it. Sent twice it allocates two blocks,
-- which leaves a harmless gap.
insert into counters as c (account_id, kind, next_id) values (:accountId, :kind, 1 + :size::bigint)
on conflict (account_id, kind) do update set next_id = c.next_id + excluded.next_id - 1
returning next_id

-- name: takeBlock :one again
-- Takes a block of ids; the answer is the first id after it. Sent twice it takes two blocks and
-- leaves a gap, no harm.
insert into counters as c (account_id, kind, next_id) values (:accountId, :kind, 1 + :size::bigint)
on conflict (account_id, kind) do update set next_id = c.next_id + excluded.next_id - 1
returning next_id

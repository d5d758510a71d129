-- name: writeHeartbeat :count again
-- Not restricted to an account: the heartbeat, every few seconds.
insert into workers (id, host) values (:worker::uuid, :host) on conflict (id) do update
  set seen_at = excluded.started_at

-- name: livingWorkers :one
-- Not restricted to an account.
select count(*)::int as "count!" from workers where seen_at > now() - interval '15 seconds'

-- name: lastSeen :one
-- Not restricted to an account: when any other worker was last alive; null if none ever was.
select max(seen_at) as last from workers where id <> :worker::uuid

-- name: forgetWorkers :count
-- Not restricted to an account.
delete from workers where seen_at < now() - interval '30 days'

-- name: leave :count again
-- Not restricted to an account: the worker no longer counts as alive, and is still known to have
-- run.
update workers set seen_at = least(seen_at, now() - interval '15 seconds') where id = :worker::uuid

-- name: writeHeartbeat :count again
-- Belongs to nobody: a sign of life, every few seconds.
insert into workers (id, host) values (:worker::uuid, :host) on conflict (id) do update
  set seen_at = excluded.started_at

-- name: livingWorkers :one
-- Belongs to nobody.
select count(*)::int as "count!" from workers where seen_at > now() - interval '15 seconds'

-- name: lastSeen :one
-- Belongs to nobody: when any worker last lived; null if none ever did.
select max(seen_at) as last from workers where id <> :worker::uuid

-- name: forgetWorkers :count
-- Belongs to nobody.
delete from workers where seen_at < now() - interval '30 days'

-- name: leave :count again
-- Belongs to nobody: it counts no longer among the living, and is still known to have lived.
update workers set seen_at = least(seen_at, now() - interval '15 seconds') where id = :worker::uuid

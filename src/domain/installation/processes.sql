-- Processes of the service, each with its last heartbeat. Not restricted to an account: they serve
-- all.

-- name: writeHeartbeat :count again
-- Not restricted to an account.
insert into processes (id, host, roles, version, started_at, seen_at, processor, memory_bytes)
values (:id::uuid, :host, :roles, :version, :started, now(), :processor::float8, :memoryBytes)
on conflict (id) do update set seen_at = excluded.seen_at, processor = excluded.processor,
  memory_bytes = excluded.memory_bytes

-- name: leave :count again
-- Not restricted to an account.
delete from processes where id = :id::uuid

-- name: processesSeen :many
-- Not restricted to an account: also those that ended without stopping in order, for a day.
select host, roles, version, started_at, seen_at, processor::float8 as "processor!", memory_bytes,
  seen_at > now() - interval '30 seconds' as "alive!"
from processes where seen_at > now() - interval '1 day' order by host, started_at limit 200

-- name: forgetProcesses :count
-- Not restricted to an account.
delete from processes where seen_at < now() - interval '30 days'

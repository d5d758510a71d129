-- name: noteBackup :count again
-- Not restricted to an account: a backup has succeeded.
insert into backups (made_at) values (now()) on conflict (last) do update
  set made_at = excluded.made_at

-- name: lastBackup :one
-- Not restricted to an account: when a backup last succeeded, as seconds since 1970; 0: never.
select coalesce(extract(epoch from max(made_at)), 0)::float8 as "seconds!" from backups

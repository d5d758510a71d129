-- name: noteBackup :count again
-- Not restricted to an account: a backup was made, tested or restored; :trouble: why that failed.
insert into backup_runs (id, kind, began_at, ended_at, file_bytes, row_count, trouble)
values (:id::uuid, :kind, :began, now(), :fileBytes?, :rows?, left(:trouble?::text, 500))
on conflict (id) do nothing

-- name: forgetBackups :count
-- Not restricted to an account.
delete from backup_runs where ended_at < now() - interval '400 days'

-- name: backupRuns :many
-- Not restricted to an account: the newest first.
select kind, began_at, ended_at, file_bytes, row_count, trouble from backup_runs
order by ended_at desc limit :most::int

-- name: lastBackup :one
-- Not restricted to an account: when a backup last succeeded, as seconds since 1970; 0: never.
select coalesce(extract(epoch from max(ended_at)), 0)::float8 as "seconds!" from backup_runs
where kind = 'made' and trouble is null

-- name: lastIntervals :many
-- Not restricted to an account: the seconds between the last successful ones, the newest first.
select extract(epoch from ended_at - lead(ended_at) over (order by ended_at desc))::float8
  as "seconds?" from (
  select ended_at from backup_runs where kind = 'made' and trouble is null
  order by ended_at desc limit 8) made

-- Bulk jobs: docs/decisions/0038-bulk-changes.md.

-- name: addJob :count again
insert into bulk_jobs (account_id, id, action, selection, state, total, last_id)
select l.account_id, :id, :action::text::jsonb, :selection::text::jsonb, 'queued', :total,
  coalesce((select s.id from subscribers s where s.account_id = :accountId
    order by s.id desc limit 1), 0)
from tenants l where l.account_id = :accountId
on conflict (account_id, id) do nothing

-- name: findJob :maybe
select id, action::text as "action!", state, trouble, total, looked, changed, reverted,
  created_at as created, finished_at as finished,
  (select count(*)::int from bulk_job_parts p where p.account_id = :accountId and p.job_id = :jobId)
    as "undoable!"
from bulk_jobs where account_id = :accountId and id = :jobId

-- name: jobsOfAccount :many
select id, action::text as "action!", state, trouble, total, looked, changed, reverted,
  created_at as created, finished_at as finished
from bulk_jobs where account_id = :accountId and id < :beforeId order by id desc limit :most::int

-- name: claimJob :maybe
update bulk_jobs set worker = :worker::uuid, fence = fence + 1,
  leased_until = now() + make_interval(secs => :leaseSeconds::float8),
  state = case when state = 'queued' then 'running' else state end
where account_id = :accountId and id = :jobId and state in ('queued', 'running', 'undoing')
  and (leased_until is null or leased_until < now())
returning fence, action::text as "action!", selection::text as "selection!", state, last_id

-- name: isOpenJob :one
select exists (select 1 from bulk_jobs where account_id = :accountId and id = :jobId
  and state in ('queued', 'running', 'undoing')) as "open!"

-- name: holdJob :count
-- Renews the lease. Locks the row until the transaction of the batch ends.
update bulk_jobs set leased_until = now() + make_interval(secs => :leaseSeconds::float8)
where account_id = :accountId and id = :jobId and worker = :worker::uuid and fence = :fence::int
  and state in ('running', 'undoing')

-- name: releaseJob :count
update bulk_jobs set leased_until = null
where account_id = :accountId and id = :jobId and worker = :worker::uuid and fence = :fence::int
  and state in ('running', 'undoing')

-- name: placeOfJob :one
select position, parts from bulk_jobs where account_id = :accountId and id = :jobId

-- name: noteBatch :count
update bulk_jobs set position = :position::bigint, looked = looked + :looked::int,
  changed = changed + :changed::int, parts = parts + :added::int
where account_id = :accountId and id = :jobId

-- name: addPart :count
insert into bulk_job_parts (account_id, job_id, part, ids, former)
values (:accountId, :jobId, :part, :ids::bigint[], :former?::text[])

-- name: lastPart :maybe
select part, array_to_string(ids, ',') as "ids!",
  array_to_string(former, :FIELD_SEPARATOR, '') as "former?"
from bulk_job_parts where account_id = :accountId and job_id = :jobId order by part desc limit 1

-- name: removePart :count
delete from bulk_job_parts where account_id = :accountId and job_id = :jobId and part = :part

-- name: noteReverted :count
update bulk_jobs set reverted = reverted + :reverted::int
where account_id = :accountId and id = :jobId

-- name: endJob :count
update bulk_jobs set state = :state, trouble = :trouble?, selection = '{}', leased_until = null,
  finished_at = least(finished_at, now())
where account_id = :accountId and id = :jobId

-- name: cancelJob :count again
update bulk_jobs set state = 'cancelled', selection = '{}', leased_until = null,
  finished_at = now()
where account_id = :accountId and id = :jobId and state in ('queued', 'running')

-- name: beginUndo :count again
update bulk_jobs set state = 'undoing', leased_until = null
where account_id = :accountId and id = :jobId
  and state in ('finished', 'failed', 'cancelled', 'undoing')

-- name: trimParts :count long
-- Undo data of jobs that are too old for an undo.
delete from bulk_job_parts p using bulk_jobs j
where p.account_id = :accountId and j.account_id = :accountId and j.id = p.job_id
  and j.finished_at < now() - make_interval(days => :keepDays::int)

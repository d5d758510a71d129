-- Files of transactions: queue, claim, parts, progress.

-- name: addBatch :one again
-- The id is reserved in advance, so a retried call adds the batch once. Adds none if the project
-- does not exist or is paused.
with project as (select id from projects where account_id = :accountId and guid = :projectGuid::uuid
  and active for key share),
added as (
  insert into transaction_batches (account_id, id, guid, project_id, url, format)
  select t.account_id, :batchId::int, :guid::uuid, project.id, :url, :format from tenants t, project
    where t.account_id = :accountId
  on conflict (account_id, id) do nothing)
select exists (select 1 from project) as "projectThere!"

-- name: dueBatches :many
-- Of all accounts, those waiting longest first, and a few of each account
-- for fairness. Takes no lock.
select account_id as "accountId!", source_id as "batchId!" from (
  select account_id, source_id, due, row_number() over (partition by account_id
    order by due, source_id) as place
  from work o where kind = :WORK.batch and due <= now()
    and not exists (select 1 from accounts a where a.id = o.account_id and a.closed_at is not null))
      w
where place <= :ofEach::int order by place, due limit :most::int

-- name: claimBatch :maybe
-- Claims a batch without a worker. The fence is a fencing token: it distinguishes this claim from
-- earlier ones.
update transaction_batches set state = 1, worker = :worker::uuid, fence = fence + 1,
  leased_until = now() + make_interval(secs => :leaseSeconds::float8),
  started_at = least(started_at, now()), lapses = case when at_work then lapses + 1
    else lapses end, at_work = false
where account_id = :accountId and id = :batchId and state in (0, 1)
  and (leased_until is null or leased_until < now())
returning project_id, url, format, tries, file_length, file_sha256, position, parts, queued,
  repeated, ignored, rejected, rejected_by, fence, lapses

-- name: renewBatch :count
-- Updates none if the lease has lapsed and another worker has the batch.
update transaction_batches set leased_until = now() + make_interval(secs => :leaseSeconds::float8)
where account_id = :accountId and id = :batchId and fence = :fence and state = 1
  and worker = :worker::uuid

-- name: releaseBatch :count
update transaction_batches set worker = null, leased_until = null, at_work = false,
  state = case when position > 0 then 1 else 0 end, tries = :tries, trouble = :trouble?
where account_id = :accountId and id = :batchId and fence = :fence and worker = :worker::uuid

-- name: noteBatchFile :count
-- From here on the batch is at work: if the worker dies, this batch may be the cause.
update transaction_batches set at_work = true, file_length = :length::bigint, file_sha256 = :sha256,
  trouble = null
where account_id = :accountId and id = :batchId and fence = :fence and worker = :worker::uuid

-- name: noteBatchProgress :count
-- In the transaction of a part. Updates none if another worker has the batch; the part must then
-- roll back.
update transaction_batches set position = :position::bigint, parts = :parts,
  queued = :queued::bigint, repeated = :repeated::bigint,
  ignored = :ignored::bigint, rejected = :rejected::bigint, rejected_by = :rejectedBy::jsonb,
    lapses = 0, first_id = least(first_id, :firstId?::int),
    last_id = greatest(last_id, :lastId?::int)
where account_id = :accountId and id = :batchId and fence = :fence and worker = :worker::uuid
  and state = 1

-- name: finishBatch :count
-- Stores the URL without user, password and query, which were needed only to fetch it.
update transaction_batches set state = :state::smallint, url = :shownUrl, finished_at = now(),
  trouble = :trouble?, worker = null, leased_until = null
where account_id = :accountId and id = :batchId and fence = :fence and worker = :worker::uuid
  and state = 1

-- name: findBatch :maybe
-- By its id or its guid; the other is null.
select b.id, b.guid::text as "guid!", b.project_id, p.name as project, b.state, b.url, b.format,
  b.created_at as created, b.started_at as started,
  b.finished_at as finished, b.trouble, b.tries, b.file_length, b.position, b.queued, b.repeated,
    b.ignored, b.rejected, b.rejected_by, b.first_id, b.last_id
from transaction_batches b join projects p on p.account_id = :accountId and p.id = b.project_id
where b.account_id = :accountId and (b.id = :batchId?::int or b.guid = :guid?::uuid)

-- name: batchesOfAccount :many
select b.id, b.guid::text as "guid!", b.project_id, p.name as project, b.state, b.url, b.format,
  b.created_at as created, b.started_at as started,
  b.finished_at as finished, b.trouble, b.tries, b.file_length, b.position, b.queued, b.repeated,
    b.ignored, b.rejected, b.rejected_by, b.first_id, b.last_id
from transaction_batches b join projects p on p.account_id = :accountId and p.id = b.project_id
where b.account_id = :accountId and b.id < :beforeId::int order by b.id desc limit :most::int

-- name: rejectsOfBatch :many
-- A page of the stored rejects, after a number.
select number, line, reason, raw from transaction_rejects
where account_id = :accountId and batch_id = :batchId and number > :after::int
  order by number limit :most::int

-- name: addBatchRejects :count
insert into transaction_rejects (account_id, batch_id, number, line, reason, raw)
select b.account_id, b.id, g.number, g.line, g.reason, g.raw
from transaction_batches b,
  unnest(:numbers::int[], :lines::bigint[], :reasons::text[], :raws::text[]) as g
  (number, line, reason, raw)
where b.account_id = :accountId and b.id = :batchId

-- name: beginPart :one
-- Locks the project's row in share mode, like single inserts: its work moves back only under a lock
-- that waits for all of them.
select id, repeats, now() as "moment!" from projects where account_id = :accountId
  and id = :projectId for key share

-- name: rememberRepeats :many
-- Like insertTransactions, for many rows of one project. `further` counts repetitions within the
-- part.
insert into transaction_repeats as r (account_id, project_id, key, transaction_id, until, repeated)
select p.account_id, p.id, g.key, g.id, case when p.repeats = 'forever' then 'infinity'
  else now() + interval '24 hours' end, g.further
from projects p, unnest(:keys::uuid[], :ids::int[], :further::int[]) as g (key, id, further)
where p.account_id = :accountId and p.id = :projectId
order by g.key
on conflict (account_id, project_id, key) do update set
  transaction_id = case when r.until <= excluded.since then excluded.transaction_id
    else r.transaction_id end,
  since = case when r.until <= excluded.since then excluded.since else r.since end,
  until = case when r.until <= excluded.since then excluded.until else r.until end,
  repeated = case when r.until <= excluded.since then excluded.repeated
    else r.repeated + 1 + excluded.repeated end
returning r.transaction_id

-- name: wakeProject :count
update projects set due = :due::timestamptz where account_id = :accountId and id = :projectId
  and due > :due::timestamptz

-- name: addImport :one again
-- The id is reserved before, so sending the statement twice adds one import. Adds no row if the
-- list does not exist.
with list as (select id from lists where account_id = :accountId and id = :listId for key share),
added as (
  insert into imports as n (account_id, id, list_id, url, name, options)
  select l.account_id, :importId::int, l.id, :url?, :name, :options::jsonb from lists l
    join list on list.id = l.id where l.account_id = :accountId
  on conflict (account_id, id) do nothing
  returning n.id)
select exists (select 1 from list) as "listThere!"

-- name: addDocumentPart :count again
insert into import_documents (account_id, import_id, part, bytes) values
  (:accountId, :importId, :part, :bytes)
on conflict (account_id, import_id, part) do nothing

-- name: setOptionsOfKept :count
-- Of an import that waits for a word: it is stored, and not queued.
update imports i set options = :options::jsonb
where i.account_id = :accountId and i.id = :importId and i.state = 0
  and not (i.options ? 'unfinished') and not exists (select 1
  from work w where w.account_id = :accountId and w.kind = :WORK.import and w.source_id = i.id)

-- name: finishUpload :count again
-- The file has come whole.
update imports set options = options - 'unfinished'
where account_id = :accountId and id = :importId

-- name: oldUploads :many
-- Files that were stored long ago and never started, beyond the newest ones.
select i.id from imports i
where i.account_id = :accountId and i.state = 0 and i.trimmed_at is null
  and i.created_at < now() - interval '1 hour' and not exists (select 1
  from work w where w.account_id = :accountId and w.kind = :WORK.import and w.source_id = i.id)
order by i.id desc offset :keep::int

-- name: uploadsOfAccount :one
select count(*)::int as "uploads!" from imports i
where i.account_id = :accountId and i.state = 0 and i.trimmed_at is null and not exists (select 1
  from work w where w.account_id = :accountId and w.kind = :WORK.import and w.source_id = i.id)

-- name: storedFiles :many
-- The files in the store, the oldest first. Those of finished imports are not needed any more.
select d.import_id, sum(octet_length(d.bytes))::bigint as "bytes!",
  bool_or(i.state in (2, 3)) as "used!"
from import_documents d
join imports i on i.account_id = d.account_id and i.id = d.import_id
where d.account_id = :accountId group by d.import_id order by d.import_id

-- name: giveUpUpload :count again
update imports set state = 3, trouble = :trouble, finished_at = now(),
  trimmed_at = now()
where account_id = :accountId and id = :importId and state = 0

-- name: dropDocument :count again
delete from import_documents where account_id = :accountId and import_id = :importId

-- name: documentPart :maybe
select bytes from import_documents where account_id = :accountId and import_id = :importId
  and part = :part

-- name: dueImports :many
-- Not restricted to an account: finds the imports that have waited longest in all accounts, a few
-- of each, so that an account with thousands does not hide those of other accounts. Takes no lock.
select account_id as "accountId!", source_id as "importId!" from (
  select account_id, source_id, due, row_number() over (partition by account_id
    order by due, source_id) as place
  from work where kind = :WORK.import and due <= now()) w
where place <= :ofEach::int order by place, due limit :most::int

-- name: claimImport :maybe
-- Claims an import without a valid lease. The fence distinguishes this claim from all earlier ones.
update imports set state = 1, worker = :worker::uuid, fence = fence + 1,
  leased_until = now() + make_interval(secs => :leaseSeconds::float8),
  started_at = least(started_at, now()), lapses = case when at_work then lapses + 1
    else lapses end, at_work = false
where account_id = :accountId and id = :importId and state in (0, 1)
  and (leased_until is null or leased_until < now())
returning list_id, url, name, options, tries, file_length, file_sha256, position, parts, inserted,
  updated, unchanged, repeated, subscribed, ignored,
  rejected, rejected_by, fence, lapses

-- name: renewLease :count
-- Zero rows: the lease has expired and another worker has claimed it, or the import was deleted.
update imports set leased_until = now() + make_interval(secs => :leaseSeconds::float8)
where account_id = :accountId and id = :importId and fence = :fence and state = 1
  and worker = :worker::uuid

-- name: releaseImport :count
-- Returns it to the queue, for a retry or for the next worker.
update imports set worker = null, leased_until = null, at_work = false,
  state = case when position > 0 then 1 else 0 end, tries = :tries, trouble = :trouble?
where account_id = :accountId and id = :importId and fence = :fence and worker = :worker::uuid

-- name: noteReading :count node
-- The first bytes of its file have arrived.
update imports set reading_at = least(reading_at, now())
where account_id = :accountId and id = :importId and fence = :fence and worker = :worker::uuid

-- name: giveUpUnread :count
-- By a call that waited for it, while no byte of the file has arrived: the worker that fetches it
-- loses its claim.
update imports set state = 3, fence = fence + 1, url = :shownUrl?, finished_at = now(),
  trouble = :trouble, refusal = 'not-valid', worker = null,
  leased_until = null
where account_id = :accountId and id = :importId and state in (0, 1) and reading_at is null

-- name: noteFile :count node
-- Work begins here: a worker that dies later may have died because of this file.
update imports set at_work = true, file_length = :length::bigint, file_sha256 = :sha256,
  trouble = null, reading_at = least(reading_at, now())
where account_id = :accountId and id = :importId and fence = :fence and worker = :worker::uuid

-- name: noteProgress :count
-- In the transaction of the batch. Zero rows: another worker holds the claim, or the previous batch
-- was lost in a crash of the server, and this one must not be applied.
update imports set position = :position::bigint, parts = :parts, inserted = :inserted::bigint,
  updated = :updated::bigint, unchanged = :unchanged::bigint,
  repeated = :repeated::bigint, subscribed = :subscribed::bigint, ignored = :ignored::bigint,
    rejected = :rejected::bigint, rejected_by = :rejectedBy::jsonb, lapses = 0
where account_id = :accountId and id = :importId and fence = :fence and worker = :worker::uuid
  and state = 1 and parts = :parts::int - 1

-- name: finishImport :count
-- Keeps only the part of the URL that may be shown: user, password and query were for fetching.
update imports set state = :state::smallint, url = coalesce(:shownUrl?, url), finished_at = now(),
  trouble = :trouble?, refusal = :refusal?, worker = null, leased_until = null
where account_id = :accountId and id = :importId and fence = :fence and worker = :worker::uuid
  and state = 1

-- name: findImport :maybe node
select id, list_id, state, url, name, options, created_at as created, started_at as started,
  finished_at as finished, trouble, refusal, tries,
  file_length, position, parts, inserted, updated, unchanged, repeated, subscribed, ignored,
    rejected, rejected_by, undo_started_at as undo_started, undone_at as undone, undo,
    trimmed_at as trimmed,
  reading_at as reading, (state = 0 and not exists (select 1 from work w
    where w.account_id = :accountId and w.kind = :WORK.import and w.source_id = imports.id))
    as "kept!"
from imports where account_id = :accountId and id = :importId

-- name: importsOfAccount :many
select id, list_id, state, url, name, options, created_at as created, started_at as started,
  finished_at as finished, trouble, refusal, tries,
  file_length, position, parts, inserted, updated, unchanged, repeated, subscribed, ignored,
    rejected, rejected_by, undo_started_at as undo_started, undone_at as undone, undo,
    trimmed_at as trimmed,
  reading_at as reading, (state = 0 and not exists (select 1 from work w
    where w.account_id = :accountId and w.kind = :WORK.import and w.source_id = imports.id))
    as "kept!"
from imports where account_id = :accountId and id < :beforeId::int order by id desc limit :most::int

-- name: rejectsOfImport :many
-- A page of the kept rejects, by keyset pagination.
select number, line, reason, raw from import_rejects
where account_id = :accountId and import_id = :importId and number > :after::int
  order by number limit :most::int

-- name: partsOfImport :many
select part, created, joined, met from import_parts
where account_id = :accountId and import_id = :importId and part > :after::int
  order by part limit :most::int

-- name: analyzePeople :count long
-- Of all accounts: updates the statistics after many people were added, so that a person's lists
-- are looked up by the primary key and not in the order of a whole list.
analyze subscribers, subscriptions

-- name: sourcesOfGrowth :many long
-- Imports since a moment that put people on lists, without those that were undone.
select i.id, i.name, i.subscribed::int as "people!"
from imports i
where i.account_id = :accountId and i.state = 2 and i.undo_started_at is null and i.subscribed > 0
  and i.finished_at >= :since::timestamptz and (:listId?::int is null or i.list_id = :listId?::int)
order by i.subscribed desc, i.id limit :most::int

-- name: largestImports :many
-- Of these lists each, of those that were not undone.
select distinct on (i.list_id) i.list_id, i.id, i.subscribed + i.inserted as "people!",
  i.finished_at::date::text as "day!"
from imports i
where i.account_id = :accountId and i.list_id = any (:listIds::int[]) and i.state = 2
  and i.finished_at is not null and i.undone_at is null and i.subscribed + i.inserted > 0
order by i.list_id, i.subscribed + i.inserted desc, i.id desc

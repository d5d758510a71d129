-- name: addMove :count
insert into moves (account_id, old_url, old_username) values (:accountId, :oldUrl, :oldUsername)
on conflict (account_id) do nothing

-- name: claimMove :maybe
-- The copy of an account, unless another process works on it. One that was finished begins a new
-- pass.
update moves set old_url = :oldUrl, old_username = :oldUsername, worker = :worker,
  fence = fence + 1, leased_until = now() + :leaseSeconds::float8 * interval '1 second',
  pass = case when finished_at is null then pass else pass + 1 end,
  begun_at = (select case when finished_at is null then begun_at else moment end
    from (select now() as moment) clock),
  step = case when finished_at is null then step else '' end,
  list_id = case when finished_at is null then list_id else 0 end,
  page = case when finished_at is null then page else 0 end,
  counts = case when finished_at is null then counts else '{}' end,
  finished_at = null
where account_id = :accountId
  and (leased_until is null or leased_until < now() or worker = :goneWorker?)
returning pass, step, list_id, page, fence, counts::text as "counts!"

-- name: findMove :maybe
select old_url, old_username, pass, begun_at as begun, finished_at as finished, step, list_id, page,
  counts::text as "counts!", worker, leased_until > now() as "running?"
from moves where account_id = :accountId

-- name: renewMove :count
update moves set leased_until = now() + :leaseSeconds::float8 * interval '1 second'
where account_id = :accountId and worker = :worker and fence = :fence

-- name: releaseMove :count
update moves set leased_until = null, worker = null
where account_id = :accountId and worker = :worker and fence = :fence

-- name: noteMove :count
-- The position and the counts, under the fence: none, and nothing of the transaction counts, if
-- another process has taken over.
update moves set step = :step, list_id = :listId, page = :page, counts = :counts::text::jsonb
where account_id = :accountId and worker = :worker and fence = :fence

-- name: finishMove :count
update moves set finished_at = now(), step = 'done', worker = null, leased_until = null
where account_id = :accountId and worker = :worker and fence = :fence

-- name: removeDifferences :count
delete from move_differences where account_id = :accountId

-- name: removeDifferencesOf :count
delete from move_differences where account_id = :accountId and kind = :kind

-- name: addDifferences :count
-- The first ten of each.
insert into move_differences (account_id, kind, difference, number, record)
select m.account_id, :kind, :difference, n.number, g.record
from moves m,
  unnest(:records::text[]) with ordinality as g (record, place),
  lateral (
    select g.place::int + (select count(*)::int from move_differences d
      where d.account_id = :accountId and d.kind = :kind and d.difference = :difference))
    as n (number)
where m.account_id = :accountId and n.number <= 10
on conflict (account_id, kind, difference, number) do nothing

-- name: differencesOfMove :many
select kind, difference, number, record from move_differences where account_id = :accountId
order by kind, difference, number

-- name: addMovePage :count
insert into move_pages (account_id, list_id, pass, page, rows_read, ids)
values (:accountId, :listId, :pass, :page, :read, :ids)
on conflict (account_id, list_id, pass, page)
  do update set rows_read = excluded.rows_read, ids = excluded.ids

-- name: pagesOfMove :many
select page, rows_read as read, ids from move_pages
where account_id = :accountId and list_id = :listId and pass = :pass
order by page

-- name: removePagesBefore :count
delete from move_pages where account_id = :accountId and list_id = :listId and pass < :pass

-- name: movedLists :many
-- Lists of which people were read in earlier passes.
select distinct list_id from move_pages where account_id = :accountId order by list_id

-- name: rowsRead :one
select coalesce(sum(rows_read), 0) as "rows!" from move_pages
where account_id = :accountId and pass = :pass

-- name: forgetMove :count
delete from moves where account_id = :accountId and (leased_until is null or leased_until < now())

-- name: forgetPages :count
delete from move_pages where account_id = :accountId

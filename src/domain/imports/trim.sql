-- name: importsToTrim :many long
-- Not restricted to an account: imports of all accounts whose retention period is over, also those
-- that were not started for a day.
select i.account_id, i.id as import_id from imports i
where i.trimmed_at is null and i.created_at < now() - interval '1 day'
  and (i.finished_at < now() - make_interval(days => :keepDays::int)
    or i.state = 0
      and not exists (select 1 from work w where w.account_id = i.account_id
      and w.kind = :WORK.import and w.source_id = i.id))
order by i.created_at limit :most::int

-- name: trimRejects :count long
delete from import_rejects r where r.account_id = :accountId and r.import_id = :importId
  and r.number in (
  select n.number from import_rejects n where n.account_id = :accountId and n.import_id = :importId
    order by n.number limit :most::int)

-- name: trimOldValues :count long
delete from import_old_values o where o.account_id = :accountId and o.import_id = :importId
  and o.subscriber_id in (
  select n.subscriber_id from import_old_values n where n.account_id = :accountId
    and n.import_id = :importId order by n.subscriber_id limit :most::int)

-- name: trimParts :count long
-- Their times stay: by them a filter knows who came by the import.
update import_parts p set created = '', joined = '', met = ''
where p.account_id = :accountId and p.import_id = :importId and p.part in (
  select n.part from import_parts n where n.account_id = :accountId and n.import_id = :importId
    and (n.created <> '' or n.joined <> '' or n.met <> '')
    order by n.part limit :most::int)

-- name: trimDocument :count long
delete from import_documents d where d.account_id = :accountId and d.import_id = :importId
  and d.part in (
  select n.part from import_documents n where n.account_id = :accountId and n.import_id = :importId
    order by n.part limit :most::int)

-- name: markTrimmed :count long
-- The last step. An import that was never started has failed.
update imports set trimmed_at = now(), state = case when state = 0 then 3 else state end,
  trouble = case when state <> 0 then trouble
    when options ? 'unfinished' then '[{"code":"upload-part","values":{}}]'
    else '[{"code":"never-started","values":{}}]' end
where account_id = :accountId and id = :importId and trimmed_at is null

-- Personal data in imports. Ids are stored packed in parts, so a person is searched part by part.

-- name: importsToSearch :many long
-- The newest first, all or some. Batches of an import are in `parts`; former values of a person it
-- changed are joined.
select i.id, i.list_id, i.name, i.url, i.created_at as created, i.undone_at as undone, i.state,
  o.name as "oldName?", o.format as "oldFormat?", o.country_code as "oldCountryCode?", o.phone
    as "oldPhone?", array_to_string(o.fields, :FIELD_SEPARATOR, '') as "oldFields?"
from imports i left join import_old_values o on o.account_id = :accountId and o.import_id = i.id
  and o.subscriber_id = any (:subscriberIds::bigint[])
where i.account_id = :accountId and i.id < :beforeId::int order by i.id desc limit :most?::int

-- name: packedParts :many long
select part, created, joined, met from import_parts
where account_id = :accountId and import_id = :importId and part > :after::int
  order by part limit :most::int

-- name: countRejectsOfAddress :many long
select import_id, count(*) as "count!" from import_rejects
where account_id = :accountId and exists (
  select 1 from unnest(:spellings::text[]) as given (spelling)
  where position(given.spelling in lower(raw)) > 0)
group by import_id order by import_id

-- name: removeOldValues :count long
delete from import_old_values where account_id = :accountId
  and subscriber_id = any (:subscriberIds::bigint[])

-- name: blankRejects :count long
-- Line and reason stay, so that the counts of an import agree with its rows.
update import_rejects set raw = '' where account_id = :accountId
  and exists (select 1 from unnest(:spellings::text[]) as given (spelling)
    where position(given.spelling in lower(raw)) > 0)

-- name: removeUsedDocuments :count long
-- Files of finished imports are not needed any more.
delete from import_documents d where d.account_id = :accountId
  and exists (select 1 from imports i where i.account_id = :accountId and i.id = d.import_id
    and i.state in (2, 3))

-- name: countOpenImports :one long
select count(*)::int as "open!" from imports where account_id = :accountId and state in (0, 1)

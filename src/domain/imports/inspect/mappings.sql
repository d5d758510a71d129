-- name: findMapping :maybe
select columns::text as "columns!" from import_mappings
where account_id = :accountId and name = :name

-- name: mappingsOfAccount :many
select name from import_mappings where account_id = :accountId order by name limit 200

-- name: saveMapping :count again
insert into import_mappings (account_id, name, columns)
select t.account_id, :name, :columns::text::jsonb from tenants t where t.account_id = :accountId
on conflict (account_id, name) do update set columns = excluded.columns

-- name: latestOfLayout :maybe
-- An account has few imports, which are read by its key from the newest on.
select id, name, created_at as created, options::text as "options!" from imports
where account_id = :accountId and options->'layout'->>'key' = :key and options ? 'columns'
  and started_at is not null
order by id desc limit 1

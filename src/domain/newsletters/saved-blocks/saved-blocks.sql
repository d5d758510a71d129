-- name: addSavedBlock :count again
insert into saved_blocks (account_id, id, name, blocks)
values (:accountId, :id, :name, :blocks)
on conflict (account_id, id) do nothing

-- name: lockSavedBlock :maybe
select id from saved_blocks where account_id = :accountId and id = :id for update

-- name: changeSavedBlock :count again
update saved_blocks set name = :name, blocks = :blocks, modified_at = now()
where account_id = :accountId and id = :id

-- name: savedBlocksOfAccount :many
select id, name, blocks, created_at as created, modified_at as modified
from saved_blocks where account_id = :accountId order by name, id

-- name: savedBlocksById :many
select id, name, blocks, created_at as created, modified_at as modified
from saved_blocks where account_id = :accountId and id = any (:ids::int[])

-- name: usesOfSavedBlock :many
-- Newsletters and templates that hold it, as they are now.
select 'newsletter' as "kind!", id as "id!", name as "name!" from newsletters
where account_id = :accountId and kind = 'blocks'
  and jsonb_path_exists(source::jsonb, '$.** ? (@.type == "saved" && @.savedId == $id)',
    jsonb_build_object('id', :id::int))
union all
select 'template', t.id, t.name from templates t
  join template_versions v on v.account_id = t.account_id and v.template_id = t.id
    and v.version = t.version
where t.account_id = :accountId and v.kind = 'blocks'
  and jsonb_path_exists(case when v.kind = 'blocks' then v.source::jsonb end,
    '$.** ? (@.type == "saved" && @.savedId == $id)', jsonb_build_object('id', :id::int))
order by 1, 2 desc limit 100

-- name: removeSavedBlock :count
delete from saved_blocks where account_id = :accountId and id = :id

-- name: addTemplate :count again
insert into templates (account_id, id, name, description) values
  (:accountId, :id, :name, :description)
on conflict (account_id, id) do nothing

-- name: describeTemplate :count again
update templates set name = :name, description = :description, active = :active::boolean,
  modified_at = now()
where account_id = :accountId and id = :id

-- name: nextTemplateVersion :maybe
update templates set version = version + 1, modified_at = now() where account_id = :accountId
  and id = :id returning version

-- name: addTemplateVersion :count again
insert into template_versions (account_id, template_id, version, kind, source, pictures)
values (:accountId, :templateId, :version::int, :kind, :source, :pictures::text::jsonb)
on conflict (account_id, template_id, version) do nothing

-- name: findTemplate :maybe
select id, name, description, active, version, created_at as created, modified_at as modified
from templates where account_id = :accountId and id = :id

-- name: lockTemplate :maybe
select id from templates where account_id = :accountId and id = :id for update

-- name: findTemplateVersion :maybe
select version, kind, source, pictures::text as "pictures!", created_at as created
from template_versions where account_id = :accountId and template_id = :templateId
  and version = :version::int

-- name: templateVersions :many
select version, kind, length(source) as "characters!", created_at as created
from template_versions where account_id = :accountId and template_id = :templateId
  order by version desc

-- name: templatesOfAccount :many
select t.id, t.name, t.description, t.active, t.version, v.kind, t.created_at as created,
  t.modified_at as modified
from templates t join template_versions v on v.account_id = t.account_id and v.template_id = t.id
  and v.version = t.version
where t.account_id = :accountId order by t.id

-- name: goneFromTemplates :many
-- Blocks of templates whose picture is gone from the library, or whose saved block is. `own` is how
-- addresses of pictures of the account begin: /m/1-
select t.id as template_id, b.value->>'id' as "block!"
from templates t join template_versions v on v.account_id = t.account_id and v.template_id = t.id
  and v.version = t.version
cross join lateral jsonb_path_query(case when v.kind = 'blocks' then v.source::jsonb end,
  'strict $.** ? (@.type == "picture" || @.type == "saved")') b (value)
where t.account_id = :accountId and v.kind = 'blocks' and (:id?::int is null or t.id = :id?)
  and case b.value->>'type' when 'saved' then not exists (
      select 1 from saved_blocks s where s.account_id = :accountId
        and s.id = (b.value->>'savedId')::int)
    else starts_with(b.value->>'src', :own) and not exists (
      select 1 from media m where m.account_id = :accountId
        and m.hash = substring(b.value->>'src' from '^/m/[0-9a-z]+-([0-9a-f]{40})[.]')) end
order by 1

-- name: activeTemplates :many
select id, name, description, created_at as created, modified_at as modified
from templates where account_id = :accountId and active order by id

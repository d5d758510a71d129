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
select id, name, description, active, version, created_at as created, modified_at as modified
from templates where account_id = :accountId order by id

-- name: activeTemplates :many
select id, name, description, created_at as created, modified_at as modified
from templates where account_id = :accountId and active order by id

-- Projects.

-- name: addProject :count again
insert into projects (account_id, id, guid, name, newsletter_id, from_name, from_email, reply_to,
  route_id, marketing, repeats, retention_days)
values (:accountId, :id, :guid::uuid, :name, :newsletterId, :fromName, :fromEmail, :replyTo,
  :routeId?::int, :marketing::boolean, :repeats, :retentionDays?::int)
on conflict (account_id, id) do nothing

-- name: changeProject :count
update projects set name = :name, newsletter_id = :newsletterId, from_name = :fromName,
  from_email = :fromEmail, reply_to = :replyTo,
  route_id = :routeId?::int, marketing = :marketing::boolean, repeats = :repeats,
    retention_days = :retentionDays?::int
where account_id = :accountId and id = :id

-- name: setProjectActive :count
update projects set active = :active::boolean where account_id = :accountId and id = :id

-- name: removeVersionsOfProject :count
delete from project_versions where account_id = :accountId and project_id = :projectId

-- name: addVersions :count
insert into project_versions (account_id, project_id, name, newsletter_id, weight)
select t.account_id, :projectId::int, v.name, v.newsletter_id, v.weight
from tenants t, unnest(:names::text[], :newsletterIds::int[], :weights::int[]) as v
  (name, newsletter_id, weight) where t.account_id = :accountId

-- name: versionsOfProject :many
select name, newsletter_id, weight from project_versions where account_id = :accountId
  and project_id = :projectId order by name

-- name: findProject :maybe
-- By its id or its guid; the other is null.
select id, guid::text as "guid!", name, newsletter_id, from_name, from_email, reply_to, route_id,
  active, marketing, repeats, retention_days, created_at as created
from projects where account_id = :accountId and (id = :id?::int or guid = :guid?::uuid)

-- name: projectNamed :maybe
select id from projects where account_id = :accountId and lower(name) = lower(:name)
  order by id limit 1

-- name: projectsOfAccount :many
-- With the subject of its newsletter; empty if that was deleted.
select p.id, p.guid::text as "projectGuid!", p.name, n.id as "newsletterId?",
  coalesce(n.subject, '') as "subject!", p.active, p.created_at as created,
  p.marketing, p.repeats, p.retention_days
from projects p left join newsletters n on n.account_id = :accountId and n.id = p.newsletter_id
where p.account_id = :accountId order by p.id

-- name: senderOfNewsletter :maybe
-- The sender of its emails by the newsletter or its list.
select coalesce(nullif(n.from_email, ''), l.from_email, '') as "fromEmail!"
from newsletters n left join lists l on l.account_id = :accountId and l.id = n.list_id
where n.account_id = :accountId and n.id = :newsletterId

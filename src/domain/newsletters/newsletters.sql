-- name: addNewsletter :count again
insert into newsletters (account_id, id, name, subject, preheader, html, text, from_name,
  from_email, reply_to, list_id, kind, source,
  template_id, template_version, slots, inlined, pictures, translated)
values (:accountId, :id, :name, :subject, :preheader, :html, :text, :fromName, :fromEmail, :replyTo,
  :listId?, :kind, :source,
  :templateId?, :templateVersion?, :slots::text::jsonb, :inlined::boolean, :pictures::text::jsonb,
  :translated?::text::jsonb)
on conflict (account_id, id) do nothing

-- name: saveNewsletter :maybe
update newsletters set name = :name, subject = :subject, preheader = :preheader, html = :html,
  text = :text, from_name = :fromName,
  from_email = :fromEmail, reply_to = :replyTo, list_id = :listId?, kind = :kind, source = :source,
    template_id = :templateId?,
  template_version = :templateVersion?, slots = :slots::text::jsonb, inlined = :inlined::boolean,
    pictures = :pictures::text::jsonb, translated = :translated?::text::jsonb,
  version = version + 1, modified_at = now()
where account_id = :accountId and id = :id
returning version

-- name: findNewsletter :maybe
select id, name, subject, preheader, html, text, from_name, from_email, reply_to, list_id, kind,
  source, template_id, template_version,
  slots::text as "slots!", inlined, pictures::text as "pictures!",
    translated::text as "translated?", version, created_at as created,
    modified_at as modified, folder, archived_at as archived
from newsletters where account_id = :accountId and id = :id

-- name: newsletterDetails :maybe
-- As the web service shows it: the sender that emails would have, and when its last sending began.
select n.id, n.name, n.subject, coalesce(nullif(n.from_name, ''), l.from_name, '') as "fromName!",
  coalesce(nullif(n.from_email, ''), l.from_email, '') as "fromEmail!", n.list_id, n.template_id,
    n.created_at as created,
  n.modified_at as modified,
  (select max(s.planned_at) from sendings s where s.account_id = :accountId
    and s.newsletter_id = n.id and not s.test) as last_sent,
  n.html, n.text
from newsletters n left join lists l on l.account_id = n.account_id and l.id = n.list_id
where n.account_id = :accountId and n.id = :id

-- name: newsletterDetailsBetween :many
-- The same of those made in an interval, after an id.
select n.id, n.name, n.subject, coalesce(nullif(n.from_name, ''), l.from_name, '') as "fromName!",
  coalesce(nullif(n.from_email, ''), l.from_email, '') as "fromEmail!", n.list_id, n.template_id,
    n.created_at as created,
  n.modified_at as modified,
  (select max(s.planned_at) from sendings s where s.account_id = :accountId
    and s.newsletter_id = n.id and not s.test) as last_sent,
  n.html, n.text
from newsletters n left join lists l on l.account_id = n.account_id and l.id = n.list_id
where n.account_id = :accountId and n.id > :afterId and n.created_at >= :from::timestamptz
  and n.created_at < :until::timestamptz
order by n.id limit :most::int

-- name: newslettersOfAccount :many
select id, name, subject, list_id, kind, created_at as created, modified_at as modified
from newsletters where account_id = :accountId order by id

-- name: newslettersNewestFirst :many
-- A page, by keyset pagination.
select id, name, subject, list_id, kind, created_at as created, modified_at as modified
from newsletters where account_id = :accountId and (:before?::int is null or id < :before?)
order by id desc limit :most::int

-- name: placeNewsletter :count again
update newsletters set folder = :folder, archived_at = :archivedAt?::timestamptz
where account_id = :accountId and id = :id

-- name: addNewsletterVersion :count again
insert into newsletter_versions (account_id, newsletter_id, version, draft, actor_kind, actor_id,
  actor_name)
values (:accountId, :newsletterId, :version::int, :draft::text::jsonb, :actorKind, :actorId?,
  :actorName)
on conflict (account_id, newsletter_id, version) do nothing

-- name: newsletterVersions :many
select version, draft->>'name' as "name!", draft->>'subject' as "subject!",
  draft->>'kind' as "kind!", created_at as created, actor_kind, actor_id, actor_name
from newsletter_versions where account_id = :accountId and newsletter_id = :newsletterId
  order by version desc

-- name: lockNewsletter :maybe
select id from newsletters where account_id = :accountId and id = :id for update

-- name: findNewsletterVersion :maybe
select draft::text as "draft!" from newsletter_versions
where account_id = :accountId and newsletter_id = :newsletterId and version = :version::int

-- name: personForMessage :maybe
-- The data of a subscriber for an email, by address.
select id, email, name, format, array_to_string(fields, :FIELD_SEPARATOR, '') as "fields!"
  from subscribers
where account_id = :accountId and email_key = :emailKey

-- name: personForPreview :maybe
-- The same, by id.
select id, email, name, format, array_to_string(fields, :FIELD_SEPARATOR, '') as "fields!"
  from subscribers
where account_id = :accountId and id = :subscriberId

-- name: usesOfNewsletter :many
-- The dependants of the newsletter: projects, sendings that have not ended, triggers in their
-- present version and in those with active runs.
select 'project' as "kind!", p.id as "id!" from projects p
where p.account_id = :accountId and (p.newsletter_id = :newsletterId or exists (
  select 1 from project_versions v where v.account_id = :accountId and v.project_id = p.id
    and v.newsletter_id = :newsletterId))
union all
select 'sending', id from sendings where account_id = :accountId and newsletter_id = :newsletterId
  and not test and state not in ('finished', 'cancelled')
union all
select 'trigger', t.id from triggers t
where t.account_id = :accountId and t.removed_at is null and exists (
  select 1 from trigger_versions v where v.account_id = :accountId and v.trigger_id = t.id
    and (v.version = t.version or exists (
      select 1 from trigger_entries e where e.account_id = :accountId and e.trigger_id = t.id
        and e.version = v.version and e.due_at is not null))
    and jsonb_path_exists(v.definition, '$.** ? (@.newsletterId == $id)',
      jsonb_build_object('id', :newsletterId::int)))
order by 1, 2

-- name: removeNewsletter :count
delete from newsletters where account_id = :accountId and id = :id

-- name: removeWorkingCopy :count
delete from newsletter_working_copies where account_id = :accountId
  and newsletter_id = :newsletterId

-- name: removeNewsletterVersions :count
delete from newsletter_versions where account_id = :accountId and newsletter_id = :newsletterId

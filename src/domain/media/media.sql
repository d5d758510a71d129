-- name: addMedia :count again
-- The same picture again stays as it is.
insert into media (account_id, hash, kind, name, alt, width, height, octets, bytes, actor_kind,
  actor_id, actor_name)
values (:accountId, :hash, :kind, :name, :alt, :width, :height, :octets, :bytes?, :actorKind,
  :actorId?, :actorName)
on conflict (account_id, hash) do nothing

-- name: findMedia :maybe
select hash, kind, name, alt, width, height, octets, bytes is null as "outside!", actor_kind,
  actor_id, actor_name, created_at as created
from media where account_id = :accountId and hash = :hash

-- name: mediaNewestFirst :many
-- A page, by keyset pagination.
select hash, kind, name, alt, width, height, octets, actor_kind, actor_id, actor_name,
  created_at as created, created_at::text as "place!"
from media where account_id = :accountId
  and (:text?::text is null or strpos(lower(name || ' ' || alt), lower(:text?)) > 0)
  and (:beforeAt?::text is null
    or (created_at, hash) < (:beforeAt?::timestamptz, :beforeHash?::text))
order by created_at desc, hash desc limit :most::int

-- name: mediaBytes :maybe
select kind, bytes from media where account_id = :accountId and hash = :hash

-- name: describeMedia :count again
update media set name = :name, alt = :alt where account_id = :accountId and hash = :hash

-- name: removeMedia :count
delete from media where account_id = :accountId and hash = :hash

-- name: usesOfMedia :many long
-- Its uses: present, in drafts, and in sent emails. Of each kind the newest :most are read: texts
-- of an account may be gigabytes.
select 'newsletter' as "kind!", id as "id!", name as "name!" from (
  select id, name, html, source from newsletters
  where account_id = :accountId order by id desc limit :most::int) n
where strpos(html, :hash) > 0 or strpos(source, :hash) > 0
union all
select 'working copy', w.newsletter_id, n.name from newsletter_working_copies w
  join newsletters n on n.account_id = w.account_id and n.id = w.newsletter_id
where w.account_id = :accountId and strpos(w.content, :hash) > 0
union all
select 'template', t.id, t.name from templates t
where t.account_id = :accountId and exists (select 1 from template_versions v
  where v.account_id = :accountId and v.template_id = t.id and strpos(v.source, :hash) > 0)
union all
select 'saved block', id, name from saved_blocks
where account_id = :accountId and strpos(blocks, :hash) > 0
union all
select 'brand', 0, '' from brands where account_id = :accountId and strpos(brand, :hash) > 0
union all
select 'sending', id, message->>'name' from (
  select id, message from sendings
  where account_id = :accountId order by id desc limit :most::int) s
where strpos(message->>'html', :hash) > 0
union all
select 'trigger message', id, message->>'name' from (
  select id, message from trigger_messages
  where account_id = :accountId order by id desc limit :most::int) m
where strpos(message->>'html', :hash) > 0
union all
-- Restored some day, or sent by a project.
select distinct 'earlier version', v.newsletter_id, v.name from (
  select v.newsletter_id, n.name, v.draft from newsletter_versions v
    join newsletters n on n.account_id = v.account_id and n.id = v.newsletter_id
  where v.account_id = :accountId and v.version < n.version
  order by v.newsletter_id desc, v.version desc limit :most::int) v
where strpos(v.draft::text, :hash) > 0
order by 1, 2 desc limit 100

-- part: newEntry
insert into audit_entries (account_id, id, actor_kind, actor_id, actor_name, peer, action,
  object_kind, object_id, old_values, new_values)

-- name: addAuditEntry :count
:PART.newEntry
values (:accountId, :id, :actorKind, :actorId?, :actorName, :peer, :action,
  :objectKind, :objectId, :oldValues?::jsonb, :newValues?::jsonb)
on conflict (account_id, id) do nothing

-- name: addAuditEntries :count
-- The same change of several objects.
:PART.newEntry
select t.account_id, given.id, :actorKind, :actorId?::bigint, :actorName, :peer, :action,
  :objectKind, given.object_id, null, :newValues?::jsonb
from tenants t, unnest(:ids::text[], :objectIds::text[]) as given (id, object_id)
where t.account_id = :accountId
on conflict (account_id, id) do nothing

-- name: completeAuditEntry :count
-- A number that was not known yet: how often, how many.
update audit_entries set new_values = :newValues::jsonb where account_id = :accountId and id = :id

-- name: auditEntries :many long
-- The newest first, before a place. A person is shown by their present address.
select e.id, e.at, e.actor_kind, e.actor_id, coalesce(p.email, e.actor_name) as "actor_name!",
  e.peer, e.action, e.object_kind, e.object_id, e.old_values::text as "old_values?",
  e.new_values::text as "new_values?"
from audit_entries e
left join people p on e.actor_kind = 'person' and p.id = e.actor_id
where e.account_id = :accountId and e.id < :beforeId
  and (:objectKind?::text is null or e.object_kind = :objectKind?)
  and (:objectId?::text is null or e.object_id = :objectId?)
  and (:action?::text is null or e.action = :action?)
  and (:actorKind?::text is null or e.actor_kind = :actorKind?)
  and e.at >= :from::timestamptz and e.at < :until::timestamptz
order by e.id desc limit :most::int

-- name: blankAuditEntries :count long
-- Keeps who changed what and when, without the values that contain the text.
update audit_entries set old_values = null, new_values = null
where account_id = :accountId and exists (
  select from unnest(:texts::text[]) as wanted (part)
  where strpos(lower(concat(old_values::text, new_values::text)), part) > 0)

-- name: accountsWithOldAudit :many long
-- Of all accounts: those with entries that have had their time.
select distinct account_id from audit_entries
where at < now() - :months::int * interval '1 month' limit 1000

-- name: trimAuditEntries :count long
delete from audit_entries e where e.account_id = :accountId and e.id in (
  select n.id from audit_entries n where n.account_id = :accountId
    and n.at < now() - :months::int * interval '1 month' limit :most::int)

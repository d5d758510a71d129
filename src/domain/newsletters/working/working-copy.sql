-- name: lockNewsletter :maybe
-- Writers of its working copy take turns.
select version from newsletters where account_id = :accountId and id = :newsletterId for update

-- name: findWorkingCopy :maybe
select tag, base_version, content, actor_kind, actor_id, actor_name,
  modified_at as modified
from newsletter_working_copies where account_id = :accountId and newsletter_id = :newsletterId

-- name: keepWorkingCopy :count again
insert into newsletter_working_copies (account_id, newsletter_id, tag, base_version, content,
  actor_kind, actor_id, actor_name)
values (:accountId, :newsletterId, :tag, :baseVersion, :content, :actorKind,
  :actorId?, :actorName)
on conflict (account_id, newsletter_id) do update set tag = excluded.tag,
  content = excluded.content, actor_kind = excluded.actor_kind, actor_id = excluded.actor_id,
  actor_name = excluded.actor_name, modified_at = excluded.modified_at

-- name: dropWorkingCopy :count
-- Only as it was read; any, if no tag is given.
delete from newsletter_working_copies
where account_id = :accountId and newsletter_id = :newsletterId
  and (:tag?::text is null or tag = :tag?)

-- name: newsletterBoard :many
-- A page of newsletters with their folders, by keyset pagination. A newsletter stands where the
-- newest sending of it does that is not over; if all are over, the newest. One that was
-- cancelled before anything was planned leaves a draft as it was.
select n.id, n.name, n.subject, n.list_id, n.kind, n.folder, n.archived_at as archived,
  n.created_at as created, n.modified_at as modified, n.version,
  w.newsletter_id is not null as "unpublished!", coalesce(l.name, '') as "listName!"
from newsletters n
left join lists l on l.account_id = :accountId and l.id = n.list_id
left join newsletter_working_copies w on w.account_id = :accountId and w.newsletter_id = n.id
left join lateral (
  select s.state from sendings s where s.account_id = :accountId and s.newsletter_id = n.id
    and not s.test and s.parent_id is null
    and (s.state <> 'cancelled' or s.planned_at is not null)
  order by s.state in ('finished', 'cancelled'), s.state = 'cancelled', s.id desc limit 1) d
  on true
where n.account_id = :accountId and (:before?::int is null or n.id < :before?)
  and (n.archived_at is not null) = :archived::boolean
  and (:folder?::text is null or n.folder = :folder?)
  and (:text?::text is null or strpos(lower(n.name || ' ' || n.subject), lower(:text?)) > 0)
  and (:states?::text[] is null or coalesce(d.state, 'draft') = any (:states?))
order by n.id desc limit :most::int

-- name: newsletterFolders :many
select folder, count(*) as "newsletters!" from newsletters
where account_id = :accountId and folder <> '' and archived_at is null
group by folder order by folder

-- name: newsletterStandings :many
-- The number of newsletters in each state, as newsletterBoard shows it; beside them those in the
-- archive.
select case when n.archived_at is not null then 'archived' else coalesce(d.state, 'draft') end
  as "standing!", count(*) as "newsletters!"
from newsletters n
left join lateral (
  select s.state from sendings s where s.account_id = :accountId and s.newsletter_id = n.id
    and not s.test and s.parent_id is null
    and (s.state <> 'cancelled' or s.planned_at is not null)
  order by s.state in ('finished', 'cancelled'), s.state = 'cancelled', s.id desc limit 1) d
  on true
where n.account_id = :accountId group by 1

-- name: sendingsBetween :many
select s.id, s.newsletter_id, coalesce(s.message->>'name', '') as "name!",
  coalesce(s.message->>'subject', '') as "subject!",
  coalesce(l.name, s.message->>'listName', '') as "listName!", s.state, s.due_at, s.zone, s.planned
from sendings s left join lists l on l.account_id = :accountId and l.id = s.list_id
where s.account_id = :accountId and not s.test and s.parent_id is null
  and s.due_at >= :from::timestamptz and s.due_at < :until::timestamptz
order by s.due_at, s.id limit 500

-- name: triggersDue :many long
-- When the next person of each is due, if one is on their way.
select t.id, t.name, min(e.due_at) as "next!", count(*) as "people!"
from triggers t join trigger_entries e on e.account_id = t.account_id and e.trigger_id = t.id
where t.account_id = :accountId and t.removed_at is null and e.due_at >= :from::timestamptz
  and e.due_at < :until::timestamptz
group by t.id, t.name order by 3, 1

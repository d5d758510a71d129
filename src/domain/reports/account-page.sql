-- name: countPeople :one long
select count(*) as "count!" from subscribers where account_id = :accountId

-- name: countOptOuts :one long
select count(*) as "count!" from opt_outs where account_id = :accountId

-- name: newestPeople :many long
-- Ids rise with time, within a few hundred of each other (see db/ids.ts): precise enough, and read
-- from the primary key.
select id, email, name, created_at as created, opted_out_at is not null as "opted_out!"
from subscribers where account_id = :accountId order by id desc limit :most::int

-- name: newestSendings :many
-- With the subscribers who opened and clicked; null for an anonymous list, and
-- where nothing is tracked.
select s.id, coalesce(s.message->>'name', '') as "name!", coalesce(l.name, '') as "listName!",
  s.state, s.due_at, s.planned,
  case when a.until is null and s.message->>'untracked' is null
    then coalesce(o.messages, 0) end as "opened?",
  case when a.until is null and s.message->>'untracked' is null
    then coalesce(c.messages, 0) end as "clicked?"
from sendings s
left join lists l on l.account_id = :accountId and l.id = s.list_id
left join anonymous_lists a on a.account_id = :accountId and a.list_id = s.list_id
  and s.created_at < a.until
left join hit_totals o on o.account_id = :accountId and o.source_kind = :SOURCE.sending
  and o.source_id = s.id
  and o.kind = 'view' and o.link = 0
left join hit_totals c on c.account_id = :accountId and c.source_kind = :SOURCE.sending
  and c.source_id = s.id
  and c.kind = 'click' and c.link = 0
where s.account_id = :accountId and not s.test order by s.id desc limit :most::int

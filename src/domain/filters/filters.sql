-- name: addFilter :count again
-- Adds nothing if the name is taken.
insert into filters (account_id, id, name, source, condition) values
  (:accountId, :id, :name, :source, :condition::text::jsonb)
on conflict do nothing

-- name: filtersOfAccount :many
select id, name, source, condition::text as "condition!", created_at as created from filters
  where account_id = :accountId order by id

-- name: filtersById :many
select id, name, source, condition::text as "condition!", created_at as created from filters
where account_id = :accountId and id = any (:ids::int[]) order by id

-- name: findFilterByName :maybe
select id from filters where account_id = :accountId and lower(name) = lower(:name)

-- name: changeFilter :count again
update filters set source = :source, condition = :condition::text::jsonb
  where account_id = :accountId and id = :id

-- name: removeFilter :count again
delete from filters where account_id = :accountId and id = :id

-- name: sendingsKnown :many
-- Which of the given sendings exist, and whether their engagement is anonymous, or not tracked.
select s.id, exists (
  select 1 from anonymous_lists l where l.account_id = :accountId and l.list_id = s.list_id
    and s.created_at < l.until) as "anonymous!",
  (s.message->'untracked' is not null) as "untracked!"
from sendings s where s.account_id = :accountId and s.id = any (:ids::bigint[])

-- name: listIsAnonymous :one
select exists (select 1 from anonymous_lists where account_id = :accountId and list_id = :listId
  and until = 'infinity') as "anonymous!"

-- name: listsKnown :many
select id from lists where account_id = :accountId and id = any (:ids::int[])

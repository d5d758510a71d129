-- name: quietHoursOf :one
-- As JSON: those of the account, and those of a list. Null: it has none of its own.
select t.quiet_hours::text as "account?", l.quiet_hours::text as "list?"
from tenants t left join lists l on l.account_id = :accountId and l.id = :listId
where t.account_id = :accountId

-- name: lockQuietHours :one
select quiet_hours::text as "account?" from tenants where account_id = :accountId for no key update

-- name: lockQuietHoursOfList :maybe
select quiet_hours::text as "list?" from lists where account_id = :accountId and id = :listId
  for no key update

-- name: listsWithQuietHours :many
-- Lists that have a rule of their own.
select id, name, quiet_hours::text as "rule!" from lists
where account_id = :accountId and quiet_hours is not null order by name, id

-- name: setQuietHours :count
update tenants set quiet_hours = :rule?::text::jsonb where account_id = :accountId

-- name: setQuietHoursOfList :count
update lists set quiet_hours = :rule?::text::jsonb where account_id = :accountId and id = :listId

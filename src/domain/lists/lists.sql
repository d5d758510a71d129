-- name: addList :one again
-- The id is reserved before, so sending the statement twice adds one list.
with added as (
  insert into lists (account_id, id, name, from_name, from_email, description, character_set)
  values (:accountId, :id, :name, :fromName, :fromEmail, :description, :characterSet)
  on conflict (account_id, id) do nothing
  returning id)
select :id::int as "id!"

-- name: listsOfAccount :many
select id, name, from_name, from_email, description, character_set, created_at as created
from lists where account_id = :accountId order by id

-- name: findList :maybe
select id, name, from_name, from_email, description, character_set, created_at as created
from lists where account_id = :accountId and id = :listId

-- name: lockList :maybe
select id, name, from_name, from_email, description, character_set, created_at as created
from lists where account_id = :accountId and id = :listId for update

-- name: removeList :count
delete from lists where account_id = :accountId and id = :listId

-- name: removeSubscriptionsOfList :count long
-- Not in lock order: sorting would lock up to a million rows before it deletes them. A concurrent
-- removal of many subscribers from all lists (a file of opt-outs, complaints) may deadlock with it:
-- either is retried.
delete from subscriptions where account_id = :accountId and list_id = :listId

-- name: removeMilestonesOfList :count long
delete from list_milestones where account_id = :accountId and list_id = :listId

-- name: removeDeparturesOfList :count long
delete from list_departures where account_id = :accountId and list_id = :listId

-- name: changeList :count again
-- Null leaves a value unchanged.
update lists set name = coalesce(:name?, name), from_name = coalesce(:fromName?, from_name),
  from_email = coalesce(:fromEmail?, from_email),
    description = coalesce(:description?, description),
  character_set = coalesce(:characterSet?, character_set)
where account_id = :accountId and id = :listId

-- name: usesOfList :one
-- What depends on the list: newsletters, triggers, and sendings that have not ended.
select
  (select count(*) from newsletters
    where account_id = :accountId and list_id = :listId) as "newsletters!",
  (select count(*) from triggers
    where account_id = :accountId and list_id = :listId and removed_at is null) as "triggers!",
  (select count(*) from sendings
    where account_id = :accountId and list_id = :listId and not test
      and state not in ('finished', 'cancelled')) as "sendings!"

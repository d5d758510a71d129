-- name: addList :one again
-- The id was taken beforehand: sent twice, the list is there once.
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

-- name: removeList :count
delete from lists where account_id = :accountId and id = :listId

-- name: removeSubscriptionsOfList :count long
delete from subscriptions where account_id = :accountId and list_id = :listId

-- name: removeMilestonesOfList :count long
delete from list_milestones where account_id = :accountId and list_id = :listId

-- name: removeDeparturesOfList :count long
delete from list_departures where account_id = :accountId and list_id = :listId

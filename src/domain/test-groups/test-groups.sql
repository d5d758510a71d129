-- name: addToGroup :count again
insert into test_groups (account_id, name, email)
select t.account_id, :name, given.email from tenants t, unnest(:emails::text[]) as given (email)
  where t.account_id = :accountId
on conflict (account_id, name, email) do nothing

-- name: testGroups :many
select name, email from test_groups where account_id = :accountId order by name, email

-- name: addressesOfGroup :many
select email from test_groups where account_id = :accountId and name = :name order by email

-- name: removeFromGroup :count again
-- Without addresses the whole group.
delete from test_groups where account_id = :accountId and name = :name
  and (cardinality(:emails::text[]) = 0 or email = any (:emails::text[]))

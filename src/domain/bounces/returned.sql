-- The emails that incoming messages are about.

-- name: messageSource :maybe
-- When a sending was last active.
select greatest(created_at, due_at, coalesce(finished_at, planned_at, created_at)) as "last!"
  from sendings
where account_id = :accountId and id = :sendingId

-- name: messageOfTransaction :maybe
-- The scheduled time.
select send_at as last from transactions where account_id = :accountId and id = :transactionId::int

-- name: forwardAddress :maybe
select forward_to from tenants where account_id = :accountId

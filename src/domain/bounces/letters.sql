-- Letters that mail comes in about.

-- name: letterSource :maybe
-- When a sending last sent.
select greatest(created_at, due_at, coalesce(finished_at, planned_at, created_at)) as "last!"
  from sendings
where account_id = :accountId and id = :sendingId

-- name: letterOfTransaction :maybe
-- When it was to be sent.
select send_at as last from transactions where account_id = :accountId and id = :transactionId::int

-- name: forwardAddress :maybe
select forward_to from tenants where account_id = :accountId

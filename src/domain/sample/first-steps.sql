-- name: firstSteps :one
-- The parts of an account that sending needs.
select exists (select 1 from subscribers where account_id = :accountId) as "people!",
  exists (select 1 from newsletters where account_id = :accountId) as "newsletters!",
  exists (select 1 from sendings where account_id = :accountId and not test) as "sendings!",
  (select called_at from tenants where account_id = :accountId) as "called?"

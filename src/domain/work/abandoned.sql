-- Leases of processes that have ended, by the ids that the workers of each have: `first` to `last`.
-- None of these statements is restricted to an account. They end leases only: work of the holder is
-- recovered as after an expired lease.

-- name: endClaims :count again
-- Not restricted to an account.
update claims set leased_until = now() - interval '1 second'
where worker between :first::uuid and :last::uuid and leased_until >= now()

-- name: endSmsClaims :count again
-- Not restricted to an account.
update sms_claims set leased_until = now() - interval '1 second'
where worker between :first::uuid and :last::uuid and leased_until >= now()

-- name: endImportLeases :count again
-- Not restricted to an account.
with ended as (
  update imports set leased_until = now() - interval '1 second'
  where worker between :first::uuid and :last::uuid and leased_until >= now()
  returning account_id, id)
update work w set due = now() from ended e
where w.account_id = e.account_id and w.kind = :WORK.import and w.source_id = e.id

-- name: endBatchLeases :count again
-- Not restricted to an account.
with ended as (
  update transaction_batches set leased_until = now() - interval '1 second'
  where worker between :first::uuid and :last::uuid and leased_until >= now()
  returning account_id, id)
update work w set due = now() from ended e
where w.account_id = e.account_id and w.kind = :WORK.batch and w.source_id = e.id

-- name: endJobLeases :count again
-- Not restricted to an account.
with ended as (
  update bulk_jobs set leased_until = now() - interval '1 second'
  where worker between :first::uuid and :last::uuid and leased_until >= now()
  returning account_id, id)
update work w set due = now() from ended e
where w.account_id = e.account_id and w.kind = :WORK.bulk and w.source_id = e.id

-- name: endWebhookLeases :count again
-- Not restricted to an account.
with ended as (
  update webhooks set leased_until = now() - interval '1 second'
  where worker between :first::uuid and :last::uuid and leased_until >= now()
  returning account_id, id)
update work w set due = now() from ended e
where w.account_id = e.account_id and w.kind = :WORK.webhook and w.source_id = e.id

-- name: buryWorkers :count again
-- Not restricted to an account: they have no share of the routes any more.
update workers set seen_at = least(seen_at, now() - interval '15 seconds')
where id between :first::uuid and :last::uuid

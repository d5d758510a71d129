-- Emails that are cancelled before they are handed over.

-- name: withdrawEmail :many long
-- Of an email, the deliveries that no worker has handed over: those that wait, also after tries in
-- vain, and those that a worker has claimed; not one that may have arrived already. Waits for
-- workers that are marking some of them: an earlier hand-over is final, and a later one finds the
-- delivery withdrawn.
with held as materialized (
  select d.id from email_recipients r join deliveries d on d.account_id = :accountId
    and d.source_kind = :SOURCE.transaction and d.source_id = :projectId
    and d.id = r.transaction_id
  where r.account_id = :accountId and r.email_id = :emailId
    and d.state in ('planned', 'deferred', 'claimed') and not d.was_uncertain
  order by d.id for no key update of d)
update deliveries d set state = 'withdrawn', reason = 'cancelled', next_try_at = null,
  changed_at = now()
from held where d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = :projectId and d.id = held.id and d.state in ('planned', 'deferred', 'claimed')
returning d.id

-- name: recipientsLeft :one long
-- Recipients of an email who were not withdrawn, and those who were.
select count(*) filter (where d.state <> 'withdrawn')::int as "left!",
  count(*) filter (where d.state = 'withdrawn')::int as "withdrawn!"
from email_recipients r join deliveries d on d.account_id = :accountId
  and d.source_kind = :SOURCE.transaction and d.source_id = :projectId and d.id = r.transaction_id
where r.account_id = :accountId and r.email_id = :emailId

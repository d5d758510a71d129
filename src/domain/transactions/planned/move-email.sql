-- Emails that are sent at another time.

-- name: lockEmail :maybe
-- Changes of one email wait for each other.
select project_id from given_emails where account_id = :accountId and id = :emailId
for no key update

-- name: movePlanned :many long
-- Of an email, the deliveries that were never tried, and that no worker has claimed.
with held as materialized (
  select d.id from email_recipients r join deliveries d on d.account_id = :accountId
    and d.source_kind = :SOURCE.transaction and d.source_id = :projectId
    and d.id = r.transaction_id
  where r.account_id = :accountId and r.email_id = :emailId
    and d.next_try_at is not null and d.state = 'planned' and d.attempts = 0
    and not d.was_uncertain
  order by d.id for no key update of d)
update deliveries d set next_try_at = :sendAt::timestamptz, changed_at = now()
from held where d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = :projectId and d.id = held.id and d.state = 'planned'
returning d.id

-- name: setSendTime :count long
update transactions set send_at = :sendAt::timestamptz
where account_id = :accountId and id = any (:ids::int[])

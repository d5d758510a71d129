-- Alarms that are told by email: when each began and ended, and whether that was told.

-- name: keptAlarms :many
-- Of all accounts.
select account_id, alarm_key, account, said::text as "said!", began_at, ended_at, begin_told_at,
  end_told_at
from alarms order by account_id, alarm_key limit 5000

-- name: beginAlarm :count again
-- One that has ended goes on: it is not told again.
insert into alarms (account_id, alarm_key, account, said, began_at)
values (:accountId, :alarmKey, :account?, :said::jsonb, :at::timestamptz)
on conflict (account_id, alarm_key) do update set ended_at = null

-- name: endAlarm :count again
update alarms set ended_at = :at::timestamptz
where account_id = :accountId and alarm_key = :alarmKey and ended_at is null

-- name: claimBegin :count
-- Of several processes one tells it. A claim of before is of a process that died, or failed.
update alarms set claimed_at = :at::timestamptz
where account_id = :accountId and alarm_key = :alarmKey and begin_told_at is null
  and ended_at is null and (claimed_at is null or claimed_at < :before::timestamptz)

-- name: claimEnd :count
update alarms set claimed_at = :at::timestamptz
where account_id = :accountId and alarm_key = :alarmKey and begin_told_at is not null
  and end_told_at is null and ended_at is not null
  and (claimed_at is null or claimed_at < :before::timestamptz)

-- name: noteBeginSent :count again
update alarms set begin_told_at = :at::timestamptz, claimed_at = null
where account_id = :accountId and alarm_key = :alarmKey

-- name: noteEndSent :count again
update alarms set end_told_at = :at::timestamptz, claimed_at = null
where account_id = :accountId and alarm_key = :alarmKey

-- name: forgetAlarms :count
-- Of all accounts: those that ended before then, and have nothing to be told.
delete from alarms where ended_at < :before::timestamptz
  and (begin_told_at is null or end_told_at is not null)

-- name: addSeedEmail :count again
insert into seed_emails (account_id, sending_id, address, inbox_account_id, inbox_id) values
  (:accountId, :sendingId, :address, :inboxAccountId, :inboxId)
on conflict (account_id, sending_id, address) do nothing

-- name: seedTests :many
-- The newest first.
select s.id, coalesce(s.message->>'name', '') as "name!", s.newsletter_id, s.created_at
from sendings s where s.account_id = :accountId and s.test and s.id in (
  select e.sending_id from seed_emails e where e.account_id = :accountId)
order by s.id desc limit :most::int

-- name: seedEmails :many
-- With the outcome of each email, and when it was.
select e.sending_id, e.address, e.inbox_account_id, e.inbox_id, e.looked_at, e.trouble, e.placement,
  e.folder, e.arrived_at, e.authserv, e.spf, e.dkim, e.dmarc, d.state::text as "state?",
  d.changed_at, d.reply
from seed_emails e
left join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = e.sending_id and d.email = e.address
where e.account_id = :accountId and e.sending_id = any (:sendingIds::int[])
order by e.sending_id, e.address

-- name: claimLook :count
-- One look at a time, and not all the time.
update seed_emails set looked_at = now()
where account_id = :accountId and sending_id = :sendingId and address = :address
  and placement is null and (looked_at is null or looked_at < now() - interval '10 seconds')

-- name: settleLook :count again
update seed_emails set trouble = :trouble? where account_id = :accountId
  and sending_id = :sendingId and address = :address

-- name: keepPlace :count again
update seed_emails set trouble = null, placement = :placement, folder = :folder,
  arrived_at = :arrived::timestamptz, authserv = :authserv?, spf = :spf?, dkim = :dkim?,
  dmarc = :dmarc?
where account_id = :accountId and sending_id = :sendingId and address = :address

-- name: forgetSeedEmails :count
-- All but those of the last hundred tests.
delete from seed_emails where account_id = :accountId and sending_id <= (
  select coalesce(max(sending_id), 0) from (
    select distinct sending_id from seed_emails where account_id = :accountId
    order by sending_id desc offset 100) old)

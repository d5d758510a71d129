-- Mailboxes to fetch from. Those of account 0 serve all accounts.

-- name: addInbox :count again
insert into inboxes (account_id, id, shown, sealed_url, every_seconds, seed_address) values
  (:accountId, :id, :shown, :sealedUrl, :everySeconds, :seedAddress?)
on conflict (account_id, id) do nothing

-- name: inboxes :many
select account_id, id, shown, sealed_url, every_seconds, validity, last_uid, checked_at, trouble,
  fetched, seed_address from inboxes
where account_id = :accountId order by id

-- name: inboxesDue :many
-- Due mailboxes of all accounts. Those of seed tests are read by the tests alone.
select account_id, id from inboxes
  where seed_address is null
    and coalesce(checked_at, '-infinity') < now() - make_interval(secs => every_seconds)
  order by checked_at nulls first limit 50

-- name: claimInbox :maybe
-- Claims a mailbox for a check; returns no row if another worker has claimed it.
update inboxes set checked_at = now()
where account_id = :accountId and id = :id and seed_address is null
  and (checked_at is null or extract(epoch from now() - checked_at) > every_seconds)
returning sealed_url, shown, validity, last_uid

-- name: readUpTo :count
update inboxes set last_uid = case when validity = :validity? then greatest(last_uid, :uid::bigint)
  else :uid::bigint end, validity = :validity?,
  fetched = fetched + 1
where account_id = :accountId and id = :id

-- name: settleInbox :count
update inboxes set trouble = :trouble? where account_id = :accountId and id = :id

-- name: rewriteInbox :count again
update inboxes set shown = :shown, sealed_url = :sealedUrl, every_seconds = :everySeconds,
  checked_at = null, trouble = null
where account_id = :accountId and id = :id

-- name: removeInbox :count
delete from inboxes where account_id = :accountId and id = :id

-- name: addSharedReport :count again
insert into shared_reports (account_id, id, sending_id, expires_at)
values (:accountId, :id, :sendingId, :expiresAt::timestamptz)
on conflict (account_id, id) do nothing

-- name: sharedReports :many
-- The links to a report that lead to it now, the newest first.
select id, created_at as created, expires_at as expires from shared_reports
where account_id = :accountId and sending_id = :sendingId and revoked_at is null
  and expires_at > now()
order by id desc

-- name: revokeSharedReport :maybe
update shared_reports set revoked_at = now()
where account_id = :accountId and id = :id and sending_id = :sendingId and revoked_at is null
returning id

-- name: findSharedReport :maybe
select sending_id, expires_at as expires from shared_reports
where account_id = :accountId and id = :id and revoked_at is null and expires_at > now()

-- Not restricted to an account: queries by name, or of all accounts.

-- name: findAccount :maybe
-- By the key of the user name (see username.ts).
select id, username, password_hash, field_count, closed_at is not null as "closed!"
from accounts where username_key = :usernameKey

-- name: accountsInOrder :many
-- All accounts, oldest first.
select id, username, field_count, created_at, closed_at from accounts order by id

-- name: takeAccountId :one
-- The counter of account ids is stored under account 0. Its row stays locked until the transaction
-- ends, so first accounts are created one at a time.
insert into counters as c (account_id, kind, next_id) values (0, 'account', 2)
on conflict (account_id, kind) do update set next_id = c.next_id + 1
returning next_id - 1 as "id!"

-- name: addAccount :count
-- Adds nothing if the user name is taken.
insert into accounts (id, username, username_key, password_hash)
values (:accountId, :username, :usernameKey, :passwordHash)
on conflict (username_key) do nothing

-- name: addTenant :count
insert into tenants (account_id) values (:accountId)

-- name: anyAccount :maybe
select id from accounts order by id limit 1

-- name: savePasswordHash :count again
update accounts set password_hash = :passwordHash where id = :accountId

-- name: closeAccount :count again
update accounts set closed_at = coalesce(closed_at, now()) where id = :accountId

-- name: reopenAccount :count again
update accounts set closed_at = null where id = :accountId

-- name: saveFieldCount :count again
update accounts set field_count = :fieldCount where id = :accountId

-- name: addLoginLink :count
insert into login_links (account_id, token_hash, expires_at)
values (:accountId, :tokenHash, now() + :minutes::int * interval '1 minute')

-- name: claimLoginLink :maybe
-- Single use: only one call gets the row.
update login_links set used_at = now()
where account_id = :accountId and token_hash = :tokenHash and used_at is null and expires_at > now()
returning account_id

-- name: removeOldLoginLinks :count again
delete from login_links where account_id = :accountId and expires_at < now()

-- name: removeLoginLinks :count again
delete from login_links where account_id = :accountId

-- name: addSession :count
insert into sessions (account_id, token_hash, expires_at)
values (:accountId, :tokenHash, now() + :hours::int * interval '1 hour')

-- name: findOpenAccount :maybe
-- The account by its id, unless it is closed.
select id, username, field_count from accounts where id = :accountId and closed_at is null

-- name: findSession :maybe
-- The account of a session, unless the session has ended or the account is closed.
select a.id, a.username, a.field_count
from sessions s join accounts a on a.id = s.account_id
where s.account_id = :accountId and s.token_hash = :tokenHash and s.expires_at > now()
  and a.closed_at is null

-- name: removeSession :count again
delete from sessions where account_id = :accountId and token_hash = :tokenHash

-- name: removeOldSessions :count again
delete from sessions where account_id = :accountId and expires_at < now()

-- name: removeSessions :count again
delete from sessions where account_id = :accountId

-- name: setForwardAddress :count
update tenants set forward_to = :forwardTo? where account_id = :accountId

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
update accounts set closed_at = least(closed_at, now()) where id = :accountId

-- name: reopenAccount :count again
update accounts set closed_at = null where id = :accountId

-- name: saveFieldCount :count again
update accounts set field_count = :fieldCount where id = :accountId

-- name: saveLifting :count
update tenants set lift_opt_outs = :allowed where account_id = :accountId

-- name: mayLift :one
select exists (select from tenants where account_id = :accountId and lift_opt_outs) as "allowed!"

-- name: addLoginLink :count
insert into login_links (account_id, token_hash, expires_at)
values (:accountId, :tokenHash, now() + :minutes::int * interval '1 minute')

-- name: claimLoginLink :maybe
-- Single use: only one call gets the row.
update login_links set used_at = now()
where account_id = :accountId and token_hash = :tokenHash and used_at is null and expires_at > now()
returning account_id

-- name: findLoginLink :maybe
select account_id from login_links
where account_id = :accountId and token_hash = :tokenHash and used_at is null and expires_at > now()

-- name: removeOldLoginLinks :count again
delete from login_links where account_id = :accountId and expires_at < now()

-- name: removeLoginLinks :count again
delete from login_links where account_id = :accountId

-- name: addSession :count
insert into sessions
  (account_id, token_hash, kind, person_id, peer, user_agent, code_needed, confirmed_at,
    expires_at)
values (:accountId, :tokenHash, :kind, :personId?, :peer, :userAgent, :codeNeeded,
  case when :confirmed then now() end, now() + :hours::int * interval '1 hour')

-- name: findOpenAccount :maybe
-- The account by its id, unless it is closed.
select id, username, field_count from accounts where id = :accountId and closed_at is null

-- name: findSession :maybe
-- Unless it has ended, the account is closed, or the right of its opener has ended: a former
-- member; the account itself once it has an owner, unless the owner allows it.
select a.id, a.username, a.field_count, s.kind, s.person_id,
  p.email as "email?", p.name as "person_name?", p.language as "language?",
  p.code_set_at is not null as "code_set!", s.code_needed,
  coalesce(p.password_hash <> '', true) as "password_set!", p.proven_at is not null as "proven!",
  exists (select from tenants d where d.account_id = :accountId and d.code_demanded)
    as "code_demanded!",
  p.operator as "operator?", m.role as "role?", m.masked as "masked?",
  coalesce(s.confirmed_at > now() - :confirmedMinutes::int * interval '1 minute', false)
    as "confirmed!",
  s.seen_at < now() - interval '1 minute' as "unnoted!",
  not exists (select from accounts o where o.id <> :accountId and o.closed_at is null) as "alone!"
from sessions s join accounts a on a.id = s.account_id
left join members m on m.account_id = s.account_id and m.person_id = s.person_id
left join people p on p.id = m.person_id
where s.account_id = :accountId and s.token_hash = :tokenHash and s.expires_at > now()
  and a.closed_at is null
  and case s.kind
    when 'person' then m.person_id is not null
    when 'account' then
      not exists (select from members o where o.account_id = :accountId and o.role = 'owner')
      or exists (
        select from tenants t where t.account_id = :accountId and t.console_by_account)
    else true end

-- name: otherAccounts :one
-- Whether another account is open, so that this one is not alone on the installation.
select exists (select from accounts where id <> :accountId and closed_at is null) as "open!"

-- name: consoleOfAccount :one
-- Whether user name and password of the account open the console.
select not exists (select from members o where o.account_id = :accountId and o.role = 'owner')
  or exists (select from tenants t where t.account_id = :accountId and t.console_by_account)
  as "open!"

-- name: allowConsoleByAccount :count
update tenants set console_by_account = :allowed where account_id = :accountId

-- name: noteSessionUse :count again
-- Idle sessions end; none lives longer than its days.
update sessions set seen_at = now(),
  expires_at = least(now() + :hours::int * interval '1 hour',
    to_timestamp(
    extract(epoch from created_at at time zone 'UTC') + :days::int * 86400))
where account_id = :accountId and token_hash = :tokenHash

-- name: acceptCode :count again
update sessions set code_needed = false
where account_id = :accountId and token_hash = :tokenHash

-- name: countCodeOfSession :maybe
-- Before the code is looked at; no row for a session that has had all that it gets.
update sessions set codes_given = codes_given + 1
where account_id = :accountId and token_hash = :tokenHash and code_needed
  and codes_given < :most::int
returning codes_given as "given!"

-- name: codeDemand :one
select exists (
  select from tenants where account_id = :accountId and code_demanded) as "demanded!"

-- name: demandCodes :count
update tenants set code_demanded = :demanded where account_id = :accountId

-- name: confirmSession :count again
update sessions set confirmed_at = now()
where account_id = :accountId and token_hash = :tokenHash

-- name: sessionsOfAccount :many
-- Of one person, or of all with :personId null.
select left(s.token_hash, 16) as "id!", s.kind, s.person_id, p.email as "email?",
  s.created_at as created, s.seen_at as seen, s.peer, s.user_agent,
  s.token_hash = :tokenHash as "current!"
from sessions s left join people p on p.id = s.person_id
where s.account_id = :accountId and s.expires_at > now()
  and (:personId?::bigint is null or s.person_id = :personId?)
order by s.seen_at desc, s.token_hash limit 500

-- name: sessionOfPerson :maybe
select token_hash from sessions
where account_id = :accountId and token_hash = :tokenHash and person_id = :personId
  and expires_at > now()

-- name: removeSessionById :count
delete from sessions
where account_id = :accountId and left(token_hash, 16) = :id
  and (:personId?::bigint is null or person_id = :personId?)

-- name: removeSessionsOfPerson :count again
-- All but the one of the caller, if there is one.
delete from sessions
where account_id = :accountId and person_id = :personId and token_hash <> :exceptHash

-- name: removeOwnSessions :count again
-- Those that user name and password of the account, or its links, opened.
delete from sessions where account_id = :accountId and kind <> 'person'
  and token_hash is distinct from :but?::text

-- name: removeSession :count again
delete from sessions where account_id = :accountId and token_hash = :tokenHash

-- name: removeOldSessions :count again
delete from sessions where account_id = :accountId and expires_at < now()

-- name: removeSessions :count again
delete from sessions where account_id = :accountId

-- name: setForwardAddress :count
update tenants set forward_to = :forwardTo? where account_id = :accountId

-- name: noteProgramCall :count again
update tenants set called_at = now() where account_id = :accountId

-- name: noteProgramFailures :count
insert into program_failures as f (account_id, hour, failures, last_at, said)
select account_id, date_trunc('hour', now()), :failures::int, now(), :said::text from tenants
where account_id = :accountId
on conflict (account_id, hour) do update
  set failures = f.failures + excluded.failures, last_at = excluded.last_at,
    said = excluded.said

-- name: forgetProgramFailures :count again
delete from program_failures where account_id = :accountId and hour < now() - interval '30 days'

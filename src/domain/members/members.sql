-- People and members are of all accounts: a person signs in before their accounts are known.

-- name: personByKey :maybe
select id, email, name, password_hash, language, operator, code_set_at is not null as "code_set!"
from people where email_key = :emailKey

-- name: personOfIdentity :maybe
select p.id, p.code_set_at is not null as "code_set!"
from person_identities i join people p on p.id = i.person_id
where i.issuer = :issuer and i.subject = :subject

-- name: addIdentity :count
-- Adds nothing if the person is another subject there.
insert into person_identities (issuer, subject, person_id)
values (:issuer, :subject, :personId)
on conflict do nothing

-- name: removeIdentities :count again
delete from person_identities where person_id = :personId

-- name: addPerson :count
-- Adds nothing if the address is known.
insert into people (id, email, email_key, name, password_hash, language)
values (:id, :email, :emailKey, :name, :passwordHash, :language)
on conflict (email_key) do nothing

-- name: savePersonPassword :count again
update people set password_hash = :passwordHash where id = :personId

-- name: editPerson :count again
update people set name = coalesce(:name?::text, name),
  language = coalesce(:language?::text, language),
  operator = coalesce(:operator?::boolean, operator)
where id = :personId

-- name: membershipsOfPerson :many
-- In open accounts, the oldest account first.
select m.account_id, a.username, m.role, m.masked
from members m join accounts a on a.id = m.account_id
where m.person_id = :personId and a.closed_at is null order by m.account_id

-- name: membersOfAccount :many
select p.id, p.email, p.name, p.language, p.operator,
  p.code_set_at is not null as "code_set!", m.role, m.masked, m.created_at as created,
  (select max(s.seen_at) from sessions s
    where s.account_id = :accountId and s.person_id = p.id) as "seen?"
from members m join people p on p.id = m.person_id
where m.account_id = :accountId order by p.id

-- name: ownersOfAccount :many
-- Locked, so that two changes at once do not remove the last two.
select person_id from members where account_id = :accountId and role = 'owner'
order by person_id for update

-- name: addMember :count
-- Whoever is a member already stays as they are.
insert into members (account_id, person_id, role, masked)
values (:accountId, :personId, :role, :masked)
on conflict (account_id, person_id) do nothing

-- name: lockMember :maybe
select person_id from members where account_id = :accountId and person_id = :personId for update

-- name: changeMember :count again
update members set role = coalesce(:role?::text, role), masked = coalesce(:masked?::boolean, masked)
where account_id = :accountId and person_id = :personId

-- name: removeMember :count
delete from members where account_id = :accountId and person_id = :personId

-- name: addInvitation :count
-- A second invitation of an address replaces the first.
insert into invitations (account_id, token_hash, email, email_key, role, masked, expires_at)
values (:accountId, :tokenHash, :email, :emailKey, :role, :masked,
  now() + :days::int * interval '1 day')
on conflict (account_id, email_key) do update set token_hash = excluded.token_hash,
  email = excluded.email, role = excluded.role, masked = excluded.masked,
  created_at = excluded.created_at, expires_at = excluded.expires_at

-- name: findInvitation :maybe
select i.email, i.role, i.masked, a.username
from invitations i join accounts a on a.id = i.account_id
where i.account_id = :accountId and i.token_hash = :tokenHash and i.expires_at > now()
  and a.closed_at is null

-- name: claimInvitation :maybe
-- Single use: only one call gets the row.
delete from invitations
where account_id = :accountId and token_hash = :tokenHash and expires_at > now()
returning email, email_key, role, masked

-- name: invitationsOfAccount :many
select email, role, masked, created_at as created, expires_at as expires from invitations
where account_id = :accountId and expires_at > now() order by created_at, email_key

-- name: removeInvitation :count
delete from invitations where account_id = :accountId and email_key = :emailKey

-- name: claimInvitationsOfAddress :many
-- Of all accounts: whoever signs in at a provider is known by address only.
delete from invitations i using accounts a
where i.email_key = :emailKey and i.expires_at > now()
  and a.id = i.account_id and a.closed_at is null
returning i.account_id, i.role, i.masked

-- name: removeOldInvitations :count again
delete from invitations where account_id = :accountId and expires_at <= now()

-- name: addPasswordReset :count
insert into password_resets (person_id, token_hash, expires_at)
values (:personId, :tokenHash, now() + :days::int * interval '1 day')

-- name: findPasswordReset :maybe
select p.email from password_resets r join people p on p.id = r.person_id
where r.person_id = :personId and r.token_hash = :tokenHash and r.expires_at > now()

-- name: claimPasswordReset :maybe
-- Single use: only one call gets the row.
delete from password_resets
where person_id = :personId and token_hash = :tokenHash and expires_at > now()
returning person_id

-- name: removePasswordResets :count again
delete from password_resets where person_id = :personId

-- name: memberNames :many
select p.id, p.name from members m join people p on p.id = m.person_id
where m.account_id = :accountId and m.person_id = any (:personIds::bigint[])

-- name: removeViewsOfPerson :count again
delete from saved_views where account_id = :accountId and person_id = :personId

-- People and members are of all accounts: a person signs in before their accounts are known.

-- part: lockedPerson
select id, email, email_key, password_hash, operator, proven_at is not null as "proven!",
  code_set_at is not null as "code_set!"
from people

-- part: usableReset
-- A link shown to an owner sets no password of a person who belongs to others by now.
r.person_id = :personId and r.token_hash = :tokenHash and r.expires_at > now()
  and (r.account_id is null or (
    not exists (select from people p where p.id = :personId and p.operator)
    and exists (
      select from members m where m.person_id = :personId and m.account_id = r.account_id)
    and not exists (
      select from members m where m.person_id = :personId and m.account_id <> r.account_id)))

-- name: personByKey :maybe
select id, email, name, password_hash, language, operator, code_set_at is not null as "code_set!",
  proven_at is not null as "proven!"
from people where email_key = :emailKey

-- name: lockPerson :maybe
-- Joining, leaving and proving a person are serialised by this lock: conditions hold until the
-- commit.
:PART.lockedPerson where id = :personId for update

-- name: lockPersonByKey :maybe
:PART.lockedPerson where email_key = :emailKey for update

-- name: holdPassword :maybe
-- A new password waits until the session that the present one opens is written, and ends it.
select id from people where id = :personId and password_hash = :passwordHash for share

-- name: personOfIdentity :maybe
select person_id from person_identities where issuer = :issuer and subject = :subject

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

-- name: saveProof :count again
update people set proven_at = now() where id = :personId

-- name: dropProof :count again
update people set proven_at = null where id = :personId

-- name: savePersonPassword :count again
update people set password_hash = :passwordHash where id = :personId

-- name: editPerson :count again
update people set name = coalesce(:name?::text, name),
  language = coalesce(:language?::text, language)
where id = :personId

-- name: setOperator :count again
-- Only of a proven person.
update people set operator = :operator
where id = :personId and (not :operator or proven_at is not null)

-- name: membershipsOfPerson :many
-- In open accounts. Those that an impostor may have joined in the name of the person, before the
-- proof, come last; then the oldest account first.
select m.account_id, a.username, m.role, m.masked
from members m join accounts a on a.id = m.account_id join people p on p.id = m.person_id
where m.person_id = :personId and a.closed_at is null
order by coalesce(m.created_at < p.proven_at, false), m.account_id

-- name: allAccountsOfPerson :many
-- Closed ones too: they may be opened again.
select account_id from members where person_id = :personId order by account_id

-- name: saysAlone :maybe
-- Whether the person belongs to this account alone. Closed accounts count.
select p.id from people p where p.id = :personId and not p.operator
  and exists (select from members m where m.person_id = p.id and m.account_id = :accountId)
  and not exists (select from members m where m.person_id = p.id and m.account_id <> :accountId)

-- name: membersOfAccount :many
select p.id, p.email, p.name, p.language, p.operator, p.proven_at is not null as "proven!",
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
-- A present member stays as they are.
insert into members (account_id, person_id, role, masked)
values (:accountId, :personId, :role, :masked)
on conflict (account_id, person_id) do nothing

-- name: changeMember :count again
update members set role = coalesce(:role?::text, role), masked = coalesce(:masked?::boolean, masked)
where account_id = :accountId and person_id = :personId

-- name: removeMember :count
delete from members where account_id = :accountId and person_id = :personId

-- name: addInvitation :count
-- A second invitation of an address replaces the first.
insert into invitations
  (account_id, token_hash, email, email_key, role, masked, proves, made_by, expires_at)
values (:accountId, :tokenHash, :email, :emailKey, :role, :masked, :proves, :madeBy?,
  now() + :days::int * interval '1 day')
on conflict (account_id, email_key) do update set token_hash = excluded.token_hash,
  email = excluded.email, role = excluded.role, masked = excluded.masked,
  proves = excluded.proves, made_by = excluded.made_by,
  created_at = excluded.created_at, expires_at = excluded.expires_at

-- name: findInvitation :maybe
select i.email, i.email_key, i.role, i.masked, i.proves, a.username
from invitations i join accounts a on a.id = i.account_id
where i.account_id = :accountId and i.token_hash = :tokenHash and i.expires_at > now()
  and a.closed_at is null

-- name: claimInvitation :maybe
-- Single use: only one call gets the row.
delete from invitations
where account_id = :accountId and token_hash = :tokenHash and expires_at > now()
  and exists (select from accounts a where a.id = :accountId and a.closed_at is null)
returning role, masked

-- name: invitationsOfAccount :many
select email, role, masked, created_at as created, expires_at as expires from invitations
where account_id = :accountId and expires_at > now() order by created_at, email_key

-- name: removeInvitation :count
delete from invitations where account_id = :accountId and email_key = :emailKey

-- name: claimInvitationsOfAddress :many
-- Of all accounts: a person who signs in at a provider is known by address only.
delete from invitations i using accounts a
where i.email_key = :emailKey and i.expires_at > now()
  and a.id = i.account_id and a.closed_at is null
returning i.account_id, i.role, i.masked

-- name: removeOldInvitations :count again
delete from invitations where account_id = :accountId and expires_at <= now()

-- name: removeShownInvitations :count again
-- Of a maker who may be a former member, and still know them.
delete from invitations where account_id = :accountId and made_by = :madeBy and not proves

-- name: addPasswordReset :count
-- :accountId null: the link is mailed.
insert into password_resets (person_id, token_hash, account_id, made_by, expires_at)
values (:personId, :tokenHash, :accountId?, :madeBy?, now() + :days::int * interval '1 day')

-- name: findPasswordReset :maybe
select o.email, o.language from password_resets r join people o on o.id = r.person_id
where :PART.usableReset

-- name: claimPasswordReset :maybe
-- Single use: only one call gets the row.
delete from password_resets r where :PART.usableReset
returning r.account_id is null as "proves!"

-- name: removePasswordResets :count again
delete from password_resets where person_id = :personId

-- name: removeShownResets :count again
-- Of a maker who may be a former member, and still know them.
delete from password_resets where account_id = :accountId and made_by = :madeBy

-- name: memberNames :many
select p.id, p.name from members m join people p on p.id = m.person_id
where m.account_id = :accountId and m.person_id = any (:personIds::bigint[])

-- name: recipientsOfRestNotice :many
-- The person first, then the owners of their open accounts, each once.
select p.id, p.email, p.language, a.id as account_id, a.username
from people p join accounts a on a.id = (
  select min(o.account_id) from members o
  join members m on m.account_id = o.account_id and m.person_id = :personId
  join accounts c on c.id = o.account_id and c.closed_at is null
  where o.person_id = p.id and (o.role = 'owner' or o.person_id = :personId))
order by p.id <> :personId, p.id limit :most::int

-- name: removeViewsOfPerson :count again
delete from saved_views where account_id = :accountId and person_id = :personId

-- name: removeAssistantsOfPerson :many
-- Their keys; removeGrants takes the tokens.
delete from api_keys k
where k.account_id = :accountId and k.maker_kind = 'person' and k.maker_id = :personId
  and exists (select from oauth_grants g where g.account_id = :accountId and g.key_id = k.id)
returning k.id

-- name: removeGrants :count again
delete from oauth_grants where account_id = :accountId and key_id = any (:keyIds::bigint[])

-- name: removeCodesOfPerson :count again
delete from oauth_codes
where account_id = :accountId and maker_kind = 'person' and maker_id = :personId

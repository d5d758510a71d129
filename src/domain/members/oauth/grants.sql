-- Authorization codes and refresh tokens of assistants.

-- name: addCode :count
insert into oauth_codes (account_id, code_hash, client_hash, client_name, redirect_uri, challenge,
  rights, masked, maker_kind, maker_id, expires_at)
values (:accountId, :codeHash, :clientHash, :clientName, :redirectUri, :challenge,
  :rights::text[], :masked, :makerKind, :makerId?, :expiresAt::timestamptz)

-- name: removeOldCodes :count again
delete from oauth_codes where account_id = :accountId and expires_at <= now()

-- name: countCodes :one
select count(*)::int as "codes!" from oauth_codes where account_id = :accountId

-- name: lockCode :maybe
-- Of two exchanges at once the second finds the key of the first.
select client_hash, client_name, redirect_uri, challenge, array_to_string(rights, ',') as "rights!",
  masked, maker_kind, maker_id, expires_at > now() as "valid!", key_id
from oauth_codes where account_id = :accountId and code_hash = :codeHash for update

-- name: markCode :count
update oauth_codes set key_id = :keyId
where account_id = :accountId and code_hash = :codeHash

-- name: addGrant :count
insert into oauth_grants (account_id, key_id, client_hash, returns_to, family_hash, refresh_hash,
  access_hash, access_expires_at)
values (:accountId, :keyId, :clientHash, :returnsTo, :familyHash, :refreshHash, :accessHash,
  :accessExpiresAt::timestamptz)

-- name: endedGrants :many
-- Not refreshed in time.
select k.id from api_keys k
join oauth_grants g on g.account_id = :accountId and g.key_id = k.id
where k.account_id = :accountId and k.expires_at <= now() order by k.id

-- name: lockGrant :maybe
select g.key_id, g.client_hash, g.refresh_hash
from oauth_grants g where g.account_id = :accountId and g.family_hash = :familyHash for update

-- name: grantWithAccess :maybe
select key_id, client_hash from oauth_grants
where account_id = :accountId and access_hash = :accessHash

-- name: rotateGrant :count
update oauth_grants set refresh_hash = :refreshHash, access_hash = :accessHash,
  access_expires_at = :accessExpiresAt::timestamptz
where account_id = :accountId and key_id = :keyId

-- name: prolongKey :count
update api_keys set expires_at = :expiresAt::timestamptz
where account_id = :accountId and id = :keyId

-- name: findCode :maybe
-- Before an id is taken for its key.
select code_hash from oauth_codes where account_id = :accountId and code_hash = :codeHash

-- name: standingOfGrant :maybe
-- Of a grant whose account is open, and who let it in still a member.
select array_to_string(k.rights, ',') as "rights!"
from api_keys k join accounts a on a.id = k.account_id
left join members m on m.account_id = k.account_id and m.person_id = k.maker_id
where k.account_id = :accountId and k.id = :keyId and a.closed_at is null
  and k.expires_at > now() and (k.maker_kind <> 'person' or m.person_id is not null)

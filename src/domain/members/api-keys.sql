-- name: addApiKey :count
insert into api_keys (account_id, id, name, token_hash, rights, masked, expires_at)
values (:accountId, :id, :name, :tokenHash, :rights::text[], :masked, :expiresAt?)

-- name: apiKeyByToken :maybe
-- A key of a closed account is invalid until the account is reopened.
select k.id, k.name, array_to_string(k.rights, ',') as "rights!", k.masked, a.username,
  a.field_count, k.used_at is null or k.used_at < now() - interval '1 minute' as "unnoted!"
from api_keys k join accounts a on a.id = k.account_id
where k.account_id = :accountId and k.token_hash = :tokenHash and a.closed_at is null
  and (k.expires_at is null or k.expires_at > now())

-- name: noteApiKeyUse :count again
update api_keys set used_at = now()
where account_id = :accountId and id = :id
  and (used_at is null or used_at < now() - interval '1 minute')

-- name: apiKeysOfAccount :many
select id, name, array_to_string(rights, ',') as "rights!", masked, created_at as created,
  expires_at as expires, used_at as used, coalesce(expires_at <= now(), false) as "expired!"
from api_keys where account_id = :accountId order by id

-- name: removeApiKey :count
delete from api_keys where account_id = :accountId and id = :id

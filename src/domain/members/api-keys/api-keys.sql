-- API keys, and the grants of assistants, each of which has a key.

-- part: holder
select k.id, k.name, array_to_string(k.rights, ',') as "rights!", k.masked,
  k.calls_per_minute, k.test, k.project_id, k.list_id,
  array_to_string(k.networks, ',') as networks, a.username, a.field_count,
  k.used_at is null or k.used_at < now() - interval '1 minute' as "unnoted!",
  k.maker_kind, k.maker_id, m.role as "role?", m.masked as "maker_masked?",
  p.operator as "operator?",
  not exists (select from accounts o where o.id <> :accountId and o.closed_at is null) as "alone!"
from api_keys k join accounts a on a.id = k.account_id
left join members m on m.account_id = k.account_id and m.person_id = k.maker_id
left join people p on p.id = m.person_id

-- part: valid
a.closed_at is null and (k.expires_at is null or k.expires_at > now())

-- name: addApiKey :count
insert into api_keys (account_id, id, name, token_hash, rights, masked, expires_at,
  calls_per_minute, test, project_id, list_id, networks, maker_kind, maker_id)
values (:accountId, :id, :name, :tokenHash, :rights::text[], :masked, :expiresAt?, :callsPerMinute?,
  :test, :projectId?, :listId?, :networks::text[], :makerKind, :makerId?)

-- name: scopeThere :one
-- Whether the project and the list that a key is bound to are of the account.
select (:projectId?::int is null or exists (select from projects
    where account_id = :accountId and id = :projectId?))
  and (:listId?::int is null or exists (select from lists
    where account_id = :accountId and id = :listId?)) as "there!"

-- name: apiKeyByToken :maybe
-- A key of a closed account is invalid until the account is reopened. Role and flags of the maker
-- are null if the maker is no person, or no member of the account now.
:PART.holder
where k.account_id = :accountId and k.token_hash = :tokenHash and :PART.valid

-- name: apiKeyByAccess :maybe
-- That of an assistant, by its access token.
:PART.holder
join oauth_grants g on g.account_id = :accountId and g.key_id = k.id
where k.account_id = :accountId and g.access_hash = :accessHash and g.access_expires_at > now()
  and :PART.valid

-- name: noteApiKeyUse :count again
update api_keys set used_at = now()
where account_id = :accountId and id = :id
  and (used_at is null or used_at < now() - interval '1 minute')

-- name: apiKeysOfAccount :many
-- The maker is named also when they are no member any more.
select k.id, k.name, array_to_string(k.rights, ',') as "rights!", k.masked,
  k.calls_per_minute, k.test, k.project_id, k.list_id,
  array_to_string(k.networks, ',') as networks, r.name as "project?", l.name as "list?",
  k.created_at as created, k.expires_at as expires, k.used_at as used,
  coalesce(k.expires_at <= now(), false) as "expired!",
  k.maker_kind, k.maker_id, p.email as "email?", m.role as "role?", m.masked as "maker_masked?",
  p.operator as "operator?", g.returns_to as "returns_to?",
  not exists (select from accounts o where o.id <> :accountId and o.closed_at is null) as "alone!"
from api_keys k
left join oauth_grants g on g.account_id = k.account_id and g.key_id = k.id
left join members m on m.account_id = k.account_id and m.person_id = k.maker_id
left join people p on p.id = k.maker_id
left join projects r on r.account_id = k.account_id and r.id = k.project_id
left join lists l on l.account_id = k.account_id and l.id = k.list_id
where k.account_id = :accountId order by k.id

-- name: lockApiKey :maybe
select k.name, array_to_string(k.rights, ',') as "rights!", k.masked, k.calls_per_minute,
  k.maker_kind, k.maker_id,
  exists (select from oauth_grants g where g.account_id = :accountId and g.key_id = k.id)
    as "by_oauth!"
from api_keys k where k.account_id = :accountId and k.id = :id for update of k

-- name: giveApiKeyTo :count
update api_keys set maker_kind = :makerKind, maker_id = :makerId?, rights = :rights::text[],
  masked = :masked
where account_id = :accountId and id = :id

-- name: limitApiKey :count
update api_keys set calls_per_minute = :callsPerMinute?
where account_id = :accountId and id = :id

-- name: removeApiKey :count
delete from api_keys where account_id = :accountId and id = :id

-- name: removeGrantOfKey :count again
delete from oauth_grants where account_id = :accountId and key_id = :id

-- Signing keys are of all accounts: they name no account.

-- name: signingKeys :many
-- All keys, oldest first, with retired ones: links live for years.
select id, sealed_secret, retired_at is not null as "retired!" from signing_keys order by id

-- name: addSigningKey :count
-- Adds none if another process was first.
insert into signing_keys (id, sealed_secret) values (:id, :sealedSecret) on conflict (id) do nothing

-- name: retireSigningKeysBefore :count again
-- Retired keys still verify their signatures.
update signing_keys set retired_at = now() where id < :id and retired_at is null

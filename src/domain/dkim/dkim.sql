-- name: dkimKeys :many
-- Newest first; retired keys don't sign.
select domain, selector, algorithm, sealed_private_key, public_key, created_at as created,
  retired_at
from dkim_keys where account_id = :accountId order by domain, created_at desc, selector

-- name: domainsOfOnlyOne :many
-- Not restricted to an account: domains that one account has keys for, and no other.
select domain from dkim_keys where retired_at is null group by domain
having min(account_id) = :ownerId::int and max(account_id) = :ownerId::int order by domain

-- name: addDkimKey :count again
insert into dkim_keys (account_id, domain, selector, algorithm, sealed_private_key, public_key)
values (:accountId, :domain, :selector, :algorithm, :sealedPrivateKey, :publicKey)
on conflict (account_id, domain, selector, algorithm) do nothing

-- name: retireDkimKeys :count again
update dkim_keys set retired_at = now() where account_id = :accountId and domain = :domain
  and selector = :selector and retired_at is null

-- Hosts of public pages.

-- name: hostsOfAccount :many
select host, is_default as "isDefault", created_at as created, retired_at as "retired?"
from public_hosts where account_id = :accountId order by host

-- name: lockHosts :many
-- The hosts of the account, locked until the transaction ends.
select host, is_default as "isDefault", retired_at as "retired?"
from public_hosts where account_id = :accountId order by host for update

-- name: defaultHost :maybe
-- That of new links; without one they have the host of the installation.
select host from public_hosts where account_id = :accountId and is_default

-- name: ownerOfHost :one
-- Of all accounts: a request names only the host. `any`: whether accounts have hosts at all.
select (select account_id from public_hosts where host = :host) as "accountId?",
  exists (select from public_hosts) as "any!"

-- name: addHost :count
-- Adds nothing if the name is taken.
insert into public_hosts (host, account_id) values (:host, :accountId) on conflict (host) do nothing

-- name: reviveHost :count again
update public_hosts set retired_at = null where account_id = :accountId and host = :host

-- name: retireHost :count again
update public_hosts set is_default = false, retired_at = now()
where account_id = :accountId and host = :host and retired_at is null

-- name: dropHost :count again
delete from public_hosts where account_id = :accountId and host = :host

-- name: clearDefaultHost :count again
update public_hosts set is_default = false where account_id = :accountId and is_default

-- name: setDefaultHost :count again
update public_hosts set is_default = true where account_id = :accountId and host = :host

-- Domains of the return path of an account's emails.

-- name: bounceDomainsOfAccount :many
select domain, is_used as "isUsed", created_at as created
from bounce_domains where account_id = :accountId order by domain

-- name: holdBounceDomains :count
-- The domains of the account change in one transaction at a time, the first one, too.
select account_id from tenants where account_id = :accountId for no key update

-- name: ownNames :one
-- What links of the account begin with, and its return path; null: the installation's.
select (select host from public_hosts where account_id = :accountId and is_default) as "host?",
  (select domain from bounce_domains where account_id = :accountId and is_used) as "bounces?"

-- name: ownerOfBounceDomain :maybe
-- Of all accounts: the envelope of an incoming message names only the domain.
select account_id as "accountId" from bounce_domains where domain = :domain

-- name: addBounceDomain :count
-- Adds nothing if the name is taken.
insert into bounce_domains (domain, account_id) values (:domain, :accountId)
on conflict (domain) do nothing

-- name: clearBounceDomain :count again
update bounce_domains set is_used = false where account_id = :accountId and is_used

-- name: setBounceDomain :count again
update bounce_domains set is_used = true where account_id = :accountId and domain = :domain

-- name: dropBounceDomain :count again
delete from bounce_domains where account_id = :accountId and domain = :domain

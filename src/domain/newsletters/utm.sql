-- UTM parameters: of the account (newsletter 0), and of newsletters that have their own.

-- name: utmRows :many
select newsletter_id, hosts, parameters from utm_parameters
where account_id = :accountId and newsletter_id in (0, :newsletterId::int)

-- name: saveUtm :count again
insert into utm_parameters as known (account_id, newsletter_id, hosts, parameters)
select account_id, :newsletterId::int, :hosts, :parameters from tenants
where account_id = :accountId
on conflict (account_id, newsletter_id) do update
  set hosts = excluded.hosts, parameters = excluded.parameters

-- name: removeUtm :count again
delete from utm_parameters where account_id = :accountId and newsletter_id = :newsletterId

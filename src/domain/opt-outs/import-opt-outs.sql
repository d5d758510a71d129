-- Many opt-outs of one account in one transaction, each with the effect of optOut. A test in
-- test/domain/opt-outs compares the two.

-- name: optOutPeople :many
-- Inserts or locks the rows in the order of their keys, as inserts do, and marks them. Erased
-- addresses are skipped.
insert into subscribers as known (account_id, id, email, email_key, opted_out_at)
select t.account_id, given.id, given.email, given.email_key, now()
from tenants t, unnest(:ids::bigint[], :emails::text[], :emailKeys::text[], :keyHashes::text[]) as
  given (id, email, email_key, key_hash)
where t.account_id = :accountId and given.key_hash <> all (array(
  select o.key_hash from opt_outs o where o.account_id = :accountId
    and o.key_hash = any (:keyHashes::text[]) and o.key_hash is not null))
order by given.email_key collate "C"
on conflict (account_id, email_key) do update
  set opted_out_at = coalesce(known.opted_out_at, excluded.opted_out_at),
    changed_at = excluded.changed_at
returning id, email, email_key

-- name: addOptOuts :many
-- Returns the new ones.
insert into opt_outs as n (account_id, id, subscriber_id, email, email_key, reason)
select t.account_id, given.id, given.subscriber_id, given.email, given.email_key, :reason
from tenants t, unnest(:ids::bigint[], :subscriberIds::bigint[], :emails::text[],
  :emailKeys::text[]) as given (id, subscriber_id, email, email_key)
where t.account_id = :accountId
on conflict (account_id, email_key) do nothing
returning n.id

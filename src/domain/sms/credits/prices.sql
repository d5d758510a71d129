-- name: pricesOfAccount :many
select prefix, trim_scale(price) as "price!" from sms_prices where account_id = :accountId
  order by prefix

-- name: savePrices :count again
insert into sms_prices (account_id, prefix, price)
select t.account_id, given.prefix, given.price::numeric
  from tenants t, unnest(:prefixes::text[], :prices::text[]) as given (prefix, price)
where t.account_id = :accountId
on conflict (account_id, prefix) do update set price = excluded.price

-- name: removePrice :count
delete from sms_prices where account_id = :accountId and prefix = :prefix

-- name: removePrices :count again
delete from sms_prices where account_id = :accountId

-- name: findBrand :maybe
select brand, modified_at as modified from brands where account_id = :accountId

-- name: lockBrand :count
-- A lock until the transaction ends; a brand without values was never saved.
insert into brands (account_id, brand) values (:accountId, '{}')
on conflict (account_id) do update set account_id = excluded.account_id

-- name: keepBrand :count again
insert into brands (account_id, brand) values (:accountId, :brand)
on conflict (account_id) do update set brand = excluded.brand, modified_at = excluded.modified_at

-- name: findBrand :maybe
select brand, modified_at as modified from brands where account_id = :accountId

-- name: keepBrand :count again
insert into brands (account_id, brand) values (:accountId, :brand)
on conflict (account_id) do update set brand = excluded.brand, modified_at = excluded.modified_at

-- name: fieldsOfAccount :many
select number, name, type from demographic_fields where account_id = :accountId order by number

-- name: saveField :count again
insert into demographic_fields (account_id, number, name, type) values (:accountId, :number, :name,
  :type)
on conflict (account_id, number) do update set name = excluded.name, type = excluded.type

-- name: fieldsOfAccount :many
select number, name, type from demographic_fields where account_id = :accountId order by number

-- name: saveField :count again
insert into demographic_fields (account_id, number, name, type) values (:accountId, :number, :name,
  :type)
on conflict (account_id, number) do update set name = excluded.name, type = excluded.type

-- name: fieldsWithValues :many
-- Those of some fields that one of so many members of a list has a value for.
select distinct f.number as "number!" from (
  select s.fields from subscriptions j join subscribers s
    on s.account_id = :accountId and s.id = j.subscriber_id
  where j.account_id = :accountId and j.list_id = :listId and j.unsubscribed_at is null
  limit :most::int) people, unnest(:numbers::int[]) as f (number)
where btrim(people.fields[f.number]) <> ''

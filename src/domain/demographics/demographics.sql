-- name: fieldsOfAccount :many
select number, name, type from demographic_fields where account_id = :accountId order by number

-- name: choicesOfFields :many
-- As an array of JSON.
select number, to_json(choices)::text as "choices!" from demographic_fields
where account_id = :accountId and choices <> '{}'

-- name: lockFields :maybe
-- A lock until the transaction ends: the set of fields does not change.
select account_id from tenants where account_id = :accountId for no key update

-- name: saveField :count again
insert into demographic_fields (account_id, number, name, type, choices)
values (:accountId, :number, :name, :type, :choices::text[])
on conflict (account_id, number) do update set name = excluded.name, type = excluded.type,
  choices = excluded.choices

-- name: forgetField :count again
delete from demographic_fields where account_id = :accountId and number = :number

-- name: isFieldFilled :one long
-- Whether anybody has a value.
select exists (select from subscribers where account_id = :accountId and
  btrim(fields[:number::int]) <> '') as "filled!"

-- name: isFieldAwaited :one
-- Whether an import that has not ended writes it: its values would come into a field without name,
-- or into another one of its number.
select exists (select from imports where account_id = :accountId and state in (0, 1)
  and options->'columns' ? ('DD' || :number::int)) as "awaited!"

-- name: filledFields :many long
-- The fields with values, of the newest :most people; null: of all.
select f.number::int as "number!", count(*)::int as "people!" from (
  select fields from subscribers where account_id = :accountId
  order by id desc limit :most?::int) s,
  unnest(s.fields) with ordinality as f (value, number)
where btrim(f.value) <> '' group by f.number

-- name: fieldsWithValues :many
-- Those of some fields that one of so many members of a list has a value for.
select distinct f.number as "number!" from (
  select s.fields from subscriptions j join subscribers s
    on s.account_id = :accountId and s.id = j.subscriber_id
  where j.account_id = :accountId and j.list_id = :listId and j.unsubscribed_at is null
  limit :most::int) people, unnest(:numbers::int[]) as f (number)
where btrim(people.fields[f.number]) <> ''

-- name: languageFieldOfAccount :maybe
-- The number of the field that holds the language of a person.
select language_field from preference_pages where account_id = :accountId

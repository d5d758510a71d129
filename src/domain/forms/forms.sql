-- Sign-up forms, and the versions of their words.

-- name: addForm :count again
insert into forms (account_id, id, name, list_ids, lists_chosen, asked, required, hosts, after_url,
  former_id, keep_ip, project_id)
values (:accountId, :id, :name, :listIds::int[], :listsChosen, :asked::text[], :required::text[],
  :hosts::text[], :afterUrl, :formerId?, :keepIp, :projectId)
on conflict (account_id, id) do nothing

-- name: addFormWords :count again
insert into form_words (account_id, form_id, version, texts)
values (:accountId, :formId, :version, :texts)
on conflict (account_id, form_id, version) do nothing

-- name: changeForm :count again
update forms set name = :name, list_ids = :listIds::int[], lists_chosen = :listsChosen,
  asked = :asked::text[], required = :required::text[], hosts = :hosts::text[],
  after_url = :afterUrl, former_id = :formerId?, keep_ip = :keepIp, active = :active
where account_id = :accountId and id = :id and removed_at is null

-- name: setSingleOptIn :count again
update forms set single_opt_in = :single where account_id = :accountId and id = :id
  and removed_at is null

-- name: useWords :count again
update forms set words_version = :version where account_id = :accountId and id = :id

-- name: removeFormById :count
update forms set removed_at = now() where account_id = :accountId and id = :id
  and removed_at is null

-- name: lockForm :maybe
select id from forms where account_id = :accountId and id = :id and removed_at is null for update

-- name: findForm :maybe
select f.id, f.name, to_json(f.list_ids)::text as "listIds!", f.lists_chosen,
  to_json(f.asked)::text as "asked!", to_json(f.required)::text as "required!",
  to_json(f.hosts)::text as "hosts!", f.after_url, f.former_id, f.project_id, f.active,
  f.single_opt_in, f.keep_ip, f.words_version, w.texts, f.created_at as created
from forms f join form_words w on w.account_id = :accountId and w.form_id = f.id
  and w.version = f.words_version
where f.account_id = :accountId and f.id = :id and f.removed_at is null

-- name: formsOfAccount :many
select f.id, f.name, to_json(f.list_ids)::text as "listIds!", f.lists_chosen,
  to_json(f.asked)::text as "asked!", to_json(f.required)::text as "required!",
  to_json(f.hosts)::text as "hosts!", f.after_url, f.former_id, f.project_id, f.active,
  f.single_opt_in, f.keep_ip, f.words_version, w.texts, f.created_at as created
from forms f join form_words w on w.account_id = :accountId and w.form_id = f.id
  and w.version = f.words_version
where f.account_id = :accountId and f.removed_at is null order by f.id

-- name: wordsOfForm :maybe
select texts from form_words where account_id = :accountId and form_id = :formId
  and version = :version

-- name: formsByFormerId :many
-- Of all accounts: old pages name none that we know.
select account_id, id from forms where former_id = :formerId and removed_at is null
order by account_id, id limit 2

-- name: confirmationProject :maybe
-- The project that the account's forms send by.
select p.id from forms f join projects p on p.account_id = :accountId and p.id = f.project_id
where f.account_id = :accountId order by f.id desc limit 1

-- name: namesOfLists :many
select id, name, description from lists where account_id = :accountId
  and id = any (:listIds::int[]) and archived_at is null order by id

-- name: languageOfPerson :maybe
select s.fields[p.language_field] as language from subscribers s
join preference_pages p on p.account_id = :accountId
where s.account_id = :accountId and s.id = :subscriberId

-- name: languageOfAddress :maybe
-- The field for it, and what it holds of whoever has the address.
select p.language_field as number, s.fields[p.language_field] as language from preference_pages p
left join subscribers s on s.account_id = :accountId and s.email_key = :emailKey
where p.account_id = :accountId

-- name: addNewsletter :count again
insert into newsletters (account_id, id, name, subject, preheader, html, text, from_name, from_email, reply_to, list_id)
values (:accountId, :id, :name, :subject, :preheader, :html, :text, :fromName, :fromEmail, :replyTo, :listId?)
on conflict (account_id, id) do nothing

-- name: saveNewsletter :count again
update newsletters set name = :name, subject = :subject, preheader = :preheader, html = :html, text = :text, from_name = :fromName,
  from_email = :fromEmail, reply_to = :replyTo, list_id = :listId?, modified_at = now()
where account_id = :accountId and id = :id

-- name: findNewsletter :maybe
select id, name, subject, preheader, html, text, from_name, from_email, reply_to, list_id, created_at as created, modified_at as modified
from newsletters where account_id = :accountId and id = :id

-- name: newslettersOfAccount :many
select id, name, subject, list_id, created_at as created, modified_at as modified from newsletters where account_id = :accountId order by id

-- name: personForLetter :maybe
-- What a letter to a subscriber is filled from, by address.
select id, email, name, format, array_to_string(fields, chr(31), '') as "fields!" from subscribers
where account_id = :accountId and email_key = :emailKey

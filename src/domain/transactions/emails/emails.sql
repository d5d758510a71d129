-- Emails whose content came with their call.

-- name: addMailProject :count again
-- The project of emails that name none, made once in an account. It has no newsletter (0).
insert into projects (account_id, id, guid, name, newsletter_id)
values (:accountId, :id, :guid::uuid, :name, 0)
on conflict (account_id, guid) do nothing

-- name: emailsOfTransactions :many
-- Which of some transactions are of emails that came with their call, the size of their files, and
-- whether they go nowhere.
select r.transaction_id as "id!", r.email_id, e.octets, e.test from email_recipients r
join given_emails e on e.account_id = :accountId and e.id = r.email_id
where r.account_id = :accountId and r.transaction_id = any (:ids::int[])

-- name: findEmail :maybe
select id, project_id, identifier, subject, content::text as "content!",
  array_to_json(tags)::text as "tags!", metadata::text as "metadata!", created_at as created, test
from given_emails where account_id = :accountId and id = :emailId

-- name: projectOfEmail :maybe
select project_id from given_emails where account_id = :accountId and id = :emailId

-- name: projectOfTransaction :maybe
select project_id from transactions where account_id = :accountId and id = :id

-- name: emailsByIdentifier :many
select id from given_emails where account_id = :accountId and identifier = :identifier
  and id > :after and (:projectId?::int is null or project_id = :projectId?)
order by id limit :most::int

-- name: recipientsOfEmail :many
select r.transaction_id as id, r.role, t.email, t.name, t.send_at, d.state, d.attempts, d.reply,
  d.reason, d.changed_at as changed
from email_recipients r
join transactions t on t.account_id = :accountId and t.id = r.transaction_id
join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = t.project_id and d.id = t.id
where r.account_id = :accountId and r.email_id = :emailId order by r.transaction_id
limit :most::int

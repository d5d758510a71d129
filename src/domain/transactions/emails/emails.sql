-- Emails whose content came with their call.

-- name: addMailProject :count again
-- The project of emails that name none, made once in an account. It has no newsletter (0).
insert into projects (account_id, id, guid, name, newsletter_id)
values (:accountId, :id, :guid::uuid, :name, 0)
on conflict (account_id, guid) do nothing

-- name: addEmails :count again
-- Emails, the recipients of each and the words of subjects, in one statement: fewer trips to the
-- store.
with worded as (
  insert into transaction_words (account_id, word, target)
  select a.account_id, g.word, g.target
  from tenants a, unnest(:words::text[], :targets::text[]) as g (word, target)
  where a.account_id = :accountId
  order by g.word, g.target
  on conflict (account_id, word, target) do nothing),
kept as (
  insert into given_emails (account_id, id, project_id, identifier, subject, content, tags,
    metadata, octets)
  select :accountId, g.id, g.project_id, g.identifier, g.subject, g.content::jsonb,
    g.tags::text[], g.metadata::jsonb, g.octets
  from tenants a, unnest(:ids::int[], :projectIds::int[], :identifiers::text[], :subjects::text[],
      :contents::text[], :tags::text[], :metadata::text[], :octets::int[])
    as g (id, project_id, identifier, subject, content, tags, metadata, octets)
  where a.account_id = :accountId
  on conflict (account_id, id) do nothing)
insert into email_recipients (account_id, transaction_id, email_id, role)
select t.account_id, g.id, g.email_id, g.role
from tenants t, unnest(:transactionIds::int[], :emailIds::int[], :roles::text[])
  as g (id, email_id, role)
where t.account_id = :accountId
on conflict (account_id, transaction_id) do nothing

-- name: emailsOfTransactions :many
-- Which of some transactions are of emails that came with their call, and the size of their files.
select r.transaction_id as "id!", r.email_id, e.octets from email_recipients r
join given_emails e on e.account_id = :accountId and e.id = r.email_id
where r.account_id = :accountId and r.transaction_id = any (:ids::int[])

-- name: findEmail :maybe
select id, project_id, identifier, subject, content::text as "content!",
  array_to_json(tags)::text as "tags!", metadata::text as "metadata!", created_at as created
from given_emails where account_id = :accountId and id = :emailId

-- name: emailsByIdentifier :many
select id from given_emails where account_id = :accountId and identifier = :identifier
  and id > :after
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

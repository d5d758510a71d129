-- Inserts transactions. docs/decisions/0021-transactions.md proves that each is inserted exactly
-- once.

-- part: insertAll
with clock as materialized (select now() as now),
given as (
  select * from unnest(:ids::int[], :guids::uuid[], :versions::text[], :identifiers::text[],
    :emails::text[], :emailKeys::text[], :names::text[],
      :formats::text[], :fields::text[], :sendTimes::timestamptz[], :keys::uuid[])
    as given (id, guid, version, identifier, email, email_key, name, format, fields, send_at, key)),
project as (
  select id, guid, repeats, due from projects where account_id = :accountId
    and guid = any (:guids::uuid[]) and active order by id for key share),
remembered as (
  insert into transaction_repeats as r (account_id, project_id, key, transaction_id, until, since)
  select :accountId, project.id, given.key, given.id, case when project.repeats = 'forever'
    then 'infinity' else clock.now + interval '24 hours' end, clock.now
  from clock, given join project on project.guid = given.guid where given.key is not null
    and project.repeats <> 'off'
  order by project.id, given.key
  on conflict (account_id, project_id, key) do update set
    transaction_id = case when r.until <= excluded.since then excluded.transaction_id
      else r.transaction_id end,
    since = case when r.until <= excluded.since then excluded.since else r.since end,
    until = case when r.until <= excluded.since then excluded.until else r.until end,
    repeated = case when r.until <= excluded.since then 0
      when r.transaction_id = excluded.transaction_id then r.repeated else r.repeated + 1 end
  returning r.project_id, r.key, r.transaction_id, r.since),
calls as (
  select given.id, given.version, given.identifier, given.email, given.email_key, given.name,
    given.format, given.fields, given.send_at,
    project.id as project_id, project.due, remembered.transaction_id, remembered.since,
      greatest(given.send_at, clock.now) as due_at
  from given join project on project.guid = given.guid
  full join remembered on remembered.project_id = project.id and remembered.key = given.key
  cross join clock),
fresh as (
  select id, project_id, version, identifier, email, email_key, name, format, fields, due, due_at
    from calls
  where case when calls.transaction_id is null
    then not exists (select 1 from transactions t where t.account_id = :accountId
      and t.id = calls.id)
    else calls.transaction_id = calls.id and calls.since = (select now from clock) end),
added as (
  insert into transactions (account_id, id, project_id, version, identifier, email, email_key, name,
    format, fields, send_at)
  select :accountId, id, project_id, version, identifier, email, email_key, name, format,
    fields::text[], due_at from fresh),
queued as (
  insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
  select :accountId, :SOURCE.transaction, project_id, id, email,
    case when due_at > clock.now then due_at else clock.now - interval '1 day' end
  from clock, fresh),
wanted as (select project_id as id, min(due_at) as due from fresh where due > due_at
  group by project_id),
woken as (
  update projects p set due = least(p.due, wanted.due) from wanted where p.account_id = :accountId
    and p.id = wanted.id)

-- part: insertEmails
:PART.insertAll,
taken as (
  select fresh.id, fresh.project_id, fresh.identifier, r.number, r.role,
    min(fresh.id) over (partition by r.number) as email_id
  from fresh join unnest(:ids::int[], :emailNumbers::int[], :roles::text[])
    as r (id, number, role) on r.id = fresh.id),
kept as (
  insert into given_emails (account_id, id, project_id, identifier, subject, content, tags,
    metadata, octets, test)
  select :accountId, taken.id, taken.project_id, taken.identifier, e.subject, e.content::jsonb,
    e.tags::text[], e.metadata::jsonb, e.octets, e.test
  from taken join unnest(:subjects::text[], :contents::text[], :tags::text[], :metadata::text[],
      :octets::int[], :tests::boolean[])
      with ordinality as e (subject, content, tags, metadata, octets, test, number)
    on e.number = taken.number
  where taken.id = taken.email_id),
noted as (
  insert into email_word_outbox (account_id, id, ids, subjects)
  select :accountId, :noteId::uuid, array_agg(id), true from taken where id = email_id
  having count(*) > 0),
addressed as (
  insert into email_recipients (account_id, transaction_id, email_id, role)
  select :accountId, id, email_id, role from taken)
select calls.id as "id!", calls.project_id as "projectId!",
  coalesce(calls.transaction_id, calls.id) as "transactionId!",
  calls.send_at is null or calls.send_at <= (select now from clock) as "dueNow!",
  coalesce(taken.email_id, known.email_id) as "emailId?"
from calls full join taken on taken.id = calls.id
left join email_recipients known on taken.id is null and known.account_id = :accountId
  and known.transaction_id = coalesce(calls.transaction_id, calls.id)

-- name: saveTransaction :one again node
-- A single call: what insertTransactions answers, with nulls where it has no row. Alone in its
-- statement, so that a cluster sends it whole to the node of the account.
select project_id as "projectId?", transaction_id as "transactionId?", due_now as "dueNow?"
from save_transaction(:accountId, :id, :guid::uuid, :version, :identifier, :email, :emailKey, :name,
  :format, :fields, :sendAt?, :key?)

-- name: insertTransactions :many again node
-- Inserts calls of one account, each idempotency key once, sorted. As a function that goes through
-- them it takes 1.4 times the time for 4 calls and 2.2 times for 40, so only single calls are one.
-- A call that repeats an earlier one adds nothing and returns its id. Returns a row for each call
-- whose project exists and is active. Retried after a lost connection it adds nothing: a key stored
-- at another moment than now is of an earlier call, and calls without a key are found by their id.
-- A retry while the first statement is still running may conflict with its rows (23505). The moment
-- is asked for once: on a cluster, parts of a statement run on nodes with clocks of their own.
-- Emails are sent in the order of their times: one due now precedes those of a file in progress.
-- The project's row is locked in share mode: its work moves back only under a lock that waits for
-- all who have read it. A full join, though each key has its call, is never made by comparing all
-- with all, which the planner prefers for the few rows that it expects.
:PART.insertAll
select id as "id!", project_id as "projectId!", coalesce(transaction_id, id) as "transactionId!",
  send_at is null or send_at <= (select now from clock) as "dueNow!"
from calls

-- name: insertGivenEmails :many again node
-- Inserts emails that came with their call: what insertTransactions does for their recipients, and
-- the content and the roles of those that it has added, and a note that their subjects have no
-- words yet, in one statement: durable together in one trip to the store. `emailNumbers` refer to
-- the emails, from 1 on. Of a repeated recipient the email is null if it was added meanwhile.
:PART.insertEmails

-- name: insertManyEmails :many again node custom
-- The same, for a batch.
:PART.insertEmails

-- name: versionsByGuid :many
-- The versions to choose from. An empty name stands for a project without versions.
select p.id as project_id, coalesce(v.name, '') as "name!", coalesce(v.weight, 0) as "weight!"
from projects p left join project_versions v on v.account_id = :accountId and v.project_id = p.id
where p.account_id = :accountId and p.guid = :guid::uuid and p.active order by v.name

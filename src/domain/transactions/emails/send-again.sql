-- An email that is sent again, as a transaction of its own.

-- name: copyTransaction :maybe
-- With its values, or the content that came with its call; none if its project is paused, or what
-- it said was removed. The project's row is locked in share mode, as by insertTransactions.
with original as (
  select t.project_id, t.version, t.email, t.email_key, t.name, t.format, t.fields,
    r.email_id, r.role
  from transactions t
  join projects p on p.account_id = :accountId and p.id = t.project_id and p.active
  left join email_recipients r on r.account_id = :accountId and r.transaction_id = t.id
  where t.account_id = :accountId and t.id = :transactionId::int and t.email <> :ERASED_EMAIL
    and not exists (select 1 from given_emails e where e.account_id = :accountId
      and e.id = r.email_id and e.content = '{}')
  for key share of p),
added as (
  insert into transactions as x (account_id, id, project_id, version, email, email_key, name,
    format, fields, send_at)
  select :accountId, :id::int, o.project_id, o.version, o.email, o.email_key, o.name, o.format,
    o.fields, now() from original o
  on conflict (account_id, id) do nothing),
received as (
  insert into email_recipients as x (account_id, transaction_id, email_id, role)
  select :accountId, :id::int, o.email_id, o.role from original o where o.email_id is not null
  on conflict (account_id, transaction_id) do nothing),
queued as (
  insert into deliveries as x (account_id, source_kind, source_id, id, email, next_try_at)
  select :accountId, :SOURCE.transaction, o.project_id, :id::int, o.email,
    now() - interval '1 day' from original o
  on conflict (account_id, source_kind, source_id, id) do nothing)
select project_id from original

-- name: retryEmails :count long
-- Queues emails of a project again, the newest first, as if they had not been tried. Concurrent
-- calls skip each other's rows, and a row is changed once: its state is no longer one of these.
with wanted as (
  select d.id from deliveries d where d.account_id = :accountId
    and d.source_kind = :SOURCE.transaction and d.source_id = :projectId and d.id > :above
    and (d.next_try_at is null or d.state = 'deferred') and d.state = any (:states::text[])
    and d.email <> :ERASED_EMAIL and d.changed_at >= :since::timestamptz
  order by d.id desc limit :most::int for update skip locked)
update deliveries d set state = 'planned', reason = null, attempts = 0,
  next_try_at = (select now()), changed_at = (select now())
from wanted where d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = :projectId and d.id = wanted.id

-- name: retryBatchEmails :count long
-- As retryEmails, of a file: its emails lie between two ids, beside others.
with wanted as (
  select d.id from deliveries d
  join transactions t on t.account_id = :accountId and t.id = d.id
  where d.account_id = :accountId and d.source_kind = :SOURCE.transaction
    and d.source_id = :projectId and d.id between :firstId and :lastId
    and t.id between :firstId and :lastId and t.batch_id = :batchId::int
    and (d.next_try_at is null or d.state = 'deferred') and d.state = any (:states::text[])
    and d.email <> :ERASED_EMAIL
  order by d.id limit :most::int for update of d skip locked)
update deliveries d set state = 'planned', reason = null, attempts = 0,
  next_try_at = (select now()), changed_at = (select now())
from wanted where d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = :projectId and d.id = wanted.id

-- name: forgetProjectCounts :count
-- Makes counts stale of which emails are queued again, or withdrawn: they are counted when the
-- results are read.
update project_counts set counted_at = 'epoch' where account_id = :accountId
  and project_id = :projectId and failed + uncertain + deferred + waiting > 0

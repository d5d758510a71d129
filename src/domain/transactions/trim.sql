-- Deletes transactions after their retention.

-- name: projectsToTrim :many long
-- Of all accounts, for projects with a retention.
select account_id, id as project_id, retention_days as "days!", trimmed_to from projects
  where retention_days is not null order by account_id, id

-- name: messagesToTrim :many long
-- A page of a project's emails, by keyset pagination, and whether the retention of each is over.
select t.id, d.next_try_at is null and d.state not in ('claimed', 'handed over')
  and greatest(t.created_at, t.send_at, d.changed_at) < now() - make_interval(days => :days::int)
    as "over!", t.email <> :ERASED_EMAIL as "kept!"
from (
  select x.id, x.state, x.next_try_at, x.changed_at from deliveries x
  where x.account_id = :accountId and x.source_kind = :SOURCE.transaction
    and x.source_id = :projectId and x.id > :after order by x.id limit :most::int) d
cross join lateral (
  select x.id, x.created_at, x.send_at, x.email from transactions x where x.account_id = :accountId
    and x.id = d.id limit 1) t
order by t.id

-- name: trimMessages :count long
update deliveries set email = :ERASED_EMAIL,
  reply = substring(reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?')
where account_id = :accountId and source_kind = :SOURCE.transaction and source_id = :projectId
  and id = any (:ids::bigint[])

-- name: trimTransactions :count long
-- Keeps the row, its version and its outcome.
update transactions set identifier = '', email = :ERASED_EMAIL,
  email_key = 'erased-' || id || '@erased.invalid', name = '', fields = '{}'
where account_id = :accountId and id = any (:ids::int[])

-- name: trimEmails :count long
-- The content of emails, once none of their recipients waits. Before trimTransactions.
update given_emails e set identifier = '', subject = '', content = '{}', metadata = '{}', tags = '{}',
  octets = 0
where e.account_id = :accountId and e.content <> '{}' and e.id in (
    select r.email_id from email_recipients r
    where r.account_id = :accountId and r.transaction_id = any (:ids::int[]))
  and not exists (
    select 1 from email_recipients o
    join transactions t on t.account_id = :accountId and t.id = o.transaction_id
    join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.transaction
      and d.source_id = t.project_id and d.id = t.id
    where o.account_id = :accountId and o.email_id = e.id
      and (d.next_try_at is not null or d.state in ('claimed', 'handed over')))

-- name: hashesWithoutEmail :many long
-- Files of emails to these recipients whose content was removed.
select a.hash from email_attachments a
join email_recipients r on r.account_id = :accountId and r.email_id = a.email_id
join given_emails e on e.account_id = :accountId and e.id = a.email_id
where a.account_id = :accountId and r.transaction_id = any (:transactionIds::int[])
  and e.content = '{}'
group by a.hash

-- name: dropEmailAttachments :count long
delete from email_attachments a where a.account_id = :accountId and a.email_id in (
  select e.id from email_recipients r
  join given_emails e on e.account_id = :accountId and e.id = r.email_id
  where r.account_id = :accountId and r.transaction_id = any (:transactionIds::int[])
    and e.content = '{}')

-- name: holdAttachments :many long
-- Waits for emails that are being added with them.
select hash from attachments where account_id = :accountId and hash = any (:hashes::text[])
order by hash for update

-- name: removeUnusedAttachments :count long
delete from attachments b where b.account_id = :accountId and b.hash = any (:hashes::text[])
  and not exists (select 1 from email_attachments o where o.account_id = :accountId
    and o.hash = b.hash)

-- name: removeAddressWords :count
-- Of an address that was erased.
delete from transaction_words where account_id = :accountId and target = :emailKey

-- name: removeLastWords :count long
-- Of the addresses of these transactions, if no other transaction has them. Before they are
-- blanked.
delete from transaction_words w where w.account_id = :accountId and w.target in (
  select t.email_key from transactions t where t.account_id = :accountId
    and t.id = any (:transactionIds::int[])
    and not exists (select 1 from transactions o where o.account_id = :accountId
      and o.email_key = t.email_key and o.id <> all (:transactionIds::int[])))

-- name: removeSubjectWords :count long
-- Of emails to these recipients whose content was removed.
delete from transaction_words w where w.account_id = :accountId and w.target in (
  select r.email_id::text from email_recipients r
  join given_emails e on e.account_id = :accountId and e.id = r.email_id
  where r.account_id = :accountId and r.transaction_id = any (:transactionIds::int[])
    and e.content = '{}')

-- name: noteTrimmed :count long
update projects set trimmed_to = :transactionId::int where account_id = :accountId
  and id = :projectId and trimmed_to < :transactionId::int

-- name: batchesToTrim :many long
-- Of all accounts, for batches whose retention is over.
select account_id, id as batch_id from transaction_batches
where trimmed_at is null and created_at < now() - make_interval(days => :keepDays::int)
  and finished_at < now() - make_interval(days => :keepDays::int)
order by created_at limit :most::int

-- name: trimBatchRejects :count long
delete from transaction_rejects r where r.account_id = :accountId and r.batch_id = :batchId
  and r.number in (
  select n.number from transaction_rejects n where n.account_id = :accountId
    and n.batch_id = :batchId order by n.number limit :most::int)

-- name: markBatchTrimmed :count long
update transaction_batches set trimmed_at = now() where account_id = :accountId and id = :batchId
  and trimmed_at is null

-- name: accountsWithOldRepeats :many long
-- Of all accounts: those with expired idempotency keys.
select distinct account_id from transaction_repeats where until < now() limit 1000

-- name: trimRepeats :count long
delete from transaction_repeats r where r.account_id = :accountId and (r.project_id, r.key) in (
  select n.project_id, n.key from transaction_repeats n where n.account_id = :accountId
    and n.until < now() limit :most::int)

-- Words that single emails are found by, written in the background:
-- docs/decisions/0094-search-of-emails.md.

-- name: noteEmails :count again node
-- Repeated, it notes them twice, which changes nothing.
insert into email_word_outbox (account_id, id, ids) values (:accountId, :claimId::uuid, :ids::int[])

-- name: accountsInOutbox :many
-- Of all accounts, longest waiting first.
select account_id from email_word_outbox group by account_id order by min(claimed_at)
  limit :most::int

-- name: takeNoted :many
-- Held until the transaction ends; skips what others hold.
select claimed_at, id, subjects, array_to_string(ids, ',') as "ids!" from email_word_outbox
where account_id = :accountId order by claimed_at, id limit :most::int for update skip locked

-- name: addressesWithoutWords :many
-- One of the emails to each.
select min(t.id) as "id!", t.email_key from transactions t
where t.account_id = :accountId and t.id = any (:ids::int[]) and t.email <> :ERASED_EMAIL
  and not exists (select 1 from transaction_words w where w.account_id = :accountId
    and w.target = t.email_key)
group by t.email_key

-- name: addAddressWords :count again
-- The rows are locked, so that the words of an address that is being erased are not written after
-- it was.
insert into transaction_words (account_id, word, target)
select t.account_id, given.word, given.target
from transactions t
join unnest(:ids::int[], :words::text[], :targets::text[]) as given (id, word, target)
  on given.id = t.id
where t.account_id = :accountId and t.email_key = given.target
order by given.word, given.target
for share of t
on conflict (account_id, word, target) do nothing

-- name: subjectsOfEmails :many
select id, subject from given_emails where account_id = :accountId and id = any (:ids::int[])
  and subject <> ''

-- name: addSubjectWords :count again
-- Locked for the same reason: removing a content blanks its subject.
insert into transaction_words (account_id, word, target)
select g.account_id, given.word, g.id::text
from given_emails g join unnest(:ids::int[], :words::text[]) as given (id, word) on given.id = g.id
where g.account_id = :accountId and g.subject <> ''
order by given.word, g.id
for share of g
on conflict (account_id, word, target) do nothing

-- name: dropNoted :count
-- Of those taken, which are none newer than `upTo`.
delete from email_word_outbox where account_id = :accountId
  and claimed_at <= :upTo::timestamptz and id = any (:noted::uuid[])

-- name: oldestNoted :maybe
select claimed_at from email_word_outbox where account_id = :accountId
order by claimed_at limit 1

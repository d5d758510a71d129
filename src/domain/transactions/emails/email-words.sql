-- Words that single emails are found by: docs/decisions/0094-search-of-emails.md.

-- name: addAddressWords :count again
-- Of addresses that have none yet. The rows are locked, so that the words of an address that is
-- being erased are not written after it was.
insert into transaction_words (account_id, word, target)
select t.account_id, given.word, given.target
from transactions t
join unnest(:ids::int[], :words::text[], :targets::text[]) as given (id, word, target)
  on given.id = t.id
where t.account_id = :accountId and t.email_key = given.target
  and not exists (select 1 from transaction_words w where w.account_id = :accountId
    and w.target = given.target)
order by given.word, given.target
for share of t
on conflict (account_id, word, target) do nothing

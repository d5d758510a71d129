-- Search of subscribers by the beginnings of words.

-- name: progressOfWords :maybe
-- Whether a change was reported that the words may not have.
select changed_at >= indexed_until as "behind!",
  nullif(indexed_until, '-infinity') as "indexedUntil?"
from word_progress where account_id = :accountId

-- name: hasByteOrder :one
-- Of all accounts: whether an index on a text orders it by bytes.
select 'a' > 'B' and '_' > 'Z' as "byteOrder!"

-- name: addressesBeginning :many
select id, email, email_key, name, opted_out_at is not null as "optedOut!",
  undeliverable_since is not null as "undeliverable!"
from subscribers where account_id = :accountId and email_key >= :first and email_key < :beyond
  and email_key > :afterKey
order by email_key limit :size::int

-- name: countWord :one
select count(*)::int as "count!" from (
  select 1 from subscriber_words where account_id = :accountId and word >= :first
    and word < :beyond limit :most::int) some_words

-- name: peopleWithWords :many
-- Looks at a bounded number of subscribers with the first term, in the order of their words, each
-- at the first word that it has. Always returns how far it looked. `offset 0` keeps the planner
-- from looking for a person's words in the index of words, through all people's.
with looked as materialized (
  select word, subscriber_id from subscriber_words
  where account_id = :accountId and (word, subscriber_id) > (:afterWord, :afterId::bigint)
    and word < :beyond
  order by word, subscriber_id limit :most::int),
terms as (select * from unnest(:firsts::text[], :beyonds::text[]) as terms (first, beyond)),
found as (
  select looked.word, s.* from looked cross join lateral (
    select id, email, email_key, name, opted_out_at is not null as opted_out,
      undeliverable_since is not null as undeliverable
    from subscribers where account_id = :accountId
      and id between looked.subscriber_id and looked.subscriber_id
    order by id limit 1) s
  where not exists (
      select 1 from (select word from subscriber_words w where w.account_id = :accountId
        and w.subscriber_id = looked.subscriber_id offset 0) own
      where own.word >= :first and own.word < looked.word)
    and not exists (select 1 from terms where not exists (
      select 1 from (select word from subscriber_words w where w.account_id = :accountId
        and w.subscriber_id = looked.subscriber_id offset 0) own
      where own.word >= terms.first and own.word < terms.beyond))
    and not exists (
      select 1 from unnest(:addresses::text[]) as given (part)
      where strpos(s.email_key, given.part) = 0 and strpos(lower(s.email), given.part) = 0)
    and not starts_with(s.email_key, coalesce(:notBeginning?, chr(1)))
  order by looked.word, s.id limit :size::int)
select ending.word as "lastWord!", ending.subscriber_id as "lastId!", ending.looked as "looked!",
  found.word as "word?", found.id as "id?", found.email as "email?", found.name as "name?",
  found.opted_out as "optedOut?", found.undeliverable as "undeliverable?"
from (select word, subscriber_id, (count(*) over ())::int as looked from looked
  order by word desc, subscriber_id desc limit 1) ending
left join found on true
order by found.word, found.id

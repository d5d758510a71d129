-- Keeping the words of subscribers: docs/decisions/0037-search-by-words.md.

-- name: markPeopleChanged :count again node
-- Reports changes that are committed. Locks the progress first, as the end of a pass does, so that
-- either the pass sees this, or this makes new work.
with noted as (
  insert into word_progress as p (account_id, changed_at, changes_a_second)
  values (:accountId, now(), :changes)
  on conflict (account_id) do update set changed_at = greatest(p.changed_at, excluded.changed_at),
    changes_a_second = excluded.changes_a_second
  returning account_id)
insert into work as w (account_id, kind, source_id, due)
select noted.account_id, :WORK.words, 0, now() + make_interval(secs => :seconds::float8) from noted
on conflict (account_id, kind, source_id) do nothing

-- name: changeRate :one
-- Of all accounts: changes in a second, as reported within the last ones.
select coalesce(sum(changes_a_second), 0)::int as "changes!" from word_progress
where changed_at > now() - interval '3 seconds'

-- name: accountsWithWords :many
-- Of all accounts.
select account_id from tenants order by account_id

-- name: lockWords :one
-- Held until the transaction ends. Makes the row if there is none.
with progress as (
  insert into word_progress as p (account_id) values (:accountId)
  on conflict (account_id) do update set account_id = p.account_id
  returning p.indexed_until, p.pass_until, p.passed_id)
select indexed_until, pass_until, passed_id,
  coalesce((select s.id from subscribers s where s.account_id = :accountId
    order by s.id desc limit 1), 0) as "lastId!"
from progress

-- name: changedPeople :many
-- Changed at or after a time, in the order of ids, among some ids.
select s.id, s.email, s.email_key, s.name, s.country_code, s.phone,
  (select coalesce(string_agg(s.fields[n], :FIELD_SEPARATOR), '')
    from unnest(p.word_fields) as chosen (n)) as "chosen!"
from word_progress p join subscribers s on s.account_id = p.account_id
where p.account_id = :accountId and s.account_id = :accountId
  and s.id > :afterId::bigint and s.id <= :lastId::bigint
  and s.updated_at >= :since::timestamptz
order by s.id limit :most::int

-- name: peopleOfIds :many generic
select s.id, s.email, s.email_key, s.name, s.country_code, s.phone,
  (select coalesce(string_agg(s.fields[n], :FIELD_SEPARATOR), '')
    from unnest(p.word_fields) as chosen (n)) as "chosen!"
from word_progress p join subscribers s on s.account_id = p.account_id
where p.account_id = :accountId and s.account_id = :accountId
  and s.id = any (:ids::bigint[])

-- name: removeOtherWords :count
-- Of these subscribers, the words that are not among those given.
delete from subscriber_words w
where w.account_id = :accountId and w.subscriber_id = any (:ids::bigint[])
  and not exists (
    select 1 from unnest(:subscriberIds::bigint[], :words::text[]) as given (subscriber_id, word)
    where given.subscriber_id = w.subscriber_id and given.word = w.word)

-- name: addWords :count
insert into subscriber_words (account_id, word, subscriber_id)
select p.account_id, given.word, given.subscriber_id
from word_progress p,
  unnest(:subscriberIds::bigint[], :words::text[]) as given (subscriber_id, word)
where p.account_id = :accountId
on conflict (account_id, word, subscriber_id) do nothing

-- name: removeWords :count generic
delete from subscriber_words where account_id = :accountId
  and subscriber_id = any (:ids::bigint[])

-- name: notePass :one
-- Returns whether all that was reported is in the words.
update word_progress set indexed_until = :indexedUntil::timestamptz,
  pass_until = :passUntil?::timestamptz, passed_id = :passedId::bigint
where account_id = :accountId
returning changed_at < indexed_until as "seen!"

-- name: chooseWordField :one
-- All words are written again.
update word_progress set
  word_fields = array_remove(word_fields, :field::int)
    || case when :chosen::boolean then array[:field::int] else '{}'::int[] end,
  indexed_until = '-infinity', pass_until = null, passed_id = 0
where account_id = :accountId
returning cardinality(word_fields) as "count!"

-- name: wordFieldsOf :many
select chosen.n as "field!" from word_progress p cross join lateral unnest(p.word_fields) as
  chosen (n)
where p.account_id = :accountId order by 1

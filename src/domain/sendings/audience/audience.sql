-- name: resendSource :maybe
-- A sending whose recipients may get another, with the samples of its A/B test.
select s.planned_at, s.test, coalesce(s.message->>'untracked', 'false') = 'true' as "untracked!",
  exists (
    select 1 from anonymous_lists l where l.account_id = :accountId and l.list_id = s.list_id
      and s.created_at < l.until) as "anonymous!",
  array_to_string(array(select id from sendings c where c.account_id = :accountId
    and c.parent_id = s.id), ',') as "samples!"
from sendings s where s.account_id = :accountId and s.id = :sendingId

-- name: sendingsOfNewsletters :many
-- The sendings of newsletters, without one of them and the samples of its A/B test.
select id from sendings where account_id = :accountId
  and newsletter_id = any (:newsletterIds::int[]) and not test
  and coalesce(parent_id, id) <> :besides order by id

-- name: lockNewsletters :many
-- Of two sendings of a newsletter that are planned at once, the later sees whom the first mails.
select id from newsletters where account_id = :accountId and id = any (:newsletterIds::int[])
  order by id for no key update

-- name: usualAudience :one
-- The median of the last sendings to a list, with the samples of their A/B tests.
select percentile_cont(0.5) within group (order by people)::float8 as "people?", count(*)::int as
  "sendings!" from (
  select s.planned + coalesce((select sum(c.planned) from sendings c
    where c.account_id = :accountId and c.parent_id = s.id), 0) as people
  from sendings s
  where s.account_id = :accountId and s.list_id = :listId and not s.test and s.parent_id is null
    and s.planned > 0
  order by s.id desc limit :most::int) last

-- name: onListsUpTo :one
-- Subscriptions to the lists, counted up to a number.
select count(*)::int as "count!" from (
  select 1 from subscriptions where account_id = :accountId and list_id = any (:lists::int[])
    and unsubscribed_at is null limit :most::int) some_people

-- name: sendingsOfHabits :many
-- The newest sendings to these lists that have begun since then, with the samples of their tests.
select p.id from (
  select id from sendings
  where account_id = :accountId and list_id = any (:lists::int[]) and not test
    and parent_id is null and planned_at >= :since::timestamptz
  order by planned_at desc, id desc limit :most::int) newest
join sendings p on p.account_id = :accountId and (p.id = newest.id or p.parent_id = newest.id)
order by p.id

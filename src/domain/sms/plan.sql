-- name: peopleOfList :many
-- A page of a list in its order, after a given position: subscribers with their number, and whether
-- they opted out.
select s.id, s.country_code, s.phone, s.opted_out_at is not null as "optedOut!",
  page.subscribed_at as subscribed
from (
  select subscriber_id, subscribed_at from subscriptions
  where account_id = :accountId and list_id = :listId and unsubscribed_at is null
    and (subscribed_at, subscriber_id) > (:afterTime::timestamptz, :afterId::bigint)
  order by subscribed_at, subscriber_id limit :size::bigint) page
join subscribers s on s.account_id = :accountId and s.id = page.subscriber_id
order by page.subscribed_at, s.id

-- name: chosenPeople :many
select id, country_code, phone, opted_out_at is not null as "optedOut!" from subscribers
where account_id = :accountId and id = any (:subscriberIds::bigint[]) order by id

-- name: planSms :one long
-- Inserts rows for numbers that are not opted out; a repeated number keeps its first row. `marks`
-- are the keys of erased numbers in the opt-outs.
with given as (
  select id, number, mark, cost
    from unnest(:ids::bigint[], :numbers::text[], :marks::text[], :costs::text[]) as given
    (id, number, mark, cost)),
wanted as (
  select id, number, cost::numeric as cost from given
  where not exists (select 1 from sms_opt_outs o where o.account_id = :accountId
    and o.number = given.number)
    and not exists (select 1 from sms_opt_outs o where o.account_id = :accountId
      and o.number = given.mark)),
planned as (
  insert into sms_deliveries as n (account_id, message_id, id, number, cost, next_try_at)
  select t.account_id, :messageId, wanted.id, wanted.number, wanted.cost, now()
    from tenants t, wanted where t.account_id = :accountId order by wanted.id
  on conflict do nothing
  returning n.cost)
select (select count(*) from wanted) as "wanted!", (select count(*) from planned) as "planned!",
  (select trim_scale(coalesce(sum(cost), 0)) from planned) as "cost!"

-- name: shareAccount :one long
-- Erasing a person waits for the plans that may have read them.
select account_id from tenants where account_id = :accountId for share

-- name: plannedAmong :many long
-- Which of these subscribers a message is sent to.
select id from sms_deliveries where account_id = :accountId and message_id = :messageId
  and id = any (:subscriberIds::bigint[]) order by id

-- name: analyzeSms :count long
-- Not restricted to an account: after a large plan the statistics are outdated, and the planner
-- would not use the index for claims.
analyze sms_deliveries

-- name: findCountry :maybe
-- The country of numbers without a country code.
select country from sms_countries where account_id = :accountId

-- name: saveCountry :count again
insert into sms_countries (account_id, country) values (:accountId, :country)
on conflict (account_id) do update set country = excluded.country

-- name: removeCountry :count again
delete from sms_countries where account_id = :accountId

-- What mailbox providers said, by day (UTC). Batches are counted by settleDeliveries.

-- name: countReturned :count
-- Complaints and late bounces, at the end of the transaction that stores them.
insert into provider_days as p (account_id, day, provider, outcome, route_id, reply, part, messages)
select t.account_id, (now() at time zone 'utc')::date, given.provider, given.outcome,
  given.route_id, given.reply, 0::smallint, count(*)
from tenants t cross join unnest(:providers::text[], :outcomes::text[], :routeIds::int[],
  :replies::text[]) as given (provider, outcome, route_id, reply)
where t.account_id = :accountId
group by t.account_id, given.provider, given.outcome, given.route_id, given.reply
order by given.provider, given.outcome, given.route_id, given.reply
on conflict (account_id, day, provider, outcome, route_id, reply, part)
do update set messages = p.messages + excluded.messages

-- name: daysOfProviders :many
select provider as "provider!", day::text as "day!", outcome as "outcome!",
  sum(messages)::int as "messages!"
from provider_days
where account_id = :accountId and day > (now() at time zone 'utc')::date - :days::int
group by provider, day, outcome order by provider, day, outcome

-- name: repliesOfProvider :many
-- What it said when it did not accept an email, the commonest first.
select outcome as "outcome!", reply as "reply!", route_id as "route_id!",
  sum(messages)::int as "messages!", min(day)::text as "first!", max(day)::text as "last!"
from provider_days
where account_id = :accountId and provider = :provider and outcome <> 'accepted'
  and day between :from::text::date and :until::text::date
group by outcome, reply, route_id
order by sum(messages) desc, outcome, reply, route_id limit :most::int

-- name: commonestReplies :many
-- Of each provider and outcome the commonest of the last days.
select distinct on (provider, outcome) provider as "provider!", outcome as "outcome!",
  reply as "reply!"
from provider_days
where account_id = :accountId and outcome in ('blocked', 'deferred')
  and day > (now() at time zone 'utc')::date - :days::int
group by provider, outcome, reply order by provider, outcome, sum(messages) desc, reply

-- name: forgetOldProviderDays :count long
-- Of all accounts.
delete from provider_days where day < (now() at time zone 'utc')::date - :keptDays::int

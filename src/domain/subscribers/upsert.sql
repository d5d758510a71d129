-- name: liftUnsubscribes :many
-- Lifts unsubscriptions by consents that were given later. The people are locked.
update subscriptions s set subscribed_at = greatest(now(), l.settled_until),
  unsubscribed_at = null, unsubscribe_source = null, unsubscribe_reason = null,
  changed_at = now()
from unnest(:ids::bigint[], :listIds::int[], :moments::timestamptz[]) as g (id, list_id, given),
  lists l
where s.account_id = :accountId and s.subscriber_id = g.id and s.list_id = g.list_id
  and l.account_id = :accountId and l.id = g.list_id and s.unsubscribed_at < g.given
returning s.subscriber_id as id

-- name: keepConsents :count
insert into consents (account_id, subscriber_id, list_id, source, given_at)
select t.account_id, g.id, g.list_id, g.source, g.given
from tenants t,
  unnest(:ids::bigint[], :listIds::int[], :sources::text[], :moments::timestamptz[])
    as g (id, list_id, source, given)
where t.account_id = :accountId
on conflict (account_id, subscriber_id, list_id) do update set
  source = excluded.source, given_at = excluded.given_at

-- name: unsubscriptions :many
-- Of people and lists, pair by pair: those that have ended by the person's own act.
select s.subscriber_id as id, s.unsubscribed_at as "since!",
  coalesce(s.unsubscribe_source, '') as "source!"
from subscriptions s, unnest(:ids::bigint[], :listIds::int[]) as g (id, list_id)
where s.account_id = :accountId and s.subscriber_id = g.id and s.list_id = g.list_id
  and s.unsubscribed_at is not null

-- name: listsThere :many
select id from lists where account_id = :accountId and id = any (:listIds::int[])

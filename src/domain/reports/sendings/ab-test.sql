-- name: openSuspicions :one
-- Whether hits of these sendings still wait to be judged again: until then, opens and clicks are
-- not known.
select exists (select 1 from hit_suspicions where account_id = :accountId
  and source_kind = :SOURCE.sending and source_id = any (:sendingIds::bigint[])) as "some!"

-- name: lastTried :one long
-- When the last of the emails got an outcome.
select max(changed_at) as at from deliveries where account_id = :accountId
  and source_kind = :SOURCE.sending and source_id = any (:sendingIds::bigint[])

-- name: valuesOfPeople :many long
-- Purchases by sending and currency: the number of people, the sum, and the sum of the squares, for
-- the margin of their mean. `named`: of people who are known only.
select source_id as "sendingId!", currency, count(*)::int as "people!",
  sum(value)::float8 as "value!", sum(value * value)::float8 as "squares!"
from (
  select source_id, currency, coalesce(delivery_id::text, key) as person, sum(value) as value
  from conversions where account_id = :accountId and source_kind = :SOURCE.sending
    and source_id = any (:sendingIds::bigint[])
    and (delivery_id is not null or not :named::boolean)
  group by source_id, currency, coalesce(delivery_id::text, key)) bought
group by source_id, currency order by source_id, currency

-- Load and growth of the installation. All are of all accounts.

-- name: isSampleDue :one
-- Of all accounts.
select not exists (
  select from load_samples where at > now() - interval '5 minutes') as "due!"

-- name: outcomesToday :many
-- Of all accounts: emails by what mailbox providers said, since midnight UTC.
select p.outcome, sum(p.messages)::bigint as "messages!" from tenants t
join provider_days p on p.account_id = t.account_id
  and p.day = (now() at time zone 'UTC')::date
group by p.outcome

-- name: keepSample :count again
-- Of all accounts. Of several processes one writes it.
insert into load_samples (at, figures)
values (date_bin('5 minutes', now(), timestamptz '2000-01-01'), :figures::jsonb)
on conflict (at) do nothing

-- name: samplesOfDay :many
-- Of all accounts: of the last day, the oldest first.
select at, figures from load_samples where at > now() - interval '1 day' order by at limit 300

-- name: forgetSamples :count
-- Of all accounts.
delete from load_samples where at < now() - interval '8 days'

-- name: keepSizes :count again
-- Of all accounts: the first of the day stays.
insert into store_sizes (day, part, bytes)
select (now() at time zone 'UTC')::date, part, bytes
from unnest(:parts::text[], :bytes::bigint[]) as given (part, bytes)
on conflict (day, part) do nothing

-- name: firstSizes :many
-- Of all accounts: each part on its first day of the last 90.
select distinct on (part) part, bytes,
  ((now() at time zone 'UTC')::date - day)::int as "days!" from store_sizes
where day >= (now() at time zone 'UTC')::date - 90 and day < (now() at time zone 'UTC')::date
order by part, day

-- name: forgetSizes :count
-- Of all accounts.
delete from store_sizes where day < (now() at time zone 'UTC')::date - 400

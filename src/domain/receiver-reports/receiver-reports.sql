-- Reports of receivers on domains. They are the installation's (account 0), as messages without an
-- account are: a domain may be that of several accounts.

-- name: insertReceiverReport :count again
insert into receiver_reports (account_id, digest, kind, reporter, report_id, domain, begin_at,
  end_at, results, trouble, policy, emails, passed)
values (:accountId, :digest, :kind, :reporter, :reportId, :domain, :beginAt?::timestamptz,
  :endAt?::timestamptz, :results::text::jsonb, :trouble?, :policy?,
  :emails?::bigint, :passed?::bigint)
on conflict (account_id, digest) do nothing

-- name: receiverReports :many long
-- A page of reports whose period ended since then; those not readable, by their arrival.
select digest, kind, reporter, report_id, domain, begin_at, end_at, received_at,
  results::text as "results!", trouble
from receiver_reports
where account_id = :accountId and digest > :after
  and coalesce(end_at, received_at) >= :since::timestamptz
  and (:domain = '' or domain = :domain or domain like '%.' || :domain)
order by digest limit :most::int

-- name: publishedPolicies :many
-- Of these domains each. Sums of what anybody can send fit in no integer.
select domain, (array_agg(policy order by end_at desc, digest))[1] as "policy!",
  sum(emails)::float8 as "emails!", sum(passed)::float8 as "passed!",
  (min(end_at) at time zone 'utc')::date::text as "since!"
from receiver_reports
where account_id = :accountId and domain = any (:domains::text[]) and policy is not null
  and end_at between :since::timestamptz and :until::timestamptz
group by domain order by domain

-- name: trimReceiverReports :count long
-- Older ones, and the oldest if all together exceed `octets`.
with sized as (
  select r.digest, r.received_at, sum(pg_column_size(r.results) + 500) over
    (order by r.received_at desc, r.digest) as octets
  from receiver_reports r where r.account_id = :accountId)
delete from receiver_reports where account_id = :accountId and digest = any (array(
  select digest from sized where received_at < :before::timestamptz or octets > :octets::bigint))

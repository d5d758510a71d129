-- name: liveCounts :many long
-- One reading of all emails of a sending and of its samples: by state, route and mailbox provider,
-- and by half minutes of the last quarter of an hour those that got an outcome then. The domains of
-- providers are ASCII: lower() costs less so.
select d.source_id as "sendingId!", d.state::text as "state!", d.route_id,
  coalesce(p.name, '') as "provider!",
  (extract(epoch from now() - half.minute) / 30)::int - 1 as "ago?",
  count(*) as "count!", count(*) filter (where d.was_uncertain) as "uncertain!",
  count(*) filter (where d.state = 'planned' and coalesce(d.reply, d.reason) is not null)
    as "putOff!",
  max(d.changed_at) filter (where d.state not in ('planned', 'claimed', 'handed over'))
    as last_change,
  min(d.next_try_at) as next_try
from deliveries d left join unnest(:domains::text[], :names::text[]) as p (domain, name)
  on p.domain = lower(split_part(d.email, '@', -1) collate "C")
cross join lateral (select case when d.changed_at > now() - interval '15 minutes'
    and d.state in ('accepted', 'bounced', 'failed', 'deferred')
    then date_bin('30 seconds', d.changed_at, now()) end as minute) half
where d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = any (:sendingIds::bigint[])
group by 1, 2, 3, 4, half.minute

-- name: waitingUntil :many long
-- Emails that wait for their time: not those that a relay has put off.
select next_try_at as "until!", count(*) as "people!" from deliveries
where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[]) and next_try_at > now() and state = 'planned'
  and coalesce(reply, reason) is null
group by next_try_at order by next_try_at limit :most::int

-- name: liveReplies :many long
-- The replies of servers about emails that are or were not accepted, as repliesOfSending, with the
-- time of the last one.
select state::text as "state!", min(coalesce(reply, reason, '')) as "reply!", count(*) as "count!",
  max(changed_at) as last
from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[])
  and (state in ('deferred', 'bounced', 'failed', 'uncertain', 'withdrawn')
    or (state = 'planned' and coalesce(reply, reason) is not null))
group by state, regexp_replace(coalesce(reply, reason, ''), '[0-9]{4,}', '#', 'g')
order by 3 desc, 2 limit :most::int

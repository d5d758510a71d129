-- name: liveCounts :many long
-- One reading of all emails of a sending and of its samples: by state, route and mailbox provider,
-- and by half minutes of the last quarter of an hour those that got an outcome then.
select d.source_id as "sendingId!", d.state::text as "state!", d.route_id,
  coalesce(p.name, '') as "provider!",
  case when d.changed_at > now() - interval '15 minutes'
    and d.state in ('accepted', 'bounced', 'failed', 'deferred')
    then floor(extract(epoch from now() - d.changed_at) / 30)::int end as "ago?",
  count(*) as "count!", count(*) filter (where d.was_uncertain) as "uncertain!",
  max(d.changed_at) filter (where d.state not in ('planned', 'claimed', 'handed over'))
    as last_change,
  min(d.next_try_at) as next_try
from deliveries d left join unnest(:domains::text[], :names::text[]) as p (domain, name)
  on p.domain = lower(split_part(d.email, '@', -1))
where d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = any (:sendingIds::bigint[])
group by 1, 2, 3, 4, 5

-- name: liveReplies :many long
-- What servers said about emails that are or were not accepted, as repliesOfSending, with the time
-- of the last one.
select state::text as "state!", min(coalesce(reply, reason, '')) as "reply!", count(*) as "count!",
  max(changed_at) as last
from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[])
  and (state in ('deferred', 'bounced', 'failed', 'uncertain', 'withdrawn')
    or (state = 'planned' and coalesce(reply, reason) is not null))
group by state, regexp_replace(coalesce(reply, reason, ''), '[0-9]{4,}', '#', 'g')
order by 3 desc, 2 limit :most::int

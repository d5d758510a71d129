-- name: resultsOfProject :many long
-- Emails of each version by state, and their hits; the version is empty for transactions without
-- one.
select t.version, count(*) as "messages!",
  count(*) filter (where d.state in ('planned', 'claimed', 'handed over', 'deferred')) as
  "waiting!",
  count(*) filter (where d.state = 'accepted') as "delivered!",
    count(*) filter (where d.state = 'bounced') as "bounced!",
  count(*) filter (where d.state = 'failed') as "failed!",
    count(*) filter (where d.state = 'uncertain') as "uncertain!",
  count(*) filter (where d.state = 'withdrawn') as "withdrawn!",
  count(*) filter (where e.views > 0) as "viewed!", coalesce(sum(e.views), 0)::bigint as "views!",
  count(*) filter (where e.clicks > 0) as "clicked!", coalesce(sum(e.clicks), 0)::bigint as
    "clicks!"
from deliveries d
join transactions t on t.account_id = :accountId and t.id = d.id
left join engagements e on e.account_id = :accountId and e.source_kind = :SOURCE.transaction
  and e.source_id = :projectId and e.delivery_id = d.id
where d.account_id = :accountId and d.source_kind = :SOURCE.transaction and d.source_id = :projectId
group by t.version order by t.version

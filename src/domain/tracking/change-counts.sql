-- Counts of hits, changed beside the hits that they are of.

-- name: correctHours :count
insert into hit_hours as o (account_id, source_kind, source_id, hour, kind, link, by_all, by_people,
  messages)
select t.account_id, c.source_kind, c.source_id, date_trunc('hour', c.at, 'UTC') as hour, c.kind,
  c.link, sum(c.by_all), sum(c.by_people), sum(c.messages)
from tenants t, unnest(:sourceKinds::smallint[], :sourceIds::bigint[], :kinds::text[],
  :links::int[], :moments::timestamptz[], :byAll::int[], :byPeople::int[], :messages::int[])
  as c (source_kind, source_id, kind, link, at, by_all, by_people, messages)
where t.account_id = :accountId group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
on conflict (account_id, source_kind, source_id, hour, kind, link) do update
  set by_all = o.by_all + excluded.by_all, by_people = o.by_people + excluded.by_people,
    messages = o.messages + excluded.messages

-- name: correctTotals :count
insert into hit_totals as o (account_id, source_kind, source_id, kind, link, by_all, by_people,
  messages)
select t.account_id, c.source_kind, c.source_id, c.kind, c.link, sum(c.by_all),
  sum(c.by_people), sum(c.messages)
from tenants t, unnest(:sourceKinds::smallint[], :sourceIds::bigint[], :kinds::text[],
  :links::int[], :byAll::int[], :byPeople::int[], :messages::int[])
  as c (source_kind, source_id, kind, link, by_all, by_people, messages)
where t.account_id = :accountId group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
on conflict (account_id, source_kind, source_id, kind, link) do update
  set by_all = o.by_all + excluded.by_all, by_people = o.by_people + excluded.by_people,
    messages = o.messages + excluded.messages

-- name: correctTimes :count long
-- Recomputes first and last times that may have been a machine's.
update hit_totals o set
  first_at = case when o.kind = 'click' and o.link > 0 then (
      select min(c.first_click_at) from clicked_links c
      where c.account_id = :accountId and c.source_kind = :sourceKind::smallint
        and c.source_id = :sourceId and c.link = o.link)
    else (
      select min(case when o.kind = 'view' then e.first_view_at else e.first_click_at end)
        from engagements e
      where e.account_id = :accountId and e.source_kind = :sourceKind::smallint
        and e.source_id = :sourceId) end,
  last_at = case when o.kind = 'click' and o.link > 0 then (
      select max(c.last_click_at) from clicked_links c
      where c.account_id = :accountId and c.source_kind = :sourceKind::smallint
        and c.source_id = :sourceId and c.link = o.link)
    else (
      select max(case when o.kind = 'view' then e.last_view_at else e.last_click_at end)
        from engagements e
      where e.account_id = :accountId and e.source_kind = :sourceKind::smallint
        and e.source_id = :sourceId) end
where o.account_id = :accountId and o.source_kind = :sourceKind::smallint
  and o.source_id = :sourceId
  and exists (
    select 1 from unnest(:kinds::text[], :links::int[], :moments::timestamptz[]) as r
      (kind, link, at)
    where r.kind = o.kind and (r.link = o.link or (o.kind = 'click' and o.link = 0))
      and (r.at <= o.first_at or r.at >= o.last_at))

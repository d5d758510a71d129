-- name: sendingOfReport :maybe
-- Hits of an anonymous sending are not attributed, including those before its list was made
-- anonymous.
select s.id, s.planned, s.test, exists (
  select 1 from anonymous_lists l where l.account_id = :accountId and l.list_id = s.list_id
    and s.created_at < l.until) as "anonymous!"
from sendings s where s.account_id = :accountId and s.id = :sendingId

-- name: hitsOfPeople :many long
-- A page of views or clicks by people, after a key; clicks only on links. `unnamed`: also those
-- that are counted without their person.
select at, id, link, delivery_id from hits
where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
  and kind = :kind and by_person(verdict) and (delivery_id is not null or :unnamed::boolean)
  and (kind = 'view' or link > 0)
  and at >= :afterAt::timestamptz and (at, id) > (:afterAt::timestamptz, :afterId::bigint)
    and at < :until::timestamptz
order by at, id limit :size::int

-- name: peopleOfHits :many long
-- Subscribers with one of their data fields, in any order; without erased ones.
select id, email, name, nullif(fields[:field::int], '') as "field_value?" from subscribers
where account_id = :accountId and id = any (:ids::bigint[])

-- name: returnsOfSending :many
-- Each URL once, even if several links lead there. Values in different currencies are added as they
-- are.
select l.target as url, least(coalesce(sum(t.by_people), 0), 2147483647) as "clicks!",
  least(coalesce(sum(c.closures), 0), 2147483647) as "closures!",
  coalesce(sum(c.value), 0) as "value!"
from links l
left join hit_totals t on t.account_id = :accountId and t.source_kind = :SOURCE.sending
  and t.source_id = :sendingId and t.kind = 'click' and t.link = l.number
left join (
  select link, sum(closures) as closures, sum(value) as value from conversion_totals
  where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
    group by link) c on c.link = l.number
where l.account_id = :accountId and l.source_kind = :SOURCE.sending and l.source_id = :sendingId
group by l.target order by min(l.number)

-- name: valuesOfSending :many
-- Purchases by currency; an empty one if the shop sent none.
select currency, sum(closures)::bigint as "closures!", sum(value) as "value!" from conversion_totals
where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
  group by currency order by currency

-- name: sendingsWithLink :many long
-- A page of sendings that began in an interval and contain one of these URLs, or any if none is
-- given.
select s.id, s.planned_at as "sent_at!" from sendings s
where s.account_id = :accountId and not s.test and s.planned_at >= :from::timestamptz
  and s.planned_at < :until::timestamptz
  and (s.planned_at, s.id) > (:afterAt::timestamptz, :afterId::bigint)
  and exists (
    select 1 from links l where l.account_id = :accountId and l.source_kind = :SOURCE.sending
      and l.source_id = s.id
      and (cardinality(:urls::text[]) = 0 or l.target = any (:urls::text[])))
order by s.planned_at, s.id limit :size::int

-- name: linksOfSendings :many long
-- Each URL of each sending once. A subscriber who clicked several links to it counts once.
select g.target as url, s.newsletter_id, s.message->>'name' as newsletter_name, s.id as sending_id,
  s.planned_at as "send_time!",
  coalesce(s.planned, 0) as "recipients!", least(g.clicks, 2147483647) as "clicks!",
  case
    when exists (
      select 1 from anonymous_lists a where a.account_id = :accountId and a.list_id = s.list_id
        and s.created_at < a.until) then null
    when cardinality(g.numbers) = 1 then g.messages
    when r.people_removed_at is not null then (
      select coalesce(max(k.clickers), 0) from jsonb_to_recordset(r.link_people)
        as k (url text, clickers bigint) where k.url = g.target)
    else (
      select count(distinct c.delivery_id) from clicked_links c
      where c.account_id = :accountId and c.source_kind = :SOURCE.sending and c.source_id = s.id
        and c.link = any (g.numbers))
  end as "unique_clicks?", g.first_at as "first_click?", g.last_at as "last_click?"
from (
  select l.source_id, l.target, array_agg(l.number) as numbers, min(l.number) as place,
    coalesce(sum(t.by_people), 0) as clicks,
    coalesce(sum(t.messages), 0)::bigint as messages, min(t.first_at) as first_at,
      max(t.last_at) as last_at
  from links l
  left join hit_totals t on t.account_id = :accountId and t.source_kind = :SOURCE.sending
    and t.source_id = l.source_id and t.kind = 'click' and t.link = l.number
  where l.account_id = :accountId and l.source_kind = :SOURCE.sending
    and l.source_id = any (:sendingIds::bigint[])
    and (cardinality(:urls::text[]) = 0 or l.target = any (:urls::text[]))
  group by l.source_id, l.target) g
join sendings s on s.account_id = :accountId and s.id = g.source_id
left join sending_counts r on r.account_id = :accountId and r.sending_id = g.source_id
order by s.planned_at, s.id, g.place

-- name: hitsOfSending :many long
-- Views, and clicks on all links.
select kind, by_all, by_people, messages, first_at, last_at from hit_totals
where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
  and link = 0

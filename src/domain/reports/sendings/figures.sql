-- name: reportedSending :maybe
-- A sending with the samples of its A/B test, which are reported with it.
select s.id, s.newsletter_id, s.list_id, s.state, s.test, s.zone, s.planned_at, s.finished_at,
  s.due_at,
  coalesce(s.message->>'name', '') as "name!", coalesce(s.message->>'subject', '') as "subject!",
  coalesce(l.name, s.message->>'listName', '') as "listName!",
  coalesce(s.message->>'untracked', 'false') = 'true' as "untracked!",
  exists (
    select 1 from anonymous_lists a where a.account_id = :accountId and a.list_id = s.list_id
      and s.created_at < a.until) as "anonymous!",
  s.options::text as "options!", s.parent_id, s.variant, s.candidates, s.planned,
  s.left_out::text as left_out,
  array_to_string(array(select c.id from sendings c where c.account_id = :accountId
    and c.parent_id = s.id order by c.variant), ',') as "samples!",
  (select min(c.planned_at) from sendings c where c.account_id = :accountId
    and c.parent_id = s.id) as samples_planned_at
from sendings s left join lists l on l.account_id = :accountId and l.id = s.list_id
where s.account_id = :accountId and s.id = :sendingId

-- name: statesOfSendings :many long
-- The ledger is read of those only that are not counted.
select o.sending_id as "sendingId!", o.state as "state!", sum(o.emails)::bigint as "count!",
  sum(o.opens_unmeasured)::bigint as "opensUnmeasured!",
  sum(o.clicks_unmeasured)::bigint as "clicksUnmeasured!"
from sending_outcomes o join sending_counts c on c.account_id = :accountId
  and c.sending_id = o.sending_id and c.counted_at is not null
where o.account_id = :accountId and o.sending_id = any (:sendingIds::bigint[])
group by o.sending_id, o.state
union all
select g.id, e.state, e.emails, e.opens, e.clicks
from unnest(:sendingIds::bigint[]) as g (id) cross join lateral (
  select d.state::text, count(*) as emails, count(*) filter (where d.opens_unmeasured) as opens,
    count(*) filter (where d.clicks_unmeasured) as clicks
  from deliveries d
  where d.account_id = :accountId and d.source_kind = :SOURCE.sending and d.source_id = g.id
  group by 1) e
where not exists (
  select 1 from sending_counts c where c.account_id = :accountId and c.sending_id = g.id
    and c.counted_at is not null)

-- name: hitsOfSendings :many long
-- Views, and clicks on all links.
select source_id as "sendingId!", kind, by_all, by_people, messages, first_at, last_at
from hit_totals
where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[]) and link = 0

-- name: valuesOfSendings :many long
select source_id as "sendingId!", currency, sum(closures)::bigint as "closures!", sum(value)::text
  as "value!" from conversion_totals
where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[])
group by source_id, currency order by source_id, currency

-- name: complaintsOfSendings :many long
select source_id as "sendingId!", count(distinct delivery_id) as "people!" from bounces
where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[]) and kind = 'complaint'
group by source_id

-- name: departuresOfSendings :many long
select sending_id as "sendingId!", count(*) filter (where not everything) as "unsubscribed!",
  count(*) filter (where everything) as "optedOut!" from email_departures
where account_id = :accountId and sending_id = any (:sendingIds::bigint[])
group by sending_id

-- name: hoursOfSendings :many long
-- Hits by hour since the first email was due.
select floor(extract(epoch from hour - :from::timestamptz) / 3600)::int as "hour!", kind,
  sum(by_all)::bigint as "byAll!", sum(by_people)::bigint as "byPeople!",
  sum(messages)::bigint as "messages!"
from hit_hours
where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[]) and link = 0
  and hour >= date_trunc('hour', :from::timestamptz)
  and hour < :from::timestamptz + make_interval(hours => :hours::int)
group by 1, 2 order by 1, 2

-- name: htmlOfSendings :many long
select coalesce(message->>'html', '') as "html!" from sendings
where account_id = :accountId and id = any (:sendingIds::bigint[]) order by id

-- name: linksOfReport :many long
-- Each link of a sending and of the samples of its A/B test, with hits. The same link of several
-- samples is one: the number is that of the sending itself, null if only samples have it.
with numbered as (
  select source_id, number, target,
    row_number() over (partition by source_id, target order by number) as place
  from links where account_id = :accountId and source_kind = :SOURCE.sending
    and source_id = any (:sendingIds::bigint[]))
select min(n.number) filter (where n.source_id = :sendingId) as "number?", n.target as "target!",
  coalesce(sum(t.by_all), 0)::bigint as "byAll!",
  coalesce(sum(t.by_people), 0)::bigint as "byPeople!",
  coalesce(sum(t.messages), 0)::bigint as "people!", min(t.first_at) as first_at,
  max(t.last_at) as last_at, array_to_string(array_agg(n.source_id || ' ' || n.number), ',')
  as "places!"
from numbered n left join hit_totals t on t.account_id = :accountId
  and t.source_kind = :SOURCE.sending and t.source_id = n.source_id and t.kind = 'click'
  and t.link = n.number
group by n.target, n.place order by 1 nulls last, 2

-- name: valuesOfLinks :many long
select source_id as "sendingId!", link, currency, closures, value::text as "value!"
from conversion_totals
where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[])
order by currency

-- name: outcomesByProvider :many long
-- Outcomes by mailbox provider, by the domain of the address, and how many people opened and
-- clicked.
select coalesce(p.name, '') as "provider!", d.state::text as "state!", count(*) as "count!",
  count(*) filter (where e.views > 0 or e.clicks > 0) as "opened!",
  count(*) filter (where e.clicks > 0) as "clicked!",
  count(*) filter (where d.opens_unmeasured) as "opensUnmeasured!",
  count(*) filter (where d.clicks_unmeasured) as "clicksUnmeasured!"
from deliveries d
left join unnest(:domains::text[], :names::text[]) as p (domain, name)
  on p.domain = lower(split_part(d.email, '@', -1))
left join engagements e on e.account_id = :accountId and e.source_kind = :SOURCE.sending
  and e.source_id = d.source_id and e.delivery_id = d.id
where d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = any (:sendingIds::bigint[])
group by 1, 2

-- name: earlierSending :maybe
-- The last sending to the same list that began before it, to compare with.
select s.id from sendings s
where s.account_id = :accountId and s.list_id = :listId and not s.test and s.parent_id is null
  and s.planned_at < :before::timestamptz and s.planned > 0 and s.id <> :sendingId
order by s.planned_at desc limit 1

-- name: reasonsToLeave :many long
-- The reasons of people who left by an email of these sendings; '': none given.
select btrim(coalesce(case when d.everything then (
    select o.reason from subscribers s join opt_outs o on o.account_id = :accountId
      and o.email_key = s.email_key
    where s.account_id = :accountId and s.id = d.subscriber_id and o.sending_id = d.sending_id
    limit 1)
  else (
    select j.unsubscribe_reason from subscriptions j
    where j.account_id = :accountId and j.subscriber_id = d.subscriber_id
      and j.unsubscribed_at >= d.at - interval '1 minute'
    order by j.unsubscribed_at limit 1) end, '')) as "reason!", count(*) as "people!"
from email_departures d
where d.account_id = :accountId and d.sending_id = any (:sendingIds::bigint[])
group by 1 order by 2 desc, 1 limit :most::int

-- name: programsOfSendings :many long
-- Mail programs of opens and clicks: of so many hits of each kind of a sending, the first ones.
-- Those of dropped months are counted (hit-months.ts).
with kept as (
  select source_id, kind, agent, times from hit_programs
  where account_id = :accountId and source_kind = :SOURCE.sending
    and source_id = any (:sendingIds::bigint[])),
looked as (
  select kind, agent, times from kept
  union all
  select g.kind, h.agent, 1 as times from (
    select s.id, k.kind,
      greatest(0, :most::int - coalesce((select sum(times) from kept
        where kept.source_id = s.id and kept.kind = k.kind), 0))::bigint as rest
    from unnest(:sendingIds::bigint[]) as s (id), (values ('view'), ('click')) as k (kind)) g
  cross join lateral (
    select agent from hits where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = g.id and kind = g.kind and verdict in ('person', 'image proxy')
    order by at, id limit g.rest) h)
select agent as "agent!", coalesce(sum(times) filter (where kind = 'view'), 0)::bigint as "opens!",
  coalesce(sum(times) filter (where kind = 'click'), 0)::bigint as "clicks!"
from looked group by agent order by sum(times) desc, agent

-- name: languagesOfSendings :many
-- Of those in several languages: the base, and the others in the order of their filters.
select id as "sendingId!", message->'translated'->>'base' as "base!",
  jsonb_path_query_array(message->'translated', '$.versions[*].language')::text as "versions!"
from sendings where account_id = :accountId and id = any (:sendingIds::bigint[])
  and message->'translated' is not null

-- name: outcomesByVersion :many long
-- Outcomes by language: the filter of a language has an id below zero, and the base has none.
select d.source_id as "sendingId!",
  least((select min(b) from unnest(d.blocks) as own (b)), 0) as "filterId!",
  d.state::text as "state!", count(*) as "count!",
  count(*) filter (where e.views > 0 or e.clicks > 0) as "opened!",
  count(*) filter (where e.clicks > 0) as "clicked!",
  count(*) filter (where d.opens_unmeasured) as "opensUnmeasured!",
  count(*) filter (where d.clicks_unmeasured) as "clicksUnmeasured!"
from deliveries d
left join engagements e on e.account_id = :accountId and e.source_kind = :SOURCE.sending
  and e.source_id = d.source_id and e.delivery_id = d.id
where d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = any (:sendingIds::bigint[])
group by 1, 2, 3

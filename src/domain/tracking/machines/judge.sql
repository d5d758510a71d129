-- name: accountsWithSuspicions :many
-- Accounts, of all accounts, with due suspicions.
select distinct account_id from hit_suspicions where due <= now() limit 100

-- name: takeMessages :many
-- Locks some due emails. The lock of an email's engagement covers its counts; it is taken before
-- that of its suspicions, as fold_hits() does. Skips emails locked by other workers.
select source_kind, source_id, delivery_id from engagements
where account_id = :accountId and (source_kind, source_id, delivery_id) in (
  select source_kind, source_id, delivery_id from hit_suspicions where account_id = :accountId
    and due <= now() order by due limit :most::int)
order by 1, 2, 3 for update skip locked

-- name: suspicionsOfMessages :many
select source_kind, source_id, delivery_id, reason, from_at, until_at, agent, network
  from hit_suspicions
where account_id = :accountId and (source_kind, source_id, delivery_id) in (
  select * from unnest(:sourceKinds::int[], :sourceIds::bigint[], :deliveryIds::bigint[]))
order by 1, 2, 3, 4 for update

-- name: hitsOfMessages :many
-- Hits that count as a person's, up to `most` of each email. Emails are numbered from 1.
select g.message::int as "message!", h.kind, h.at, h.id, h.link, h.agent, h.network
from unnest(:sourceKinds::int[], :sourceIds::bigint[], :deliveryIds::bigint[],
  :fromAts::timestamptz[], :untilAts::timestamptz[])
  with ordinality as g (source_kind, source_id, delivery_id, from_at, until_at, message)
cross join lateral (
  select h.kind, h.at, h.id, h.link, h.agent, h.network from hits h
  where h.account_id = :accountId and h.source_kind = g.source_kind and h.source_id = g.source_id
    and h.delivery_id = g.delivery_id
    and h.at >= g.from_at and h.at <= g.until_at and by_person(h.verdict)
      order by h.at, h.id limit :most::int) h
order by 1, h.at, h.id

-- name: dropSuspicions :count
delete from hit_suspicions s using unnest(:sourceKinds::int[], :sourceIds::bigint[],
  :deliveryIds::bigint[], :reasons::text[])
  as g (source_kind, source_id, delivery_id, reason)
where s.account_id = :accountId and s.source_kind = g.source_kind and s.source_id = g.source_id
  and s.delivery_id = g.delivery_id and s.reason = g.reason

-- name: lockEngagement :maybe
select views, first_view_at, last_view_at, clicks, first_click_at, last_click_at from engagements
where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
  and delivery_id = :deliveryId for update

-- name: deleteUnfounded :count
-- For emails without hits of a person.
delete from hit_suspicions s using (
  select source_kind, source_id, delivery_id, reason from hit_suspicions d
    where d.account_id = :accountId and d.due <= now() and not exists (
    select 1 from engagements e where e.account_id = d.account_id and e.source_kind = d.source_kind
      and e.source_id = d.source_id
      and e.delivery_id = d.delivery_id)
  order by 1, 2, 3, 4 limit 1000 for update skip locked) u
where s.account_id = :accountId and s.source_kind = u.source_kind and s.source_id = u.source_id
  and s.delivery_id = u.delivery_id and s.reason = u.reason

-- name: takeSuspicions :many
-- All suspicions of an email, to be judged together.
delete from hit_suspicions where account_id = :accountId and source_kind = :sourceKind::smallint
  and source_id = :sourceId and delivery_id = :deliveryId
returning reason, from_at, until_at, agent, network

-- name: hitsAround :many
-- Hits that count as a person's.
select kind, at, id, link, agent, network from hits
where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
  and delivery_id = :deliveryId
  and at >= :fromAt::timestamptz and at <= :untilAt::timestamptz and by_person(verdict)
    order by at, id limit :most::int

-- name: suspectRest :count
-- Due immediately: there are more hits than were judged.
insert into hit_suspicions (account_id, source_kind, source_id, delivery_id, reason, from_at,
  until_at, agent, network, due)
select account_id, :sourceKind::smallint, :sourceId::bigint, :deliveryId::bigint, 'flood',
  :fromAt::timestamptz, :untilAt::timestamptz, '', '', now()
from tenants where account_id = :accountId

-- name: relabel :many
-- Returns hits that counted as a person's, as they were counted. An open implied by a click is
-- relabelled with the click.
update hits h set verdict = 'scanner', reason = g.reason
from unnest(:kinds::text[], :ids::bigint[], :moments::timestamptz[], :reasons::text[]) as g
  (kind, id, at, reason)
where h.account_id = :accountId and h.source_kind = :sourceKind::smallint
  and h.source_id = :sourceId and h.delivery_id = :deliveryId
  and h.at = g.at and h.id = g.id and (h.kind = g.kind or h.reason = 'click')
    and by_person(h.verdict)
returning h.kind, h.link, h.at

-- name: personalHits :one
-- A person's engagement with an email, from its hits.
select count(*) filter (where kind = 'view')::int as "views!", min(at) filter (where kind = 'view')
  as first_view_at, max(at) filter (where kind = 'view') as last_view_at,
  count(*) filter (where kind = 'click')::int as "clicks!", min(at) filter (where kind = 'click') as
    first_click_at, max(at) filter (where kind = 'click') as last_click_at
from hits where account_id = :accountId and source_kind = :sourceKind::smallint
  and source_id = :sourceId and delivery_id = :deliveryId
  and by_person(verdict)

-- name: implyView :one
-- Adds the open implied by the first remaining click.
with click as (
  select account_id, source_kind, source_id, at, id, delivery_id from hits
  where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
    and delivery_id = :deliveryId
    and kind = 'click' and by_person(verdict) order by at, id limit 1)
insert into hits as n (account_id, source_kind, source_id, kind, at, id, delivery_id, link, verdict,
  reason)
select account_id, source_kind, source_id, 'view', at, id, delivery_id, 0, 'person', 'click'
  from click returning n.at

-- name: setEngagement :count
update engagements set views = :views, first_view_at = :firstViewAt?::timestamptz,
  last_view_at = :lastViewAt?::timestamptz,
  clicks = :clicks, first_click_at = :firstClickAt?::timestamptz,
    last_click_at = :lastClickAt?::timestamptz
where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
  and delivery_id = :deliveryId

-- name: clickedBefore :many
select link, first_click_at from clicked_links
where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
  and delivery_id = :deliveryId
  and link = any (:links::int[]) order by link for update

-- name: clickedNow :many
select link, count(*)::int as "clicks!", min(at) as "first_click_at!", max(at) as "last_click_at!"
  from hits
where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
  and delivery_id = :deliveryId
  and kind = 'click' and by_person(verdict) and link = any (:links::int[]) group by link

-- name: setClickedLink :count
update clicked_links set clicks = :clicks, first_click_at = :firstClickAt::timestamptz,
  last_click_at = :lastClickAt::timestamptz
where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
  and delivery_id = :deliveryId and link = :link

-- name: removeClickedLink :count
delete from clicked_links
where account_id = :accountId and source_kind = :sourceKind::smallint and source_id = :sourceId
  and delivery_id = :deliveryId and link = :link

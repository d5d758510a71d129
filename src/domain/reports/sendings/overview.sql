-- part: personal
-- Whether opens and clicks of the sending s are attributed to people.
coalesce(s.message->>'untracked', 'false') <> 'true' and not exists (
    select 1 from anonymous_lists a where a.account_id = :accountId and a.list_id = s.list_id
      and s.created_at < a.until) as "personal!"

-- part: unmeasured
-- Of the sending or sample p: emails handed over without measuring opens, or clicks. The ledger is
-- read where they are not counted yet, by an index of such emails only.
from sendings p
  left join sending_counts k on k.account_id = :accountId and k.sending_id = p.id
  cross join lateral (
    select coalesce(sum(n.opens), 0)::bigint as opens, coalesce(sum(n.clicks), 0)::bigint as clicks
    from (
      select o.opens_unmeasured as opens, o.clicks_unmeasured as clicks from sending_outcomes o
      where o.account_id = :accountId and o.sending_id = p.id and k.counted_at is not null
      union all
      select count(*) filter (where d.opens_unmeasured),
        count(*) filter (where d.clicks_unmeasured)
      from deliveries d where d.account_id = :accountId and d.source_kind = :SOURCE.sending
        and d.source_id = p.id and k.counted_at is null
        and (d.opens_unmeasured or d.clicks_unmeasured)) n) u

-- part: reach
-- Of the sending or sample p.
coalesce(sum(p.planned), 0)::bigint as emails,
    coalesce(sum(u.opens), 0)::bigint as opens_unmeasured,
    coalesce(sum(u.clicks), 0)::bigint as clicks_unmeasured,
    coalesce(sum((select t.messages from hit_totals t where t.account_id = :accountId
      and t.source_kind = :SOURCE.sending and t.source_id = p.id and t.kind = 'view'
      and t.link = 0)), 0)::bigint as opened,
    coalesce(sum((select t.messages from hit_totals t where t.account_id = :accountId
      and t.source_kind = :SOURCE.sending and t.source_id = p.id and t.kind = 'click'
      and t.link = 0)), 0)::bigint as clicked

-- name: recentSendings :many long
-- The last sendings that have begun, with the samples of their A/B tests: emails planned, and
-- people who opened and clicked.
select s.id, s.list_id, s.newsletter_id, coalesce(s.message->>'name', '') as "name!",
  coalesce(s.message->>'subject', '') as "subject!",
  coalesce(l.name, s.message->>'listName', '') as "listName!", s.planned_at as "began!", s.state,
  :PART.personal,
  of.emails as "emails!", of.opens_unmeasured as "opensUnmeasured!",
  of.clicks_unmeasured as "clicksUnmeasured!", of.opened as "opened!", of.clicked as "clicked!"
from sendings s left join lists l on l.account_id = :accountId and l.id = s.list_id
cross join lateral (
  select :PART.reach
  :PART.unmeasured
  where p.account_id = :accountId and (p.id = s.id or p.parent_id = s.id)) of
where s.account_id = :accountId and not s.test and s.parent_id is null
  and s.planned_at is not null and s.state in ('sending', 'finished')
  and (:listId?::int is null or s.list_id = :listId?::int)
order by s.planned_at desc limit :most::int

-- name: sendingsOverTime :many long
-- Sendings that have begun since a moment, the newest first, with the samples of their A/B tests:
-- emails planned, and people who opened, clicked, left and complained.
select s.id, s.list_id, coalesce(s.message->>'name', '') as "name!",
  coalesce(l.name, s.message->>'listName', '') as "listName!", s.planned_at as "began!",
  :PART.personal,
  of.emails as "emails!", of.opens_unmeasured as "opensUnmeasured!",
  of.clicks_unmeasured as "clicksUnmeasured!", of.opened as "opened!", of.clicked as "clicked!",
  of.departed as "left!",
  of.complained as "complained!"
from sendings s left join lists l on l.account_id = :accountId and l.id = s.list_id
cross join lateral (
  select :PART.reach,
    coalesce(sum((select count(*) from email_departures d where d.account_id = :accountId
      and d.sending_id = p.id)), 0)::bigint as departed,
    coalesce(sum((select count(distinct b.delivery_id) from bounces b
      where b.account_id = :accountId and b.source_kind = :SOURCE.sending and b.source_id = p.id
      and b.kind = 'complaint')), 0)::bigint as complained
  :PART.unmeasured
  where p.account_id = :accountId and (p.id = s.id or p.parent_id = s.id)) of
where s.account_id = :accountId and not s.test and s.parent_id is null
  and s.planned_at >= :since::timestamptz and (:listId?::int is null or s.list_id = :listId?::int)
order by s.planned_at desc, s.id desc limit :most::int

-- name: openHours :many long
-- First opens of sendings by people, by hour.
select h.hour as "hour!", sum(h.messages)::bigint as "people!"
from hit_hours h join sendings s on s.account_id = :accountId and s.id = h.source_id
where h.account_id = :accountId and h.source_kind = :SOURCE.sending and h.kind = 'view'
  and h.link = 0 and h.hour >= :since::timestamptz and not s.test
  and (:listId?::int is null or s.list_id = :listId?::int)
group by h.hour

-- name: outcomesOfSendings :many long
-- Of those that have begun, with the samples of their A/B tests: emails planned, people who opened
-- and clicked, and hard bounces.
select s.id, :PART.personal,
  of.emails as "emails!", of.opens_unmeasured as "opensUnmeasured!",
  of.clicks_unmeasured as "clicksUnmeasured!", of.opened as "opened!", of.clicked as "clicked!",
  of.bounced as "bounced!"
from sendings s
cross join lateral (
  select :PART.reach,
    coalesce(sum((select count(distinct b.delivery_id) from bounces b
      where b.account_id = :accountId and b.source_kind = :SOURCE.sending and b.source_id = p.id
      and b.kind = 'hard')), 0)::bigint as bounced
  :PART.unmeasured
  where p.account_id = :accountId and (p.id = s.id or p.parent_id = s.id)) of
where s.account_id = :accountId and s.id = any (:sendingIds::int[]) and s.planned_at is not null

-- name: lastSendingsOf :many long
-- The sending that decides where each newsletter stands, and its figures with those of its A/B
-- samples.
select s.newsletter_id, s.id, s.state, s.reason, s.due_at, s.zone, s.finished_at,
  :PART.personal,
  f.emails as "emails!", f.opens_unmeasured as "opensUnmeasured!",
  f.clicks_unmeasured as "clicksUnmeasured!", f.opened as "opened!", f.clicked as "clicked!"
from (
  select distinct on (newsletter_id) id from sendings
  where account_id = :accountId and newsletter_id = any (:newsletterIds::int[]) and not test
    and parent_id is null and (state <> 'cancelled' or planned_at is not null)
  order by newsletter_id, state in ('finished', 'cancelled'), state = 'cancelled', id desc) m
join sendings s on s.account_id = :accountId and s.id = m.id
cross join lateral (
  select :PART.reach
  :PART.unmeasured
  where p.account_id = :accountId and (p.id = s.id or p.parent_id = s.id)) f

-- name: unmeasuredOfSendings :many long
-- Emails handed over without measuring opens, or clicks.
select p.id, u.opens as "opensUnmeasured!", u.clicks as "clicksUnmeasured!"
:PART.unmeasured
where p.account_id = :accountId and p.id = any (:sendingIds::int[])

-- name: openSendings :many
-- Running, pending and scheduled sendings.
select s.id, s.list_id, s.newsletter_id, coalesce(s.message->>'name', '') as "name!",
  coalesce(s.message->>'subject', '') as "subject!",
  coalesce(l.name, s.message->>'listName', '') as "listName!", s.state, s.reason,
  s.why::text as why, s.due_at, s.zone, s.planned_at
from sendings s left join lists l on l.account_id = :accountId and l.id = s.list_id
where s.account_id = :accountId and not s.test and s.parent_id is null
  and s.state in ('scheduled', 'sending', 'paused', 'unconfirmed')
order by s.due_at, s.id limit :most::int

-- name: waitingEmails :one
-- Emails of the account that are due, of all sources, counted up to a number.
select count(*)::int as "emails!", min(next_try_at) as oldest from (
  select next_try_at from deliveries where account_id = :accountId and next_try_at <= now()
    limit :most::int) due

-- name: troubleOfDays :one long
-- Emails of sendings that began in these days, and complaints and hard bounces that came in them.
select
  (select coalesce(sum(planned), 0)::bigint from sendings where account_id = :accountId and not test
    and planned_at >= :since::timestamptz) as "emails!",
  count(distinct (source_id, delivery_id)) filter (where kind = 'complaint') as "complaints!",
  count(distinct (source_id, delivery_id)) filter (where kind = 'hard') as "bounces!"
from bounces where account_id = :accountId and received_at >= :since::timestamptz
  and source_kind = :SOURCE.sending

-- name: calledAt :maybe
select called_at from tenants where account_id = :accountId

-- name: failuresOfPrograms :one
-- Calls of programs since then that were answered with a fault, and the last one.
select coalesce(sum(failures), 0)::int as "failures!", max(last_at) as last,
  (array_agg(said order by last_at desc))[1] as said
from program_failures where account_id = :accountId and hour >= :since::timestamptz

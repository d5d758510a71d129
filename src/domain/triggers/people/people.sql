-- Active runs at a step of a trigger, and the durations of stays at each step.

-- name: staysAtSteps :many long
-- Completed stays of a sample of runs, of each run the newest. A stay began with the previous
-- passage, the first one with the entry. The sample is by a hash of the subscriber: the same each
-- time, and independent of the progress of a run.
select s.step as "step!", count(*) as "stays!",
  percentile_disc(0.5) within group (order by s.seconds)::bigint as "medianSeconds!",
  max(s.seconds)::bigint as "longestSeconds!"
from (
  select p.step, greatest(0, round(extract(epoch from p.at
      - case when p.number = 1 then e.entered_at else p.before end))) as seconds
  from (
    select subscriber_id, entry, entered_at from trigger_entries
    where account_id = :accountId and trigger_id = :triggerId
      order by hashint8(subscriber_id), subscriber_id, entry desc limit :runs::int) e
  cross join lateral (
    select g.step, g.number, g.at, lag(g.at) over (order by g.number) as before
    from (
      select step, number, at from trigger_passages
      where account_id = :accountId and trigger_id = :triggerId
        and subscriber_id = e.subscriber_id and entry = e.entry
        order by number desc limit :each::int) g) p) s
where s.seconds is not null
group by s.step

-- name: peopleAtStep :many long
-- In the order of their next look. `afterMicros`: of the last row of the previous page, since 1970.
-- An erased subscriber has no address.
select e.subscriber_id, s.email as "email?", s.name as "name?", e.entry, e.version,
  e.due_at as "due!", coalesce(p.at, e.entered_at) as "since!",
  (extract(epoch from e.due_at) * 1000000)::bigint as "micros!"
from (
  select subscriber_id, entry, version, due_at, entered_at, passed from trigger_entries
  where account_id = :accountId and trigger_id = :triggerId and due_at is not null
    and step = :step and (due_at, subscriber_id) >
      (timestamptz 'epoch' + :afterMicros::bigint * interval '1 microsecond', :afterId::bigint)
  order by due_at, subscriber_id limit :most::int) e
left join lateral (
  select g.at from trigger_passages g
  where g.account_id = :accountId and g.trigger_id = :triggerId
    and g.subscriber_id = e.subscriber_id and g.entry = e.entry and g.number = e.passed limit 1) p
  on true
left join subscribers s on s.account_id = :accountId and s.id = e.subscriber_id
order by e.due_at, e.subscriber_id

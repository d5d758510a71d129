-- Events of subscribers: of all since a moment, or of given subscribers. For sendings (1) and
-- emails of triggers (2) the delivery id is the subscriber id.

-- name: sourcesOfNewsletter :many
-- All sources that ever sent a newsletter.
select :SOURCE.sending as "kind!", id as "id!" from sendings where account_id = :accountId
  and newsletter_id = :newsletterId and not test
union all
select :SOURCE.trigger, id from trigger_messages where account_id = :accountId
  and newsletter_id = :newsletterId

-- name: sourcesOfStep :many
select :SOURCE.trigger as "kind!", id as "id!" from trigger_messages where account_id = :accountId
  and trigger_id = :triggerId and step = :step

-- name: hitsSince :many long
-- Hits by people. An email that waits for a second check doesn't count before it.
select h.delivery_id as "id!", max(h.at) as "at!"
  from unnest(:kinds::int[], :sources::bigint[]) as q (kind, id)
join hits h on h.account_id = :accountId and h.source_kind = q.kind and h.source_id = q.id
  and h.kind = :kind and h.at > :since::timestamptz
  and h.delivery_id is not null and by_person(h.verdict)
left join links l on l.account_id = :accountId and l.source_kind = q.kind and l.source_id = q.id
  and l.number = h.link
where (:link?::text is null or l.target = :link?)
  and not exists (
    select 1 from hit_suspicions x where x.account_id = :accountId and x.source_kind = q.kind
      and x.source_id = q.id and x.delivery_id = h.delivery_id)
group by 1

-- name: hitsOf :many
-- Which of these subscribers have done it since they entered.
select distinct g.id as "id!"
  from unnest(:ids::bigint[], :entered::timestamptz[]) as g (id, entered_at)
cross join unnest(:kinds::int[], :sources::bigint[]) as q (kind, id)
join hits h on h.account_id = :accountId and h.source_kind = q.kind and h.source_id = q.id
  and h.delivery_id = g.id and h.kind = :kind
  and h.at > g.entered_at and h.at > :since::timestamptz and by_person(h.verdict)
left join links l on l.account_id = :accountId and l.source_kind = q.kind and l.source_id = q.id
  and l.number = h.link
where (:link?::text is null or l.target = :link?)
  and not exists (
    select 1 from hit_suspicions x where x.account_id = :accountId and x.source_kind = q.kind
      and x.source_id = q.id and x.delivery_id = h.delivery_id)

-- name: unmeasuredOf :many
-- Which of these subscribers are not measured now, or were not in one of these emails.
select s.id from subscribers s join tenants t on t.account_id = :accountId
where s.account_id = :accountId and s.id = any (:ids::bigint[])
  and (case when :what = 'opens' then measured_as(s.opens_agreed, t.unasked_opens)
      else measured_as(s.clicks_agreed, t.unasked_clicks) end <> 'person'
    or exists (
      select 1 from unnest(:kinds::int[], :sources::bigint[]) as q (kind, id)
      join deliveries d on d.account_id = :accountId and d.source_kind = q.kind
        and d.source_id = q.id and d.id = s.id
      where case when :what = 'opens' then d.opens_unmeasured else d.clicks_unmeasured end))

-- name: conversionsSince :many long
select delivery_id as "id!", max(at) as "at!" from conversions
where account_id = :accountId and at > :since::timestamptz
  and source_kind in (:SOURCE.sending, :SOURCE.trigger) and delivery_id is not null group by 1

-- name: conversionsOf :many
select distinct g.id as "id!"
  from unnest(:ids::bigint[], :entered::timestamptz[]) as g (id, entered_at)
join conversions c on c.account_id = :accountId and c.at > :since::timestamptz
  and c.at > g.entered_at and c.source_kind in (:SOURCE.sending, :SOURCE.trigger)
  and c.delivery_id = g.id

-- name: programEventsSince :many long
select subscriber_id as "id!", max(recorded_at) as "at!" from program_events
where account_id = :accountId and name = :name and recorded_at > :since::timestamptz group by 1

-- name: programEventsOf :many
-- Since what has started their run: a poll may have found that later.
select distinct r.subscriber_id as "id!" from trigger_entries r
join program_events e on e.account_id = :accountId and e.subscriber_id = r.subscriber_id
  and e.recorded_at > r.cause_at and e.name = :name
where r.account_id = :accountId and r.trigger_id = :triggerId
  and r.subscriber_id = any (:ids::bigint[]) and r.due_at is not null

-- name: eventsOfEntries :many
-- Of each run the newest event of a name from the one that has started it until its end.
select g.id as "id!", v.details as "details!"
  from unnest(:ids::bigint[], :entries::int[]) as g (id, entry)
join trigger_entries e on e.account_id = :accountId and e.trigger_id = :triggerId
  and e.subscriber_id = g.id and e.entry = g.entry
cross join lateral (
  select p.details from program_events p
  where p.account_id = :accountId and p.subscriber_id = g.id and p.name = :name
    and p.recorded_at >= e.cause_at and p.recorded_at <= coalesce(e.ended_at, 'infinity')
  order by p.recorded_at desc, p.event_key limit 1) v

-- name: eventsInMessage :many
-- The same of the runs that sent an email to these subscribers.
select g.subscriber_id as "id!", v.details as "details!"
  from trigger_messages l
join trigger_passages g on g.account_id = :accountId and g.trigger_id = l.trigger_id
  and g.subscriber_id = any (:ids::bigint[]) and g.message_id = l.id
join trigger_entries e on e.account_id = :accountId and e.trigger_id = l.trigger_id
  and e.subscriber_id = g.subscriber_id and e.entry = g.entry
join trigger_versions w on w.account_id = :accountId and w.trigger_id = l.trigger_id
  and w.version = g.version
cross join lateral (
  select p.details from program_events p
  where p.account_id = :accountId and p.subscriber_id = g.subscriber_id
    and p.name = w.definition->'start'->>'event'
    and p.recorded_at >= e.cause_at and p.recorded_at <= coalesce(e.ended_at, 'infinity')
  order by p.recorded_at desc, p.event_key limit 1) v
where l.account_id = :accountId and l.id = :messageId

-- name: signedUpSince :many long
-- Subscribers who signed up by a form and were asked to confirm.
select p.id, max(s.mailed_at) as "at!" from sign_ups s
join subscribers p on p.account_id = :accountId and p.email_key = s.email_key
where s.account_id = :accountId and s.form_id = :formId and s.mailed_at > :since::timestamptz
group by p.id

-- name: confirmedSince :many long
select subscriber_id as "id!", max(confirmed_at) as "at!" from consent_proofs
where account_id = :accountId and form_id = :formId and confirmed_at > :since::timestamptz
  and subscriber_id is not null
group by subscriber_id

-- name: listedOf :many
select subscriber_id as id from subscriptions
where account_id = :accountId and list_id = :listId and subscriber_id = any (:ids::bigint[])
  and unsubscribed_at is null

-- name: valuesOf :many
select id, coalesce(fields[:field::int], '') as "value!" from subscribers
  where account_id = :accountId and id = any (:ids::bigint[])

-- name: storeFirstValues :count long
-- Stores the field value of subscribers of the list seen for the first time: for them it has not
-- changed.
insert into trigger_values (account_id, trigger_id, subscriber_id, value)
select j.account_id, :triggerId::int, j.subscriber_id, coalesce(s.fields[:field::int], '')
from subscriptions j join subscribers s on s.account_id = :accountId and s.id = j.subscriber_id
where j.account_id = :accountId and j.list_id = :listId and j.unsubscribed_at is null
  and s.updated_at > :since::timestamptz
union
select j.account_id, :triggerId::int, j.subscriber_id, coalesce(s.fields[:field::int], '')
from subscriptions j join subscribers s on s.account_id = :accountId and s.id = j.subscriber_id
where j.account_id = :accountId and j.list_id = :listId and j.unsubscribed_at is null
  and j.subscribed_at > :since::timestamptz
on conflict (account_id, trigger_id, subscriber_id) do nothing

-- name: updateChangedValues :many long
-- Updates stored values that differ from the field, and returns the new ones.
update trigger_values v set value = coalesce(s.fields[:field::int], '')
from subscribers s
where v.account_id = :accountId and v.trigger_id = :triggerId and s.account_id = :accountId
  and s.id = v.subscriber_id
  and s.updated_at > :since::timestamptz and v.value <> coalesce(s.fields[:field::int], '')
returning v.subscriber_id as id, v.value, s.updated_at as at

-- name: changedAt :many long
-- Subscribers who wait at a step for the field to change, and have another value now.
select e.subscriber_id as id, now() as "at!", coalesce(s.fields[:field::int], '') as "value!"
  from subscribers s
join trigger_entries e on e.account_id = :accountId and e.trigger_id = :triggerId
  and e.subscriber_id = s.id and e.version = :version and e.step = :step
  and e.waits_from is not null and e.due_at > now()
where s.account_id = :accountId and s.updated_at > :since::timestamptz
  and coalesce(s.fields[:field::int], '') <> e.waits_from

-- name: addSending :count again
insert into sendings (account_id, id, newsletter_id, list_id, message, state, test, due_at, zone,
  audience_filters, blocks, options, parent_id, variant, per_minute)
values (:accountId, :id, :newsletterId, :listId, :message::text::jsonb, 'scheduled', :test::boolean,
  :dueAt::timestamptz, :zone, :audienceFilters::text::jsonb, :blocks::text::jsonb,
  :options::text::jsonb, :parentId?::bigint, :variant?::smallint, :perMinute?::int)
on conflict (account_id, id) do nothing

-- name: findSending :maybe
select id, newsletter_id, list_id, message::text as "message!", state, reason, why::text as why, test,
  due_at, zone,
  created_at as created, planned_at, finished_at,
  candidates, planned, left_out::text as left_out, audience_filters::text as "audienceFilters!",
    blocks::text as "blocks!", options::text as "options!", parent_id, variant, per_minute
from sendings where account_id = :accountId and id = :sendingId

-- name: sendingState :maybe
select state, per_minute from sendings where account_id = :accountId and id = :sendingId

-- name: lockSending :maybe
select id, list_id, state, due_at, planned_at, zone, audience_filters::text as "audienceFilters!",
  blocks::text as "blocks!", options::text as "options!", parent_id, variant, test from sendings
where account_id = :accountId and id = :sendingId for update

-- name: samplesOf :many
-- The samples of an A/B test, by variant.
select id, variant as "variant!", state, due_at, planned_at, finished_at, newsletter_id,
  message::text as "message!", blocks::text as "blocks!", planned
from sendings where account_id = :accountId and parent_id = :sendingId order by variant

-- name: sendingsOfAccount :many
select s.id, s.newsletter_id, s.list_id, coalesce(s.message->>'name', '') as "name!",
  coalesce(s.message->>'subject', '') as "subject!", coalesce(l.name, '') as "listName!", s.state,
  s.reason, s.why::text as why, s.due_at, s.zone, s.planned, s.finished_at
from sendings s left join lists l on l.account_id = :accountId and l.id = s.list_id
where s.account_id = :accountId and not s.test and s.parent_id is null
  and (:before?::int is null or s.id < :before?)
order by s.id desc limit :most::int

-- name: setSendingState :count
update sendings set state = :state, reason = :reason?, why = :why?::text::jsonb, finished_at =
  (select now() where :state in ('finished', 'cancelled'))
where account_id = :accountId and id = :sendingId

-- name: rescheduleSending :count long
update sendings set state = 'scheduled', reason = null, why = null, due_at = :dueAt::timestamptz
  where account_id = :accountId and id = :sendingId

-- name: moveSending :count long
-- Another time, and options that differ with it.
update sendings set due_at = :dueAt::timestamptz, zone = :zone,
  options = options || :options::text::jsonb
where account_id = :accountId and id = :sendingId

-- name: keepQuiet :count again
-- The quiet hours that hold for a sending from now on.
update sendings set options = options || jsonb_build_object('quiet', :quiet::text::jsonb)
where account_id = :accountId and id = :sendingId

-- name: decideSplit :count again
-- The rest of an A/B test gets this message, from now on frozen. Only one decision is ever made.
update sendings set message = :message::text::jsonb, blocks = :blocks::text::jsonb,
  newsletter_id = :newsletterId, due_at = :dueAt::timestamptz,
  options = jsonb_set(options, '{split}', options->'split' || :decision::text::jsonb)
where account_id = :accountId and id = :sendingId and state = 'scheduled' and planned_at is null
  and options->'split' is not null and options->'split'->'winner' is null

-- name: untriedEmails :one long
-- Whether emails of a sending were never handed over.
select exists (select 1 from deliveries where account_id = :accountId
  and source_kind = :SOURCE.sending and source_id = any (:sendingIds::bigint[])
  and state in ('planned', 'claimed', 'handed over')) as "some!"

-- name: setRate :count again
update sendings set per_minute = :perMinute?::int where account_id = :accountId and id = :sendingId

-- name: withdrawWaiting :count long
-- Emails of a cancelled sending that no worker has claimed.
update deliveries set state = 'withdrawn', reason = 'cancelled', next_try_at = null,
  changed_at = now()
where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
  and next_try_at is not null

-- name: takeBackClaimed :count long
-- Emails that a worker has claimed and not handed over are planned again, or withdrawn. Waits for
-- workers that are marking some of them: a later hand-over is final.
with held as materialized (
  select d.id from claims c join deliveries d on d.account_id = :accountId
    and d.source_kind = :SOURCE.sending and d.source_id = :sendingId and d.id = any (c.ids)
  where c.account_id = :accountId and c.source_kind = :SOURCE.sending and c.source_id = :sendingId
    and d.state = 'claimed'
  order by d.id for no key update of d)
update deliveries d set state = case when :withdrawn::boolean then 'withdrawn' else 'planned' end,
  reason = case when :withdrawn::boolean then 'cancelled' end,
  next_try_at = (select now() where not :withdrawn::boolean), changed_at = now()
from held where d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = :sendingId and d.id = held.id and d.state = 'claimed'

-- name: onTheirWay :one long
-- Emails handed over whose reply is not settled.
select count(*)::int as "count!" from claims c join deliveries d on d.account_id = :accountId
  and d.source_kind = :SOURCE.sending and d.source_id = :sendingId and d.id = any (c.ids)
where c.account_id = :accountId and c.source_kind = :SOURCE.sending and c.source_id = :sendingId
  and d.state = 'handed over'

-- name: acceptedByRoute :maybe long
select 1 as "one!" from deliveries where account_id = :accountId
  and source_kind = :SOURCE.sending and source_id = :sendingId and state = 'accepted'
  and route_id = :routeId limit 1

-- name: retryFailed :count long
-- Requeues emails of the given states that have failed for good, and deferred ones before their
-- time. Other emails are not changed.
update deliveries set state = 'planned', reason = null, attempts = 0, next_try_at = now(),
  changed_at = now()
where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
  and (next_try_at is null or state = 'deferred') and state = any (:states::text[])

-- name: progressOfSending :many long
-- Counted from the rows, never stored.
select state, count(*) as "count!", count(*) filter (where was_uncertain) as "uncertain!",
  max(changed_at) filter (where state not in ('planned', 'claimed', 'handed over')) as last_change,
  min(next_try_at) as next_try
from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = :sendingId group by state order by state

-- name: repliesOfSending :many long
-- The replies of emails that are or were not accepted, the most frequent first; of planned ones the
-- reply of a relay that takes no emails at all. Replies that differ in long numbers alone, such as
-- the size of the email, are one, and the first of them is shown.
select state, min(coalesce(reply, reason, '')) as "reply!", count(*) as "count!" from deliveries
where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
  and (state in ('deferred', 'bounced', 'failed', 'uncertain', 'withdrawn')
    or (state = 'planned' and coalesce(reply, reason) is not null))
group by state, regexp_replace(coalesce(reply, reason, ''), '[0-9]{4,}', '#', 'g')
order by 3 desc, 2 limit :most::int

-- name: openWork :one
-- The remaining work of a sending: when the next email is due, and the number of open claims.
select
  (select min(next_try_at) from deliveries where account_id = :accountId
    and source_kind = :SOURCE.sending and source_id = :sendingId and next_try_at is not null)
    as next_try,
  (select count(*) from claims where account_id = :accountId and source_kind = :SOURCE.sending
    and source_id = :sendingId)::int as "claims!"

-- name: addTestDeliveries :count long
-- Test emails are sent to given addresses; those of subscribers are merged with their data.
insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
select t.account_id, :SOURCE.sending, :sendingId, given.id, given.email, now()
from tenants t, unnest(:ids::bigint[], :emails::text[]) as given (id, email)
  where t.account_id = :accountId
on conflict (account_id, source_kind, source_id, id) do nothing

-- name: lastTestAddresses :many
-- Where the last test emails went, the newest first. An address that was erased is not there.
select d.email, max(d.source_id) as "sendingId!" from (
  select id, test from sendings where account_id = :accountId order by id desc limit 200) latest
  join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.sending
    and d.source_id = latest.id
where latest.test and d.email <> ''
group by d.email order by max(d.source_id) desc, d.email limit :most::int

-- name: startTestSending :count again
-- A test is planned when it is created.
update sendings set state = 'sending', planned_at = now(), candidates = :planned::bigint,
  planned = :planned::bigint, left_out = '{}'
where account_id = :accountId and id = :sendingId and state = 'scheduled'

-- name: subscribersOfAddresses :many
select id, email_key from subscribers where account_id = :accountId
  and email_key = any (:emailKeys::text[])

-- name: sendingsUnderWay :many
-- Not restricted to an account: runs once when the first worker starts after a long stop or a
-- restore.
select account_id, id, state from sendings where state in ('scheduled', 'sending')

-- name: forgiveHandOvers :count long
-- A person retries a sending's refused emails: earlier refusals by relays no longer count against
-- the addresses.
with forgiven as (
  update bounces set counts = false
  where account_id = :accountId and source_kind = :SOURCE.sending and source_id = :sendingId
    and message_id is null and counts
  returning subscriber_id),
held as materialized (
  select id from subscribers where account_id = :accountId
    and id = any (array(select subscriber_id from forgiven))
  order by email_key collate "C" for no key update)
update subscribers s set undeliverable_since = null, undeliverable_until = null,
  undeliverable_reason = null, changed_at = now()
from held
where s.account_id = :accountId and s.id = held.id and not exists (
  select 1 from bounces o where o.account_id = :accountId and o.subscriber_id = s.id
    and o.kind = 'hard' and o.counts
    and not (o.message_id is null and o.source_kind = :SOURCE.sending and o.source_id = :sendingId))

-- name: sendersInUse :many
-- From whom emails come: lists, active projects and newsletters of running triggers with another
-- sender than their list, and sendings that have not ended.
select 'list' as "kind!", id as "id!", from_email as "fromEmail!" from lists
  where account_id = :accountId
union all
select 'project', p.id, coalesce(nullif(p.from_email, ''), n.from_email)
from projects p join newsletters n on n.account_id = :accountId and n.id = p.newsletter_id
where p.account_id = :accountId and p.active
  and coalesce(nullif(p.from_email, ''), n.from_email) <> ''
union all
select 'newsletter', n.id, n.from_email from newsletters n
where n.account_id = :accountId and n.from_email <> '' and exists (
  select 1 from triggers t join trigger_versions v on v.account_id = :accountId
    and v.trigger_id = t.id and v.version = t.version
  where t.account_id = :accountId and t.removed_at is null and t.state = 'running'
    and jsonb_path_exists(v.definition, '$.steps[*] ? (@.do == "send" && @.newsletterId == $id)',
      jsonb_build_object('id', n.id)))
union all
select 'sending', id, message->>'fromEmail' from sendings where account_id = :accountId
  and not test and state in ('scheduled', 'sending', 'paused', 'unconfirmed')
order by 1, 2

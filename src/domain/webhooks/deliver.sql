-- Delivery of events: one worker at a time holds the lease of a webhook.

-- part: said
-- Of an event e, with what its payload takes.
e.id, e.kind, e.at, e.person, e.subscriber_id,
  coalesce(s.email, nullif(x.email, :ERASED_EMAIL)) as "email?",
  nullif(x.identifier, '') as "identifier?", array_to_json(m.tags)::text as "tags?",
  m.metadata::text as "metadata?", coalesce(e.list_id, y.list_id) as "listId?", e.source_kind, e.source_id,
  e.delivery_id, y.trigger_id as "triggerId?", v.number as "smsNumber?", v.text as "smsText?",
  e.details::text as details, e.attempts,
  e.first_tried_at

-- part: joined
left join subscribers s on s.account_id = :accountId and s.id = e.subscriber_id
left join transactions x on x.account_id = :accountId and e.source_kind = :SOURCE.transaction
  and x.id = e.delivery_id
left join email_recipients r on r.account_id = :accountId and e.source_kind = :SOURCE.transaction
  and r.transaction_id = e.delivery_id
left join given_emails m on m.account_id = :accountId and m.id = r.email_id
left join trigger_messages y on y.account_id = :accountId and e.source_kind = :SOURCE.trigger
  and y.id = e.source_id
left join sms_replies v on v.account_id = :accountId and e.kind = 'sms-received'
  and v.id = (e.details ->> 'reply')::bigint

-- name: claimWebhook :maybe
update webhooks
  set worker = :worker::uuid, leased_until = now() + make_interval(secs => :leaseSeconds::float8)
where account_id = :accountId and id = :webhookId and state = 'active'
  and (leased_until is null or leased_until < now())
  and (held_until is null or held_until <= now())
returning name, format, sealed_url, failures, failing_since, held_until is not null as "wasHeld!"

-- name: findLease :maybe
select state, leased_until, held_until from webhooks where account_id = :accountId
  and id = :webhookId

-- name: renewWebhook :count
update webhooks set leased_until = now() + make_interval(secs => :leaseSeconds::float8)
where account_id = :accountId and id = :webhookId and worker = :worker::uuid
  and leased_until > now() and state = 'active'
  and not exists (select 1 from accounts a where a.id = :accountId and a.closed_at is not null)

-- name: releaseWebhook :count
update webhooks set worker = null, leased_until = null where account_id = :accountId
  and id = :webhookId and worker = :worker::uuid

-- name: noteHealth :count
update webhooks set failures = :failures, failing_since = :failingSince?::timestamptz,
  held_until = :heldUntil?::timestamptz, last_answer = :lastAnswer?, answered_at = now(),
  state = case when :pausedFor?::text is null then state
    else 'paused' end, note = coalesce(:pausedFor?::text, note),
  why = coalesce(:why?::text::jsonb, why)
where account_id = :accountId and id = :webhookId and worker = :worker::uuid

-- name: signingKeys :many
-- Newest first.
select id, sealed_secret from webhook_keys
where account_id = :accountId and webhook_id = :webhookId and (until is null or until > now())
  order by created_at desc, id

-- name: waitingEvents :many
-- A page of due events, in order. A subscriber whose earlier event waits for a retry gets no later
-- event before it. Addresses are the current ones.
select :PART.said
from (
  select id, kind, at, person, subscriber_id, list_id, source_kind, source_id, delivery_id, details,
    attempts, first_tried_at, due from webhook_events w
  where account_id = :accountId and webhook_id = :webhookId and state = 'waiting' and due <= now()
    and (
      select p.id from webhook_events p
      where p.account_id = :accountId and p.webhook_id = :webhookId and p.person = w.person
        and p.id < w.id and p.state = 'waiting' and p.attempts > 0 limit 1) is null
  order by due, id limit :most::int) e
:PART.joined
order by e.due, e.id

-- name: eventToShow :maybe
-- As waitingEvents gives it, whatever its state.
select :PART.said
from webhook_events e
:PART.joined
where e.account_id = :accountId and e.webhook_id = :webhookId and e.id = :id::bigint

-- name: emailsOfEvents :many
-- Emails whose content came with their call, by their transactions: `bounceReply` is that of the
-- last bounce. The usual stream is the project of emails that name none, and that of templates.
select r.transaction_id as "id!", r.email_id, m.subject, m.created_at as created,
  coalesce(m.content ->> 'fromName', '') as "fromName!",
  coalesce(m.content ->> 'fromEmail', '') as "fromEmail!",
  case when p.newsletter_id <> 0 and m.content -> 'template' -> 'newsletter' is null then p.name
    end as "stream?",
  d.reply, b.reply as "bounceReply?"
from email_recipients r
join given_emails m on m.account_id = :accountId and m.id = r.email_id
left join projects p on p.account_id = :accountId and p.id = m.project_id
left join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = m.project_id and d.id = r.transaction_id
left join lateral (
  select reply from bounces where account_id = :accountId and source_kind = :SOURCE.transaction
    and source_id = m.project_id and delivery_id = r.transaction_id
  order by received_at desc, id desc limit 1) b on true
where r.account_id = :accountId and r.transaction_id = any (:ids::int[])

-- name: postponeBehind :count
-- Postpones events behind an earlier event of the same subscriber to its retry; starts with the due
-- ones.
update webhook_events e set due = f.due
from (
  select w.id, (
    select p.due from webhook_events p
    where p.account_id = :accountId and p.webhook_id = :webhookId and p.person = w.person
      and p.id < w.id and p.state = 'waiting' and p.attempts > 0 limit 1) as due
  from (
    select id, person from webhook_events
    where account_id = :accountId and webhook_id = :webhookId and state = 'waiting' and due <= now()
      and attempts = 0 order by due, id limit :most::int) w) f
where e.account_id = :accountId and e.webhook_id = :webhookId and e.id = f.id and f.due > now()
  and e.state not in ('sent', 'dead') and e.attempts = 0

-- name: settleEvents :count again
-- `attempts` is the number of this try: an event settled by another worker meanwhile stays
-- unchanged. The condition on the state makes the planner use the primary key.
update webhook_events e set state = g.state, due = coalesce(g.due, e.due), attempts = g.attempts,
  tried_at = now(), first_tried_at = least(e.first_tried_at, now()),
  answer = g.answer, took_millis = g.millis
from unnest(:ids::bigint[], :states::text[], :dues::timestamptz[], :tries::int[], :answers::text[],
  :millis::int[]) as g (id, state, due, attempts, answer, millis)
where e.account_id = :accountId and e.webhook_id = :webhookId and e.id = any (:ids::bigint[])
  and e.id = g.id and e.state not in ('sent', 'dead') and e.attempts = g.attempts - 1

-- name: nextDue :one
select min(due) as next_due from webhook_events where account_id = :accountId
  and webhook_id = :webhookId and state = 'waiting'

-- name: trimEvents :count
-- Deletes the oldest events beyond the retention; waiting ones too, if they were not delivered in
-- that time.
delete from webhook_events where account_id = :accountId and webhook_id = :webhookId and id in (
  select e.id from (
    select id, at, tried_at, state from webhook_events where account_id = :accountId
      and webhook_id = :webhookId order by id limit :most::int) e
  where greatest(e.at, e.tried_at) < now() - make_interval(days => :keepDays::int)
    and (e.state <> 'waiting' or exists (select 1 from webhooks w where w.account_id = :accountId
      and w.id = :webhookId and w.state = 'paused')))

-- name: allWebhooks :many
-- Of all accounts: all webhooks, for trimming.
select account_id, id from webhooks order by account_id, id

-- name: removeOrphanedEvents :count
-- Deletes events of removed webhooks.
delete from webhook_events where account_id = :accountId and webhook_id = :webhookId and id in (
  select id from webhook_events where account_id = :accountId and webhook_id = :webhookId
    order by id limit :most::int)

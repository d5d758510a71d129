-- Webhooks and their keys.

-- name: addWebhook :count
insert into webhooks (account_id, id, name, format, sealed_url, shown_url, kinds, since)
values (:accountId, :id, :name, :format, :sealedUrl, :shownUrl, :kinds::text[],
  now() + make_interval(secs => :beginsAfterSeconds::float8))
on conflict do nothing

-- name: addCounter :count
insert into event_counters (account_id) values (:accountId) on conflict (account_id) do nothing

-- name: addKey :count
insert into webhook_keys (account_id, webhook_id, id, sealed_secret) values
  (:accountId, :webhookId, :id, :sealedSecret)

-- name: expireKeys :count
-- Present keys sign until the end of the overlap, or until their earlier end.
update webhook_keys
  set until = least(coalesce(until, 'infinity'::timestamptz),
  now() + make_interval(secs => :seconds::float8))
where account_id = :accountId and webhook_id = :webhookId

-- name: removeOldKeys :count
delete from webhook_keys where account_id = :accountId and webhook_id = :webhookId and until < now()

-- name: webhooksOfAccount :many
select w.id, w.name, w.format, w.shown_url, array_to_string(w.kinds, ',') as "kinds!", w.since, w.state,
  w.note, w.why::text as why, w.failures, w.failing_since, w.held_until, w.last_answer,
  w.answered_at, w.created_at as created
from webhooks w where w.account_id = :accountId order by w.id

-- name: sealedUrlOf :one
select sealed_url, format from webhooks where account_id = :accountId and id = :webhookId

-- name: countEvents :many long
select state, count(*) as "count!", min(at) as oldest from webhook_events
  where account_id = :accountId and webhook_id = :webhookId group by state order by state

-- name: keysOfWebhook :many
select id, created_at as created, until, sealed_secret from webhook_keys
where account_id = :accountId and webhook_id = :webhookId and (until is null or until > now())
  order by created_at desc, id

-- name: eventsOfWebhook :many long
-- Newest first, before a number.
select id, kind, at, subscriber_id, state, attempts, tried_at, due, answer, took_millis
from webhook_events
where account_id = :accountId and webhook_id = :webhookId and id < :beforeId::bigint
  and (:state?::text is null or state = :state?) and (:kind?::text is null or kind = :kind?)
order by id desc limit :most::int

-- name: replayEvents :count long
-- Replays events, delivered or not; waiting ones are tried immediately.
update webhook_events set state = 'waiting', due = now(), attempts = 0, first_tried_at = null
where account_id = :accountId and webhook_id = :webhookId and id in (
  select id from webhook_events
  where account_id = :accountId and webhook_id = :webhookId and id >= :fromId::bigint
    and id <= :untilId::bigint and state = any (:states::text[])
    and at >= :since::timestamptz
  order by id limit :most::int)

-- name: countToReplay :one long
select count(*) as "count!", max(id) as last_id from (
  select id from webhook_events
  where account_id = :accountId and webhook_id = :webhookId and id >= :fromId::bigint
    and id <= :untilId::bigint and state = any (:states::text[])
    and at >= :since::timestamptz
  order by id limit :most::int) e

-- name: countAllToReplay :one long
select count(*) as "count!" from webhook_events
where account_id = :accountId and webhook_id = :webhookId and state = any (:states::text[])
  and at >= :since::timestamptz

-- name: pauseWebhook :count again
update webhooks set state = 'paused', note = :note, why = null
  where account_id = :accountId and id = :webhookId

-- name: resumeWebhook :count again
-- Resets the failures and the circuit breaker.
update webhooks set state = 'active', note = null, why = null, failures = 0, failing_since = null,
  held_until = null where account_id = :accountId and id = :webhookId

-- name: changeWebhook :count again
update webhooks set sealed_url = coalesce(:sealedUrl?, sealed_url),
  shown_url = coalesce(:shownUrl?, shown_url), kinds = coalesce(:kinds?::text[], kinds),
  format = coalesce(:format?, format)
where account_id = :accountId and id = :webhookId

-- name: removeWebhook :count
delete from webhooks where account_id = :accountId and id = :webhookId

-- name: removeKeys :count
delete from webhook_keys where account_id = :accountId and webhook_id = :webhookId

-- name: eraseEventDetails :count long
-- Deletes details and answers that might name an erased subscriber. Addresses are not stored: they
-- are looked up at delivery.
update webhook_events set details = null, answer = null
where account_id = :accountId and subscriber_id = any (:subscriberIds::bigint[])
  and (details is not null or answer is not null)

-- name: eraseBundleDetails :count long
-- Of a bundle with details for each person, those of others stay; what is the same for all names
-- nobody. Ids of transactions are none of subscribers.
update event_bundles b set details = case when jsonb_typeof(b.details) = 'array' then (
  select jsonb_agg(case when b.ids[g.place::int] = any (:subscriberIds::bigint[]) then 'null'::jsonb
    else g.one end order by g.place)
  from jsonb_array_elements(b.details) with ordinality as g (one, place)) end
where b.account_id = :accountId and b.kind <> 'hits' and b.ids && :subscriberIds::bigint[]
  and b.source_kind is distinct from :SOURCE.transaction
  and (jsonb_typeof(b.details) = 'array' or b.ids <@ :subscriberIds::bigint[])

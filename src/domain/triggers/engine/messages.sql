-- Emails of triggers in the ledger.

-- name: messageToSend :maybe
-- A removed trigger sends no more emails.
select l.message::text as "message!", l.blocks::text as "blocks!", l.list_id, l.trigger_id,
  case when t.removed_at is null then t.state else 'removed' end as "state!"
from trigger_messages l join triggers t on t.account_id = :accountId and t.id = l.trigger_id
where l.account_id = :accountId and l.id = :messageId

-- name: stateOfMessage :maybe
-- Of its trigger.
select case when t.removed_at is null then t.state else 'removed' end as "state!"
from trigger_messages l join triggers t on t.account_id = :accountId and t.id = l.trigger_id
where l.account_id = :accountId and l.id = :messageId

-- name: handOverOfTrigger :many
-- Like handOver of deliveries.sql for sendings: the durable mark before DATA, under lease and
-- state, for subscribers who may still be mailed.
with given as (
  select * from unnest(:ids::bigint[], :opensUnmeasured::boolean[],
    :clicksUnmeasured::boolean[]) as given (id, opens_unmeasured, clicks_unmeasured)),
held as (
  select 1 from claims c
  join trigger_messages l on l.account_id = :accountId and l.id = c.source_id
  join triggers t on t.account_id = :accountId and t.id = l.trigger_id
  where c.account_id = :accountId and c.id = :claimId::uuid and c.worker = :worker::uuid
    and c.leased_until > now() and c.source_kind = :SOURCE.trigger
    and t.state = 'running' and t.removed_at is null),
asked as (
  select given.id,
    hand_over_refusal(s.id,
      suppression_reason(s.opted_out_at, s.complained_at, s.undeliverable_since,
        s.paused_until),
      j.subscriber_id, j.unsubscribed_at) as left_out,
    measured_as(s.opens_agreed, t.unasked_opens) <> 'person'
      or given.opens_unmeasured as opens_unmeasured,
    measured_as(s.clicks_agreed, t.unasked_clicks) <> 'person'
      or given.clicks_unmeasured as clicks_unmeasured
  from given
  join tenants t on t.account_id = :accountId
  left join subscribers s on s.account_id = :accountId and s.id = given.id
  left join subscriptions j on j.account_id = :accountId and j.subscriber_id = given.id
    and j.list_id = :listId),
marked as (
  update deliveries d set
    state = case when asked.left_out is null then 'handed over' else 'withdrawn' end,
    reason = asked.left_out, route_id = :routeId, changed_at = now(),
    attempts = d.attempts + case when asked.left_out is null then 1 else 0 end,
    opens_unmeasured = nullif(asked.opens_unmeasured, false),
    clicks_unmeasured = nullif(asked.clicks_unmeasured, false)
  from asked
  where d.account_id = :accountId and d.source_kind = :SOURCE.trigger and d.source_id = :messageId
    and d.id = asked.id and d.state = 'claimed'
    and exists (select 1 from held)
  returning d.id, d.state)
select id, state = 'handed over' as "mayGo!" from marked

-- name: openMessageWork :one
-- Open work of a message: when its next delivery is due, and its number of claims.
select
  (select min(next_try_at) from deliveries where account_id = :accountId
    and source_kind = :SOURCE.trigger and source_id = :messageId and next_try_at is not null)
    as next_try,
  (select count(*) from claims where account_id = :accountId and source_kind = :SOURCE.trigger
    and source_id = :messageId)::int as "claims!"

-- name: withdrawMessages :count long
-- Withdraws the unclaimed deliveries of a removed trigger.
update deliveries set state = 'withdrawn', reason = 'the trigger was removed', next_try_at = null,
  changed_at = now()
where account_id = :accountId and source_kind = :SOURCE.trigger and source_id = :messageId
  and next_try_at is not null

-- name: claimDeliveries :many node
-- Claims due deliveries for a worker, under a lease. Skips rows locked by others; returns the data
-- for merging with each. Alone in its statement, so that a cluster sends it whole to the node of
-- the account.
select id as "id!", email as "email!", attempts as "attempts!", was_uncertain as "was_uncertain!",
  name as "name!", format as "format!", fields as "fields!", blocks as "blocks!"
from claim_deliveries(:accountId, :sourceKind, :sourceId, :most::int, :claimId::uuid,
  :worker::uuid, :leaseSeconds::float8, :FIELD_SEPARATOR)

-- name: handOver :many node
-- The durable mark before DATA: from here on a delivery without a reply may have arrived. Checks
-- consent (on one of its lists is enough), lease and the sending's state again; returns those that
-- may be sent. Others are withdrawn with the reason in the same statement. `opensUnmeasured` and
-- `clicksUnmeasured`, in the order of the ids: emails written without measuring the person, who may
-- have agreed since.
with given as (
  select * from unnest(:ids::bigint[], :opensUnmeasured::boolean[],
    :clicksUnmeasured::boolean[]) as given (id, opens_unmeasured, clicks_unmeasured)),
held as (
  select 1 from claims c join sendings g on g.account_id = :accountId and g.id = c.source_id
  where c.account_id = :accountId and c.id = :claimId::uuid and c.worker = :worker::uuid
    and c.leased_until > now() and g.state = 'sending'),
checked as (
  select given.id,
    case when not :test::boolean then hand_over_refusal(s.id,
      suppression_reason(s.opted_out_at, s.complained_at, s.undeliverable_since,
        s.paused_until),
      j.subscriber_id, j.unsubscribed_at) end as left_out,
    measured_as(s.opens_agreed, t.unasked_opens) <> 'person'
      or given.opens_unmeasured as opens_unmeasured,
    measured_as(s.clicks_agreed, t.unasked_clicks) <> 'person'
      or given.clicks_unmeasured as clicks_unmeasured
  from given
  join tenants t on t.account_id = :accountId
  left join subscribers s on s.account_id = :accountId and s.id = given.id
  left join lateral (
    select subscriber_id, unsubscribed_at from subscriptions
    where account_id = :accountId and subscriber_id = given.id and list_id = any (:listIds::int[])
    order by unsubscribed_at nulls first limit 1) j on true),
marked as (
  update deliveries d set
    state = case when checked.left_out is null then 'handed over' else 'withdrawn' end,
    reason = checked.left_out, route_id = :routeId, changed_at = now(),
    attempts = d.attempts + case when checked.left_out is null then 1 else 0 end,
    opens_unmeasured = nullif(checked.opens_unmeasured, false),
    clicks_unmeasured = nullif(checked.clicks_unmeasured, false)
  from checked
  where d.account_id = :accountId and d.source_kind = :SOURCE.sending and d.source_id = :sendingId
    and d.id = checked.id and d.state = 'claimed'
    and exists (select 1 from held)
  returning d.id, d.state)
select id, state = 'handed over' as "mayGo!" from marked

-- name: settleDeliveries :one again node
-- Records the outcomes of many emails. `tries` is the number of hand-overs when the reply came: an
-- email that another worker has handed over since is not changed. `unspent` subtracts an attempt
-- that never reached the relay. Ids are sorted: bounces lock deliveries in this order. The reply
-- about an address that was erased meanwhile is not stored: it may contain the address.
select settle_deliveries(:accountId, :sourceKind, :sourceId, :doneClaims::uuid[], :ids::bigint[],
  :states::text[], :replies::text[], :reasons::text[], :nextTries::timestamptz[], :tries::int[],
  :unspent::int[], :providers::text[], :providerOutcomes::text[], :routeIds::int[],
  :providerReplies::text[], :part::smallint, :ERASED_EMAIL) as "settled!"

-- name: releaseClaim :count again
-- Releases emails that were claimed and not handed over: requeues them, or withdraws them if the
-- sending was cancelled.
with claim as (
  delete from claims where account_id = :accountId and id = :claimId::uuid
    returning source_kind, source_id, ids)
update deliveries d set
  state = case when g.state = 'cancelled' then 'withdrawn' else 'planned' end,
  reason = case when g.state = 'cancelled' then 'cancelled' end,
  next_try_at = (select now() where g.state is distinct from 'cancelled'), changed_at = now()
from claim left join sendings g on g.account_id = :accountId and g.id = claim.source_id
  and claim.source_kind = :SOURCE.sending
where d.account_id = :accountId and d.source_kind = claim.source_kind
  and d.source_id = claim.source_id and d.id = any (claim.ids) and d.state = 'claimed'

-- name: renewClaims :count node
-- At the node itself, whose clock judges the lease: a cluster would ask that of the coordinator.
update claims set leased_until = now() + make_interval(secs => :leaseSeconds::float8)
where account_id = :accountId and id = any (:claimIds::uuid[]) and worker = :worker::uuid
  and leased_until > now()

-- name: lapsedClaims :many
-- Not restricted to an account.
select account_id, id, source_kind, source_id from claims where leased_until < now()
  order by leased_until limit 100

-- name: liveClaims :one
-- Of all accounts: how many batches are being sent.
select count(*)::int as "count!" from claims where leased_until > now()

-- name: recoverClaim :one
-- The claim of a worker that died: emails not handed over are requeued; those handed over are
-- uncertain, and retried once only if that is allowed.
with claim as (
  delete from claims where account_id = :accountId and id = :claimId::uuid and leased_until < now()
    returning source_kind, source_id, ids),
recovered as (
  update deliveries d set
    state = case when d.state = 'claimed' then 'planned' else 'uncertain' end,
    was_uncertain = d.was_uncertain or d.state = 'handed over',
    reason = case when d.state = 'claimed' then null else 'the sender stopped before the reply' end,
    next_try_at = (select now() where d.state = 'claimed'
      or (:retryUncertain::boolean and not d.was_uncertain)),
    changed_at = now()
  from claim
  where d.account_id = :accountId and d.source_kind = claim.source_kind
    and d.source_id = claim.source_id and d.id = any (claim.ids)
    and d.state in ('claimed', 'handed over')
  returning d.state)
select (select count(*) from recovered where state = 'planned')::int as "back!",
  (select count(*) from recovered where state = 'uncertain')::int as "uncertain!"

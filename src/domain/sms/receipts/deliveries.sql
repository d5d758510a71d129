-- The ledger of SMS for workers: claimed under a lease, handed over, settled; delivery receipts
-- follow. The same protocol as deliveries of emails (docs/decisions/0012); settle.ts refunds unsent
-- SMS.

-- name: claimSms :many
-- Claims due SMS for a worker, under a lease. Skips rows locked by others; a held message has
-- nothing to claim. Rows are given by their ids here and below, so that the index is used also
-- while the statistics do not include a new message.
with due as materialized (
  select d.id from sms_deliveries d join sms_messages m on m.account_id = :accountId
    and m.id = d.message_id and m.state = 'sending'
  where d.account_id = :accountId and d.message_id = :messageId and d.next_try_at <= now()
    and not exists (select 1 from accounts a where a.id = :accountId and a.closed_at is not null)
  order by d.next_try_at, d.id limit :most::int for update of d skip locked),
taken as (
  update sms_deliveries d set state = 'claimed', next_try_at = null, changed_at = now()
  where d.account_id = :accountId and d.message_id = :messageId
    and d.id = any (array(select id from due))
  returning d.id, d.number, d.attempts),
claim as (
  insert into sms_claims (account_id, id, message_id, worker, ids, leased_until)
  select t.account_id, :claimId::uuid, :messageId, :worker::uuid, all_ids.ids,
    now() + make_interval(secs => :leaseSeconds::float8)
  from tenants t, (select array_agg(id) as ids from taken) all_ids where t.account_id = :accountId
    and all_ids.ids is not null)
select id, coalesce(number, '') as "number!", attempts from taken

-- name: markHandedOver :many
-- The durable mark before an SMS is submitted: from here on one without a reply may have been sent.
-- Checks consent, lease and the message's state again; returns for each whether it may be sent, and
-- if not, why: those are still claimed.
with held as (
  select m.list_id from sms_claims c join sms_messages m on m.account_id = :accountId
    and m.id = c.message_id
  where c.account_id = :accountId and c.id = :claimId::uuid and c.worker = :worker::uuid
    and c.leased_until > now() and m.state = 'sending'),
checked as (
  select d.id,
    case when (s.id is null and d.id <> 0) or d.number is null then 'erased'
         when s.opted_out_at is not null then 'opted out'
         when o.number is not null then 'opted out of SMS'
         when held.list_id is not null and j.subscriber_id is null then 'left the list'
         when j.unsubscribed_at is not null then 'unsubscribed' end as left_out
  from held join sms_deliveries d on d.account_id = :accountId and d.message_id = :messageId
    and d.id = any (:ids::bigint[]) and d.state = 'claimed'
  left join subscribers s on s.account_id = :accountId and s.id = d.id
  left join sms_opt_outs o on o.account_id = :accountId and o.number = d.number
  left join subscriptions j on j.account_id = :accountId and j.subscriber_id = d.id
    and j.list_id = held.list_id),
marked as (
  update sms_deliveries d set state = 'handed over', attempts = d.attempts + 1, changed_at = now()
  where d.account_id = :accountId and d.message_id = :messageId
    and d.id = any (array(select id from checked where left_out is null)) and d.state = 'claimed'
  returning d.id)
select checked.id, checked.left_out as "leftOut?", marked.id is not null as "mayGo!" from checked left
  join marked on marked.id = checked.id

-- name: settleRows :one
-- Records the outcomes of many SMS. `tries` is the number of hand-overs when the outcome came: an
-- SMS that another worker has handed over since is not changed. `unspent` subtracts an attempt that
-- never reached the gateway. Also inserts the parts that the gateway accepted, and deletes finished
-- claims. Returns the refunds, each row once.
with given as (
  select id, state, reply, reason, next_try_at, tries, unspent, give_back
  from unnest(:ids::bigint[], :states::text[], :replies::text[], :reasons::text[],
    :nextTries::timestamptz[], :tries::int[], :unspent::int[], :giveBacks::boolean[])
    as given (id, state, reply, reason, next_try_at, tries, unspent, give_back)),
done as (
  delete from sms_claims where account_id = :accountId and id = any (:doneClaims::uuid[])),
settled as (
  update sms_deliveries d set state = given.state, reason = given.reason,
    next_try_at = given.next_try_at,
    reply = coalesce(given.reply, d.reply), attempts = d.attempts - given.unspent,
      given_back = d.given_back or given.give_back, changed_at = now()
  from given
  where d.account_id = :accountId and d.message_id = :messageId and d.id = any (:ids::bigint[])
    and d.id = given.id
    and d.attempts = given.tries and d.state in ('claimed', 'handed over', 'uncertain')
      and not d.given_back
  returning d.id, d.cost, d.given_back),
parts as (
  insert into sms_parts (account_id, message_id, delivery_id, part, gateway_id)
  select t.account_id, :messageId, given.delivery_id, given.part, given.gateway_id
  from tenants t, unnest(:partIds::bigint[], :parts::int[], :gatewayIds::text[]) as given
    (delivery_id, part, gateway_id)
  where t.account_id = :accountId and given.delivery_id in (select id from settled)
  on conflict (account_id, message_id, delivery_id, part) do nothing)
select count(*)::int as "settled!", trim_scale(coalesce(sum(cost) filter (where given_back), 0)) as
  "givenBack!",
  count(*) filter (where given_back) as "unsent!",
  coalesce(jsonb_agg(id) filter (where given_back), '[]')::text as "unsentIds!"
from settled

-- name: releaseSmsClaim :one
-- Releases SMS that were claimed and not handed over: requeues them, or withdraws and refunds them
-- if the message was cancelled.
with claim as (
  delete from sms_claims where account_id = :accountId and id = :claimId::uuid
    returning message_id, ids),
back as (
  update sms_deliveries d set
    state = case when m.state = 'cancelled' then 'withdrawn' else 'planned' end,
    reason = case when m.state = 'cancelled' then 'cancelled' end,
    given_back = d.given_back or m.state = 'cancelled',
    next_try_at = (select now() where m.state <> 'cancelled'), changed_at = now()
  from claim join sms_messages m on m.account_id = :accountId and m.id = claim.message_id
  where d.account_id = :accountId and d.message_id = claim.message_id and d.id = any (claim.ids)
    and d.state = 'claimed'
  returning d.cost, d.given_back)
select count(*)::int as "back!", trim_scale(coalesce(sum(cost) filter (where given_back), 0)) as
  "givenBack!", count(*) filter (where given_back) as "unsent!"
from back

-- name: renewSmsClaims :count
update sms_claims set leased_until = now() + make_interval(secs => :leaseSeconds::float8)
where account_id = :accountId and id = any (:claimIds::uuid[]) and worker = :worker::uuid
  and leased_until > now()

-- name: lapsedSmsClaims :many
-- Not restricted to an account.
select account_id, id, message_id from sms_claims where leased_until < now()
  order by leased_until limit 100

-- name: recoverSmsClaim :one
-- The claim of a worker that died: SMS not handed over are requeued, or withdrawn if the message
-- was cancelled; those handed over are uncertain and never resent automatically, since a duplicate
-- SMS costs money.
with claim as (
  delete from sms_claims where account_id = :accountId and id = :claimId::uuid
    and leased_until < now() returning message_id, ids),
recovered as (
  update sms_deliveries d set
    state = case when d.state = 'handed over' then 'uncertain'
      when m.state = 'cancelled' then 'withdrawn' else 'planned' end,
    reason = case when d.state = 'handed over' then 'the sender stopped before the answer'
      when m.state = 'cancelled' then 'cancelled' end,
    given_back = d.given_back or (d.state = 'claimed' and m.state = 'cancelled'),
    next_try_at = (select now() where d.state = 'claimed' and m.state <> 'cancelled'),
    changed_at = now()
  from claim join sms_messages m on m.account_id = :accountId and m.id = claim.message_id
  where d.account_id = :accountId and d.message_id = claim.message_id and d.id = any (claim.ids)
    and d.state in ('claimed', 'handed over')
  returning d.state, d.cost, d.given_back)
select count(*) filter (where state <> 'uncertain')::int as "back!",
  count(*) filter (where state = 'uncertain')::int as "uncertain!",
  trim_scale(coalesce(sum(cost) filter (where given_back), 0)) as "givenBack!",
    count(*) filter (where given_back) as "unsent!"
from recovered

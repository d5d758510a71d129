-- name: lockSms :many
-- Serializes receipts of two parts that arrive concurrently.
select d.id from sms_deliveries d
where d.account_id = :accountId and d.message_id = :messageId and d.id = any (:ids::bigint[])
  order by d.id for update

-- name: markParts :count
update sms_parts p set receipt = given.receipt, receipt_at = now()
from unnest(:ids::bigint[], :parts::int[], :receipts::text[]) as given (id, part, receipt)
where p.account_id = :accountId and p.message_id = :messageId and p.delivery_id = given.id
  and p.part = given.part
  and p.receipt is distinct from given.receipt

-- name: settleByParts :one
-- Delivered when all parts are; undelivered as soon as one part is. Refused by the carrier with no
-- part delivered: refunded, once.
with reported as (
  select p.delivery_id as id, bool_and(coalesce(p.receipt = 'delivered', false)) as delivered,
    coalesce(bool_or(p.receipt = 'delivered'), false) as in_part,
    bool_or(p.receipt = 'undelivered') as undelivered, bool_or(p.receipt = 'refused') as refused
  from sms_parts p where p.account_id = :accountId and p.message_id = :messageId
    and p.delivery_id = any (:ids::bigint[])
  group by p.delivery_id),
meant as (
  select id, case when delivered then 'delivered' when refused and not in_part then 'refused'
    when refused or undelivered then 'undelivered' end as state
  from reported),
settled as (
  update sms_deliveries d set state = meant.state, reason = given.reason, given_back = d.given_back
    or meant.state = 'refused', changed_at = now()
  from meant, unnest(:ids::bigint[], :reasons::text[]) as given (id, reason)
  where d.account_id = :accountId and d.message_id = :messageId and d.id = meant.id
    and given.id = meant.id and meant.state is not null
    and d.state is distinct from meant.state and not d.given_back
  returning d.id, d.state, d.cost, d.given_back)
select count(*)::int as "settled!", trim_scale(coalesce(sum(cost) filter (where given_back), 0)) as
  "givenBack!", count(*) filter (where given_back) as "unsent!",
  coalesce(jsonb_object_agg(id, state), '{}')::text as "states!"
from settled

-- name: messagesWithOldParts :many
-- In all accounts: runs periodically. No receipt arrives this late, and none would be matched.
select m.account_id, m.id from sms_messages m
where m.finished_at < :before::timestamptz
  and exists (select 1 from sms_parts p where p.account_id = m.account_id and p.message_id = m.id)
order by m.finished_at limit :most::int

-- name: trimParts :count long
delete from sms_parts p using (
  select delivery_id, part from sms_parts where account_id = :accountId and message_id = :messageId
    order by delivery_id, part limit :most::int) old
where p.account_id = :accountId and p.message_id = :messageId and p.delivery_id = old.delivery_id
  and p.part = old.part

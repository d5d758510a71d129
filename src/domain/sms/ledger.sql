-- The ledger of SMS for people: the deliveries of a message, and those to a number.

-- name: deliveriesOfMessage :many long
-- By keyset pagination, with the receipts of the parts while they are kept.
select d.id, d.number, s.email as "email?", d.state, d.attempts, trim_scale(d.cost) as "cost!",
  d.given_back, d.reply, d.reason, d.changed_at as changed,
  coalesce((select jsonb_agg(jsonb_build_object('part', p.part, 'gatewayId', p.gateway_id,
      'receipt', p.receipt, 'receiptAt', p.receipt_at) order by p.part)
    from sms_parts p where p.account_id = :accountId and p.message_id = :messageId
      and p.delivery_id = d.id), '[]')::text as "parts!"
from sms_deliveries d
left join subscribers s on s.account_id = :accountId and s.id = d.id
where d.account_id = :accountId and d.message_id = :messageId and d.id > :afterId::bigint
  and (:state?::text is null or d.state = :state?)
order by d.id limit :most::int

-- name: smsToNumber :many
-- The newest first, by keyset pagination.
select d.message_id, d.id, m.text, d.state, d.attempts, trim_scale(d.cost) as "cost!",
  d.given_back, d.reply, d.reason, d.changed_at as changed, m.created_at as created
from sms_deliveries d join sms_messages m on m.account_id = :accountId and m.id = d.message_id
where d.account_id = :accountId and d.number = :number and d.message_id < :beforeId::bigint
order by d.message_id desc limit :most::int

-- name: isSmsOptOut :one
select exists (select 1 from sms_opt_outs where account_id = :accountId and number = :number)
  as "optedOut!"

-- name: costsOfMessage :many long
-- What its SMS cost, the most frequent price first.
select trim_scale(cost) as "each!", count(*) as "numbers!", trim_scale(sum(cost)) as "cost!"
from sms_deliveries where account_id = :accountId and message_id = :messageId
group by cost order by count(*) desc, cost limit :most::int

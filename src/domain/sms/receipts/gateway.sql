-- The gateway as seen by workers, and the SMS of its delivery receipts.

-- name: keepGateway :count again
-- Not restricted to an account.
insert into sms_gateway (id, shown, trouble) values (0, :shown, :trouble?)
on conflict (id) do update set shown = excluded.shown, trouble = excluded.trouble,
  seen_at = excluded.seen_at

-- name: findGateway :maybe
-- Not restricted to an account.
select shown, trouble, seen_at from sms_gateway where id = 0

-- name: removeGateway :count
-- Not restricted to an account.
delete from sms_gateway where id = 0

-- name: smsOfGatewayIds :many
-- Not restricted to an account: a delivery receipt contains the id that the gateway assigned, in
-- one spelling or another, and no account. The newest first.
select p.account_id, p.message_id, p.delivery_id, p.part, p.gateway_id,
  coalesce(d.number, '') as "number!"
from sms_parts p join sms_deliveries d on d.account_id = p.account_id
  and d.message_id = p.message_id and d.id = p.delivery_id
where p.gateway_id = any (:gatewayIds::text[]) and p.created_at > now() - interval '30 days'
  order by p.created_at desc

-- name: addNamedPart :count again
-- An SMS whose reply was lost with a worker: the delivery receipt shows that it was accepted.
insert into sms_parts (account_id, message_id, delivery_id, part, gateway_id)
select d.account_id, d.message_id, d.id, 1, :name from sms_deliveries d
where d.account_id = :accountId and d.message_id = :messageId and d.id = :deliveryId
  and d.state = 'uncertain'
on conflict (account_id, message_id, delivery_id, part) do nothing

-- name: partOfSms :maybe
select part from sms_parts where account_id = :accountId and message_id = :messageId
  and delivery_id = :deliveryId and part = 1

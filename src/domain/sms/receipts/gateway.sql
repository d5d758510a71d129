-- The gateway as the processes know it, and whom it speaks of in receipts.

-- name: keepGateway :count again
-- Belongs to nobody.
insert into sms_gateway (id, shown, trouble) values (0, :shown, :trouble?)
on conflict (id) do update set shown = excluded.shown, trouble = excluded.trouble,
  seen_at = excluded.seen_at

-- name: findGateway :maybe
-- Belongs to nobody.
select shown, trouble, seen_at from sms_gateway where id = 0

-- name: forgetGateway :count
-- Belongs to nobody.
delete from sms_gateway where id = 0

-- name: smsOfGatewayIds :many
-- Belongs to nobody: a receipt names the id that the gateway gave, in one spelling or another, and
-- no account. The newest first.
select p.account_id, p.message_id, p.delivery_id, p.part, p.gateway_id,
  coalesce(d.number, '') as "number!"
from sms_parts p join sms_deliveries d on d.account_id = p.account_id
  and d.message_id = p.message_id and d.id = p.delivery_id
where p.gateway_id = any (:gatewayIds::text[]) and p.created_at > now() - interval '30 days'
  order by p.created_at desc

-- name: addNamedPart :count again
-- An SMS whose answer was lost with a worker: its receipt tells that it was taken after all.
insert into sms_parts (account_id, message_id, delivery_id, part, gateway_id)
select d.account_id, d.message_id, d.id, 1, :name from sms_deliveries d
where d.account_id = :accountId and d.message_id = :messageId and d.id = :deliveryId
  and d.state = 'uncertain'
on conflict (account_id, message_id, delivery_id, part) do nothing

-- name: partOfSms :maybe
select part from sms_parts where account_id = :accountId and message_id = :messageId
  and delivery_id = :deliveryId and part = 1

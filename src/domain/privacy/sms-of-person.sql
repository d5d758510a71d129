-- Personal data in SMS, by subscriber id and by numbers.

-- name: knownSms :many long
select m.id as message_id, m.list_id, m.text, d.number, d.state, d.attempts,
  trim_scale(d.cost) as "cost!", d.given_back, d.reply, d.reason,
  d.changed_at as changed
from sms_messages m join sms_deliveries d on d.account_id = :accountId and d.message_id = m.id
  and d.id = any (:subscriberIds::bigint[])
where m.account_id = :accountId order by m.id

-- name: knownReplies :many long
select number, text, meaning, received_at as received from sms_replies
where account_id = :accountId and number = any (:numbers::text[]) order by id

-- name: knownSmsOptOuts :many long
select number, reason, created_at as created from sms_opt_outs where account_id = :accountId
  and number = any (:numbers::text[]) order by number

-- name: knownSandboxSms :many long
select id, number, text, received_at as received from sandbox_sms
where account_id = :accountId and (number = any (:numbers::text[])
  or delivery_id = any (:subscriberIds::bigint[]))
  order by id

-- name: waitForSmsPlans :many long
-- Waits for running plans, which lock this row too and may have read the person; later ones don't
-- find them.
select account_id from tenants where account_id = :accountId for update

-- name: phonesOfPerson :many long
select country_code, phone from subscribers where account_id = :accountId
  and id = any (:subscriberIds::bigint[])

-- name: blankSms :count long
-- A planned SMS is withdrawn and refunded by its worker, which finds no number.
update sms_deliveries d set number = null, reply = null from sms_messages m
where m.account_id = :accountId and d.account_id = :accountId and d.message_id = m.id
  and d.id = any (:subscriberIds::bigint[])

-- name: smsToNumbers :many long
-- SMS that programs sent to a number, without a subscriber.
select m.id as message_id, m.list_id, m.text, d.number, d.state, d.attempts,
  trim_scale(d.cost) as "cost!", d.given_back, d.reply, d.reason,
  d.changed_at as changed
from sms_deliveries d join sms_messages m on m.account_id = :accountId and m.id = d.message_id
where d.account_id = :accountId and d.number = any (:numbers::text[]) and d.id = 0 order by m.id

-- name: blankSmsToNumbers :count long
update sms_deliveries set number = null, reply = null
where account_id = :accountId and number = any (:numbers::text[]) and id = 0

-- name: removeReplies :count long
delete from sms_replies where account_id = :accountId and number = any (:numbers::text[])

-- name: removeSandboxSms :count long
delete from sandbox_sms where account_id = :accountId
  and (number = any (:numbers::text[]) or delivery_id = any (:subscriberIds::bigint[]))

-- name: markSmsOptOuts :count long
-- Replaces the number by a keyed hash, which still suppresses SMS to it.
insert into sms_opt_outs (account_id, number, created_at)
select o.account_id, given.mark, o.created_at
  from unnest(:numbers::text[], :marks::text[]) as given (number, mark)
join sms_opt_outs o on o.account_id = :accountId and o.number = given.number
on conflict (account_id, number) do nothing

-- name: removeSmsOptOuts :count long
delete from sms_opt_outs where account_id = :accountId and number = any (:numbers::text[])

-- Numbers that get no SMS. When a person is erased, the number is replaced by a keyed hash.

-- name: addSmsOptOuts :count again
insert into sms_opt_outs (account_id, number, reason)
select t.account_id, given.number, :reason
  from tenants t, unnest(:numbers::text[]) as given (number) where t.account_id = :accountId
on conflict (account_id, number) do nothing

-- name: removeSmsOptOut :count
delete from sms_opt_outs where account_id = :accountId and number = any (:numbers::text[])

-- name: smsOptOuts :many
-- The newest first, by keyset pagination.
select number, reason, created_at as created from sms_opt_outs
where account_id = :accountId and (created_at, number) < (:beforeTime::timestamptz, :beforeNumber)
  order by created_at desc, number desc limit :most::int

-- name: anyErasedNumber :one
select exists (select 1 from sms_opt_outs where account_id = :accountId and number like 'erased:%')
  as "any!"

-- name: accountsOfRecipient :many
-- Not restricted to an account: the accounts that have sent an SMS to a number, by the index of
-- numbers in their ledgers. A reply from it concerns them.
select t.account_id, last.message_id from tenants t cross join lateral (
  select d.message_id from sms_deliveries d where d.account_id = t.account_id and d.number = :number
    order by d.message_id desc limit 1) last

-- name: addReply :count again
insert into sms_replies (account_id, id, number, text, meaning) values
  (:accountId, :id, :number, :text, :meaning)
on conflict (account_id, id) do nothing

-- name: repliesOfAccount :many
select id, number, text, meaning, received_at as received from sms_replies
  where account_id = :accountId and id < :beforeId::bigint order by id desc limit :most::int

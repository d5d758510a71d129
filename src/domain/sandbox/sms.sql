-- name: keepSms :count again
-- SMS captured instead of sent, many in one statement.
insert into sandbox_sms (account_id, id, message_id, delivery_id, number, sender, text)
select t.account_id, given.id, given.message_id, given.delivery_id, given.number, :sender, :text
from tenants t, unnest(:ids::bigint[], :messageIds::bigint[], :deliveryIds::bigint[],
  :numbers::text[]) as given (id, message_id, delivery_id, number)
where t.account_id = :accountId
on conflict (account_id, id) do nothing

-- name: sandboxSms :many long
-- The newest first, by keyset pagination; all of them or those whose number contains some digits.
select id, message_id, delivery_id, number, sender, text, received_at as received from sandbox_sms
where account_id = :accountId and id < :beforeId::bigint
  and (:part?::text is null or position(:part? in number) > 0)
order by id desc limit :most::int

-- name: countSandboxSms :one long
select count(*) as "count!" from sandbox_sms where account_id = :accountId

-- name: emptySandboxSms :count long
delete from sandbox_sms where account_id = :accountId

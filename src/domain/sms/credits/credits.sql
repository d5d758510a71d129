-- The ledger of credits. Amounts are passed as exact decimals in text.

-- name: lockCredits :maybe
-- Every change of the balance, and every hold or release of a message, locks this row first, before
-- any other row of a message.
select trim_scale(balance) as "balance!" from credit_balances where account_id = :accountId
  for update

-- name: beginCredits :count again
insert into credit_balances (account_id) values (:accountId) on conflict (account_id) do nothing

-- name: findBalance :maybe
select trim_scale(balance) as "balance!" from credit_balances where account_id = :accountId

-- name: addEntry :one
-- Under the lock of the balance, which it updates.
with entry as (
  insert into credit_entries as n (account_id, id, kind, balance_before, amount, balance,
    previous_id, message_id, note)
  select b.account_id, coalesce(b.entry_id, 0) + 1, :kind, b.balance, :amount::text::numeric,
    b.balance + :amount::text::numeric, b.entry_id,
    :messageId?::bigint, :note
  from credit_balances b where b.account_id = :accountId
  returning n.id, n.balance)
update credit_balances b set entry_id = entry.id, balance = entry.balance from entry
  where b.account_id = :accountId
returning trim_scale(b.balance) as "balance!"

-- name: takeHeldPlace :one
update credit_balances set holds = holds + 1 where account_id = :accountId returning holds as place

-- name: creditEntries :many
-- The newest first, by keyset pagination.
select id, kind, trim_scale(amount) as "amount!", trim_scale(balance) as "balance!", message_id,
  note, created_at as created
from credit_entries where account_id = :accountId and id < :beforeId::bigint
  order by id desc limit :most::int

-- name: nextHeld :maybe
-- The first held message, under the lock of the balance.
select id, trim_scale(cost) as "cost!" from sms_messages where account_id = :accountId
  and state = 'held' order by held_place limit 1 for update

-- name: releaseMessage :count
update sms_messages set state = 'sending', released_at = now() where account_id = :accountId
  and id = :messageId

-- name: addMessage :count
insert into sms_messages (account_id, id, list_id, trigger_id, text, alphabet, segments, state,
  cost, held_place, balance, candidates, planned, left_out, sender,
  released_at, finished_at)
values (:accountId, :id, :listId?, :triggerId?, :text, :alphabet, :segments::int, :state,
  :cost::text::numeric, :heldPlace?, :balance::text::numeric,
  :candidates, :planned, :leftOut::text::jsonb, :sender?, case when :state <> 'held' then now() end, case
    when :state = 'finished' then now() end)

-- name: findMessage :maybe
select m.id, m.list_id, l.name as "listName?", m.trigger_id, m.text, m.sender, m.alphabet, m.segments,
  m.state, trim_scale(m.cost) as "cost!",
  trim_scale(m.balance) as "balance!", m.candidates, m.planned, m.left_out::text as "leftOut!",
    m.created_at as created, m.released_at, m.finished_at
from sms_messages m left join lists l on l.account_id = :accountId and l.id = m.list_id
where m.account_id = :accountId and m.id = :messageId

-- name: lockMessage :maybe
select state, trim_scale(cost) as "cost!" from sms_messages where account_id = :accountId
  and id = :messageId for update

-- name: messagesOfAccount :many
select m.id, m.list_id, l.name as "listName?", m.trigger_id, m.text, m.segments, m.state,
  trim_scale(m.cost) as "cost!", m.planned, m.created_at as created
from sms_messages m left join lists l on l.account_id = :accountId and l.id = m.list_id
where m.account_id = :accountId and m.id < :beforeId::int
  and (:state?::text is null or m.state = :state?)
order by m.id desc limit :most::int

-- name: anyHeld :one
select exists (select 1 from sms_messages where account_id = :accountId and state = 'held') as
  "any!"

-- name: heldOfAccount :one
select count(*) as "messages!", trim_scale(coalesce(sum(cost), 0)) as "cost!" from sms_messages
  where account_id = :accountId and state = 'held'

-- name: confirmMessageState :count again
update sms_messages set state = 'sending' where account_id = :accountId and id = :messageId

-- name: endMessage :count again
update sms_messages set state = :state, finished_at = least(finished_at, now())
  where account_id = :accountId and id = :messageId

-- name: withdrawPlanned :one long
-- Withdraws the unclaimed SMS of a cancelled message. `paid`: their cost is refunded.
with withdrawn as (
  update sms_deliveries set state = 'withdrawn', reason = 'cancelled', next_try_at = null,
    given_back = :paid::boolean, changed_at = now()
  where account_id = :accountId and message_id = :messageId and next_try_at is not null
    returning cost)
select count(*) as "count!", trim_scale(coalesce(sum(cost), 0)) as "cost!" from withdrawn

-- name: progressOfMessage :many long
-- Counted from the rows, never stored.
select state, count(*) as "count!", trim_scale(coalesce(sum(cost) filter (where given_back), 0)) as
  "givenBack!", min(next_try_at) as next_try
from sms_deliveries where account_id = :accountId and message_id = :messageId group by state
  order by state

-- name: reasonsOfMessage :many long
-- Why SMS were not delivered, the most frequent reason first.
select state, coalesce(reply, reason, '') as "reason!", count(*) as "count!" from sms_deliveries
where account_id = :accountId and message_id = :messageId and coalesce(reply, reason, '') <> ''
  and state in ('planned', 'undelivered', 'refused', 'uncertain', 'withdrawn')
group by 1, 2 order by 3 desc, 2 limit :most::int

-- name: openSms :one
-- The remaining work of a message: when the next SMS is due, and the number of open claims.
select
  (select min(next_try_at) from sms_deliveries where account_id = :accountId
    and message_id = :messageId and next_try_at is not null) as next_try,
  (select count(*) from sms_claims where account_id = :accountId and message_id = :messageId)::int
    as "claims!"

-- name: heldUpTo :one
-- The cost of a held message and of those before it: the balance needed to release it.
select trim_scale(coalesce(sum(h.cost), 0)) as "cost!", count(*) as "messages!" from sms_messages m
join sms_messages h on h.account_id = :accountId and h.state = 'held'
  and h.held_place <= m.held_place
where m.account_id = :accountId and m.id = :messageId and m.state = 'held'

-- name: messagesOnTheirWay :many
-- In all accounts: runs once when the first worker starts after a long stop. Messages released
-- since are not outdated.
select account_id, id from sms_messages where state = 'sending'
  and released_at < :since::timestamptz order by account_id, id

-- name: holdMessage :count again
update sms_messages set state = 'unconfirmed' where account_id = :accountId and id = :messageId
  and state = 'sending'

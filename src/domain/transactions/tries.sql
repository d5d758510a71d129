-- Tries of transactions' emails.

-- name: addTries :count again
-- Before their outcomes are settled: of an email that another worker has handed over since, and of
-- an address that was erased, none is kept.
insert into transaction_tries (account_id, transaction_id, number, tried_at, outcome, reply, reason,
  route_id)
select d.account_id, d.id, given.number, now(), given.outcome::delivery_state, given.reply,
  given.reason, d.route_id
from deliveries d
join unnest(:ids::bigint[], :numbers::int[], :outcomes::text[], :replies::text[], :reasons::text[])
  as given (id, number, outcome, reply, reason) on given.id = d.id
where d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = :projectId and d.id = any (:ids::bigint[]) and d.attempts = given.number
  and d.state in ('claimed', 'handed over', 'uncertain') and d.email <> :ERASED_EMAIL
on conflict (account_id, transaction_id, tried_at, number) do nothing

-- name: triesOfTransaction :many
select number, tried_at, outcome, reply, reason, route_id from transaction_tries
where account_id = :accountId and transaction_id = :transactionId
order by tried_at, number limit :most::int

-- name: blankTries :count long
-- Of replies only the code is kept: the rest may name the address.
update transaction_tries set
  reply = substring(reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?')
where account_id = :accountId and transaction_id = any (:transactionIds::int[])

-- name: blankTriesOfAddress :count long
update transaction_tries r set
  reply = substring(r.reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?')
from transactions t
where t.account_id = :accountId and t.email_key = :emailKey
  and r.account_id = :accountId and r.transaction_id = t.id

-- Programs that call: their operations, outcomes and exchanges.

-- name: programOf :one node
select program_of(:accountId, :newId::int, :client::text, :version::text, :binding::text,
  :network::text, :signedIn::boolean, :most::int, :keyId::bigint) as "id?"

-- name: noteProgramCalls :one node
select note_program_calls(:accountId, :programId::int, :version::text, :signedIn::boolean,
  :operations::text[], :outcomes::text[], :calls::int[], :steps::smallint[],
  :stepCalls::int[], :lastNetwork::text) as "isKnown!"

-- name: keepExchanges :one node
select keep_program_exchanges(:accountId, :programId::int, :ats::timestamptz[], :places::int[],
  :failed::boolean[], :exchanges::text[], :mostFailed::int, :mostOther::int)::text as "done?"

-- name: noteUnoffered :one node
select note_unoffered(:accountId, :programId::int, :operations::text[], :calls::int[],
  :most::int)::text as "done?"

-- name: programsOf :many
-- `key_name`: null: it calls without a key, or the key was revoked.
select p.id, p.client, p.binding, p.version, p.name, k.name as "key_name?",
  case when p.key_id = 0 then p.network else p.last_network end as "network!",
  (p.key_id <> 0 and k.id is null)::boolean as "revoked!", p.first_at as first, p.last_at as last
from programs p
left join api_keys k on k.account_id = p.account_id and k.id = p.key_id
where p.account_id = :accountId order by p.last_at desc, p.id

-- name: callsByHour :many
-- Of each program since then; `failed`: other than successes and callers that went away.
select program_id as "programId!", hour as "hour!", sum(calls)::int as "calls!",
  coalesce(sum(calls) filter (where outcome not in ('', 'gone')), 0)::int as "failed!"
from program_calls where account_id = :accountId and hour >= :since::timestamptz
group by program_id, hour order by program_id, hour

-- name: failuresSince :many
select program_id as "programId!", operation as "operation!", outcome as "outcome!",
  sum(calls) filter (where hour >= :from::timestamptz) as "calls?",
  sum(calls) filter (where hour < :from::timestamptz) as "before?",
  min(hour) filter (where hour >= :from::timestamptz) as "since?", max(last_at) as "last!"
from program_calls where account_id = :accountId and hour >= :before::timestamptz
  and outcome not in ('', 'gone')
group by program_id, operation, outcome order by program_id, sum(calls) desc, operation, outcome

-- name: timesSince :many
select program_id as "programId!", step as "step!", sum(calls)::int as "calls!"
from program_times where account_id = :accountId and hour >= :since::timestamptz
group by program_id, step order by program_id, step

-- name: operationsOfProgram :many
select operation as "operation!", outcome as "outcome!", sum(calls)::int as "calls!",
  max(last_at) as "last!"
from program_calls where account_id = :accountId and program_id = :programId
  and hour >= :since::timestamptz
group by operation, outcome order by operation, sum(calls) desc, outcome

-- name: exchangesOfProgram :many
select at, place, failed, exchange::text as "exchange!" from program_exchanges
where account_id = :accountId and program_id = :programId order by at desc, place desc limit 100

-- name: unofferedOperations :many
select operation, program_id as "programId", calls, first_at as first, last_at as last
from unoffered_operations where account_id = :accountId
order by last_at desc, operation, program_id limit 100

-- name: programNamed :maybe
select name from programs where account_id = :accountId and id = :programId for update

-- name: nameProgram :count again
update programs set name = :name?::text where account_id = :accountId and id = :programId

-- name: removeProgram :count
delete from programs where account_id = :accountId and id = :programId

-- name: removeProgramCalls :count
delete from program_calls where account_id = :accountId and program_id = :programId

-- name: removeProgramTimes :count
delete from program_times where account_id = :accountId and program_id = :programId

-- name: removeProgramExchanges :count
delete from program_exchanges where account_id = :accountId and program_id = :programId

-- name: removeUnoffered :count
delete from unoffered_operations where account_id = :accountId and program_id = :programId

-- name: forgetProgramCalls :count long
-- Of all accounts.
delete from program_calls where hour < now() - make_interval(days => :keptDays::int)

-- name: forgetProgramTimes :count long
-- Of all accounts.
delete from program_times where hour < now() - make_interval(days => :keptDays::int)

-- name: forgetExchanges :count long
-- Of all accounts.
delete from program_exchanges where at < now() - make_interval(days => :keptDays::int)

-- name: forgetUnoffered :count long
-- Of all accounts.
delete from unoffered_operations where last_at < now() - make_interval(days => :keptDays::int)

-- name: forgetPrograms :count long
-- Of all accounts: those without a name that have not called for so long.
delete from programs where name is null
  and last_at < now() - make_interval(days => :keptDays::int)

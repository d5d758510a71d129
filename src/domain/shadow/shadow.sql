-- name: openShadow :one
insert into shadows as s (account_id, old_url) values (:accountId, :oldUrl)
on conflict (account_id) do update set old_url = excluded.old_url
returning wanted

-- name: beatShadow :maybe
-- The listening process reports its state, and learns the wanted one.
update shadows set answering = :answering, seen_at = now(), waiting = :waiting
where account_id = :accountId
returning wanted

-- name: wantShadow :count
update shadows set wanted = :wanted where account_id = :accountId

-- name: findShadow :maybe
select old_url, wanted, answering, waiting, seen_at > now() - interval '10 seconds' as "listens!"
from shadows where account_id = :accountId

-- name: addShadowCalls :count
insert into shadow_calls as c (account_id, operation, program, calls, compared, differing, missed,
  left_out, failed, missed_at)
select s.account_id, g.operation, g.program, g.calls, g.compared, g.differing, g.missed, g.left_out,
  g.failed, case when g.missed > 0 then now() end
from shadows s, unnest(:operations::text[], :programs::text[], :calls::int[], :compared::int[],
    :differing::int[], :missed::int[], :leftOut::int[], :failed::int[])
  as g (operation, program, calls, compared, differing, missed, left_out, failed)
where s.account_id = :accountId
on conflict (account_id, operation, program) do update set calls = c.calls + excluded.calls,
  compared = c.compared + excluded.compared, differing = c.differing + excluded.differing,
  missed = c.missed + excluded.missed, left_out = c.left_out + excluded.left_out,
  failed = c.failed + excluded.failed, last_at = excluded.last_at,
  missed_at = coalesce(excluded.missed_at, c.missed_at)

-- name: addShadowDifferences :count
insert into shadow_differences as d (account_id, operation, program, difference, times, example)
select s.account_id, g.operation, g.program, g.difference, g.times, g.example
from shadows s, unnest(:operations::text[], :programs::text[], :differences::text[], :times::int[],
    :examples::text[]) as g (operation, program, difference, times, example)
where s.account_id = :accountId
on conflict (account_id, operation, program, difference) do update set
  times = d.times + excluded.times, last_at = excluded.last_at

-- name: addShadowId :count
insert into shadow_ids (account_id, kind, old_id, new_id)
values (:accountId, :kind, :oldId, :newId)
on conflict (account_id, kind, old_id) do update set new_id = excluded.new_id

-- name: pairsOf :many
-- The pairs of these ids, in either service.
select kind, old_id, new_id from shadow_ids
where account_id = :accountId and (old_id = any (:ids::bigint[]) or new_id = any (:ids::bigint[]))

-- name: callsOfShadow :many
-- Missed changes are `brought` by a copy that began after the newest of them, and is finished.
select c.operation, c.program, c.calls, c.compared, c.differing,
  case when m.account_id is null then c.missed else 0 end as "missed!",
  case when m.account_id is null then 0 else c.missed end as "brought!", c.left_out, c.failed,
  c.last_at as "last"
from shadow_calls c left join moves m on m.account_id = :accountId
  and m.finished_at is not null and m.begun_at > c.missed_at
where c.account_id = :accountId order by c.operation, c.program

-- name: differencesOfShadow :many
select operation, program, difference, times, example, last_at as "last" from shadow_differences
where account_id = :accountId order by operation, program, times desc, difference

-- name: clearShadowCalls :count
delete from shadow_calls where account_id = :accountId

-- name: clearShadowDifferences :count
delete from shadow_differences where account_id = :accountId

-- name: adoptPerson :count
-- A person without a list, for an address that is unknown here: the insert that follows finds it,
-- and answers the same id as the old service.
insert into subscribers (account_id, id, email, email_key)
select t.account_id, :id::bigint, :email, :emailKey from tenants t
where t.account_id = :accountId
  and not exists (select from opt_outs o where o.account_id = :accountId and o.key_hash = :keyHash?)
on conflict do nothing

-- name: idOfAddress :maybe
select id from subscribers where account_id = :accountId and email_key = :emailKey

-- name: addShadowJoin :count
insert into shadow_joins (account_id, list_id, subscriber_id)
select s.account_id, :listId::int, :subscriberId::bigint from shadows s
where s.account_id = :accountId
on conflict (account_id, list_id, subscriber_id) do nothing

-- name: shadowJoins :many
select subscriber_id from shadow_joins where account_id = :accountId and list_id = :listId
order by subscriber_id

-- name: forgetShadowJoins :count
delete from shadow_joins where account_id = :accountId and list_id = :listId
  and subscriber_id = any (:subscriberIds::bigint[])

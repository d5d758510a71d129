-- name: optOutPerson :maybe
-- Inserts the row of an unknown address, or locks the existing one, and marks it. The time of the
-- first opt-out is kept. No row for an erased, opted-out address.
insert into subscribers as known (account_id, id, email, email_key, opted_out_at)
select t.account_id, :id::bigint, :email, :emailKey, now() from tenants t
where t.account_id = :accountId and not exists (select 1 from opt_outs where account_id = :accountId
  and key_hash = :keyHash?)
on conflict (account_id, email_key) do update
  set opted_out_at = coalesce(known.opted_out_at, excluded.opted_out_at),
    changed_at = excluded.changed_at
returning id, email

-- name: addOptOut :count
insert into opt_outs (account_id, id, subscriber_id, email, email_key, reason, list_id, sending_id,
  list_text, sending_text, by_program)
values (:accountId, :id, :subscriberId, :email, :emailKey, :reason, :listId?, :sendingId?,
  :listText?, :sendingText?, :byProgram)
on conflict (account_id, email_key) do nothing

-- name: confirmOptOuts :count
-- A person confirms a program's opt-out: no program may lift it.
update opt_outs set by_program = false, changed_at = now()
where account_id = :accountId and email_key = any (:emailKeys::text[]) and by_program

-- name: lockOptOut :maybe
select by_program from opt_outs where account_id = :accountId
  and (email_key = :emailKey or key_hash = :keyHash?) for update

-- name: removeOptOut :count
with gone as (
  delete from opt_outs where account_id = :accountId
    and (email_key = :emailKey or key_hash = :keyHash?)
  returning id)
insert into change_tombstones as t (account_id, kind, object_id)
select :accountId, :CHANGED.optOut, id from gone
on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at

-- name: allowPerson :count
update subscribers set opted_out_at = null, changed_at = now()
where account_id = :accountId and email_key = :emailKey and opted_out_at is not null

-- name: optOuts :many custom
-- A page of the opt-out list, the newest first, by keyset pagination. Complaints: those that came
-- back here, and imported ones. Planned for its values: complaints have an index of their own.
select o.id, o.subscriber_id, o.email, coalesce(s.name, '') as "name!",
  coalesce(s.country_code, '') as "country_code!",
  coalesce(s.phone, '') as "phone!", coalesce(s.format, 'html') as "format!",
    o.created_at as created, o.reason, o.list_id, o.sending_id
from opt_outs o left join subscribers s on s.account_id = :accountId and s.id = o.subscriber_id
where o.account_id = :accountId
  and (o.created_at, o.id) < (:beforeTime::timestamptz, :beforeId::bigint)
  and (:complaints?::boolean is null
    or (o.reason in ('complaint', 'imported: complaint')) = :complaints?)
  and o.created_at >= :from::timestamptz and o.created_at < :until::timestamptz
order by o.created_at desc, o.id desc limit :size::bigint

-- name: optOutOf :many
-- One at most: that of an address.
select o.id, o.subscriber_id, o.email, coalesce(s.name, '') as "name!",
  coalesce(s.country_code, '') as "country_code!",
  coalesce(s.phone, '') as "phone!", coalesce(s.format, 'html') as "format!",
    o.created_at as created, o.reason, o.list_id, o.sending_id
from opt_outs o left join subscribers s on s.account_id = :accountId and s.id = o.subscriber_id
where o.account_id = :accountId
  and o.email_key = :emailKey
  and (:complaints?::boolean is null
    or (o.reason in ('complaint', 'imported: complaint')) = :complaints?)

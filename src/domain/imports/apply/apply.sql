-- name: momentOfBatch :one
-- Of all accounts: the moment that changed and copied rows get. Asked for without a table: on a
-- cluster, a select from one is answered by the clock of the node that has it.
select now() as "moment!"

-- name: beginBatch :maybe
-- No row: the list was deleted. The lock prevents its deletion while the batch runs. The timestamps
-- are those of the transaction; docs/decisions/0004-milestones.md says why a subscription must not
-- be older than the settled ones. The commit is asynchronous: when the server crashes, the batch is
-- lost with its progress and applied again; the end of the import waits until all of it is durable.
-- docs/decisions/0015-imports.md.
select set_config('synchronous_commit', 'off', true) as "waits!",
  greatest(:moment::timestamptz, settled_until) as "subscribedAt!" from lists
  where account_id = :accountId and id = :listId for key share

-- name: knownPeople :many generic
-- The subscribers with these addresses, without a lock. The lateral joins force an index lookup for
-- each key, in spite of stale planner statistics of tables that an import has just filled.
select p.id, p.email_key, p.opted_out_at is not null as "optedOut!", p.name, p.format,
  p.country_code, p.phone,
  array_to_string(p.fields, :FIELD_SEPARATOR, '') as "fields!", s.subscriber_id is not null
    as "onList!", s.unsubscribed_at is not null as "unsubscribed!"
from unnest(:emailKeys::text[]) as g (email_key)
cross join lateral (
  select p.id, p.email_key, p.opted_out_at, p.name, p.format, p.country_code, p.phone, p.fields
    from subscribers p
  where p.account_id = :accountId and p.email_key = g.email_key limit 1) p
left join lateral (
  select s.subscriber_id, s.unsubscribed_at from subscriptions s
  where s.account_id = :accountId and s.subscriber_id = p.id and s.list_id = :listId limit 1) s on
    true

-- name: lockedPeople :many generic
-- The same, with a lock on the subscriber's row, which inserts and opt-outs take as well; locked in
-- the given order, the same in all imports.
select p.id, p.email_key, p.opted_out_at is not null as "optedOut!", p.name, p.format,
  p.country_code, p.phone,
  array_to_string(p.fields, :FIELD_SEPARATOR, '') as "fields!", s.subscriber_id is not null
    as "onList!", s.unsubscribed_at is not null as "unsubscribed!"
from unnest(:emailKeys::text[]) as g (email_key)
cross join lateral (
  select p.id, p.email_key, p.opted_out_at, p.name, p.format, p.country_code, p.phone, p.fields
    from subscribers p
  where p.account_id = :accountId and p.email_key = g.email_key limit 1 for no key update) p
left join lateral (
  select s.subscriber_id, s.unsubscribed_at from subscriptions s
  where s.account_id = :accountId and s.subscriber_id = p.id and s.list_id = :listId limit 1) s on
    true

-- name: keepOldValues :count generic
-- Keeps the values before the change; values kept by an earlier batch of the import win.
insert into import_old_values (account_id, import_id, subscriber_id, name, format, country_code,
  phone, fields, updated_at)
select p.account_id, :importId::int, p.id, p.name, p.format, p.country_code, p.phone, p.fields,
  p.updated_at from subscribers p
where p.account_id = :accountId and p.id = any (:ids::bigint[])
on conflict (account_id, import_id, subscriber_id) do nothing

-- name: changePeople :count generic
update subscribers p set name = g.name, format = g.format, country_code = g.country_code,
  phone = g.phone, fields = string_to_array(g.fields, :FIELD_SEPARATOR), updated_at = now(),
  changed_at = now()
from unnest(:ids::bigint[], :names::text[], :formats::text[], :countryCodes::text[],
  :phones::text[], :fields::text[])
  as g (id, name, format, country_code, phone, fields)
where p.account_id = :accountId and p.id = g.id

-- name: joinPeople :many
-- Subscribes existing subscribers; a subscription that exists, also an ended one, is left
-- unchanged.
insert into subscriptions as n (account_id, subscriber_id, list_id, subscribed_at)
select l.account_id, g.id, l.id, :subscribedAt::timestamptz
  from lists l, unnest(:ids::bigint[]) as g (id)
where l.account_id = :accountId and l.id = :listId
on conflict (account_id, subscriber_id, list_id) do nothing
returning n.subscriber_id

-- name: addPart :count
insert into import_parts (account_id, import_id, part, moment, subscribed_at, created, joined, met)
values (:accountId, :importId, :part, :moment::timestamptz, :subscribedAt::timestamptz, :created,
  :joined, :met)

-- name: addRejects :count
insert into import_rejects (account_id, import_id, number, line, reason, raw)
select i.account_id, i.id, g.number, g.line, g.reason, g.raw
from imports i, unnest(:numbers::int[], :lines::bigint[], :reasons::text[], :raws::text[]) as g
  (number, line, reason, raw)
where i.account_id = :accountId and i.id = :importId

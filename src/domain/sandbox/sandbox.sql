-- name: keepMessages :count again
-- Emails captured instead of sent, many in one statement.
insert into sandbox_messages (account_id, id, source_kind, source_id, delivery_id, envelope_from,
  email, subject, content)
select t.account_id, given.id, given.source_kind, given.source_id, given.delivery_id,
  given.envelope_from, given.email, given.subject, given.content
from tenants t, unnest(:ids::bigint[], :sourceKinds::int[], :sourceIds::bigint[],
  :deliveryIds::bigint[], :froms::text[], :emails::text[], :subjects::text[], :contents::bytea[])
  as given (id, source_kind, source_id, delivery_id, envelope_from, email, subject, content)
where t.account_id = :accountId
on conflict (account_id, id) do nothing

-- name: sandboxMessages :many long
-- The newest first, by keyset pagination; all of them or those whose address contains a text. For a
-- trigger's email the source is the trigger.
select id, source_kind,
  case when source_kind = :SOURCE.trigger then coalesce((
    select l.trigger_id from trigger_messages l where l.account_id = :accountId
      and l.id = source_id), source_id) else source_id end as "source_id!",
  email, subject, octet_length(content) as "bytes!", received_at as received
from sandbox_messages where account_id = :accountId and id < :beforeId::bigint
  and (:part?::text is null or position(lower(:part?) in lower(email)) > 0)
order by id desc limit :most::int

-- name: sandboxMessage :maybe
select id, source_kind,
  case when source_kind = :SOURCE.trigger then coalesce((
    select l.trigger_id from trigger_messages l where l.account_id = :accountId
      and l.id = source_id), source_id) else source_id end as "source_id!",
  delivery_id, envelope_from, email, subject, content, received_at as received
from sandbox_messages where account_id = :accountId and id = :messageId

-- name: countSandbox :one long
select count(*) as "count!" from sandbox_messages where account_id = :accountId

-- name: emptySandbox :count long
delete from sandbox_messages where account_id = :accountId

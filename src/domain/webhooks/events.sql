-- Events, written with the fact that they tell of.

-- name: kindsListenedTo :many
select distinct k.kind as "kind!" from webhooks w, unnest(w.kinds) as k (kind) where w.account_id = :accountId

-- name: addBundle :count again
-- The id was made beforehand: sent twice, the events are there once.
insert into event_bundles (account_id, id, kind, webhook_id, list_id, source_kind, source_id, ids, details)
select t.account_id, :id::uuid, :kind, :webhookId?::int, :listId?::int, :sourceKind?::smallint, :sourceId?::bigint, :ids::bigint[], :details?::text::jsonb
from tenants t where t.account_id = :accountId
on conflict (account_id, id) do nothing

-- name: findWebhookNamed :maybe
select id from webhooks where account_id = :accountId and lower(name) = lower(:name)

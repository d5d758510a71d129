-- The outbox: bundles of events, written in the transaction of the change.

-- name: kindsListenedTo :many
-- A webhook for 'sent' needs the events of 'delivered'.
select distinct case k.kind when 'sent' then 'delivered' else k.kind end as "kind!"
from webhooks w, unnest(w.kinds) as k (kind) where w.account_id = :accountId

-- name: addBundle :count again
-- The id is chosen in advance, so a retried call adds the events once. With a webhook (kind
-- 'called') the events are for that one alone, ignoring its kinds.
insert into event_bundles (account_id, id, kind, webhook_id, list_id, source_kind, source_id, ids,
  details)
select t.account_id, :id::uuid, :kind, :webhookId?::int, :listId?::int, :sourceKind?::smallint,
  :sourceId?::bigint, :ids::bigint[], :details?::text::jsonb
from tenants t where t.account_id = :accountId
on conflict (account_id, id) do nothing

-- name: addHitBundle :count again
-- Bundles hits as they arrive; their reader, and whether it is a machine, are known later.
-- `targets`, in the order of the ids: of clicks whose links are not kept.
insert into event_bundles (account_id, id, kind, ids, source_kinds, source_ids, moments, details)
select t.account_id, :id::uuid, 'hits', :ids::text::bigint[], :sourceKinds::text::smallint[],
  :sourceIds::text::bigint[], :moments::text::bigint[], :targets?::text::jsonb
from tenants t where t.account_id = :accountId
on conflict (account_id, id) do nothing

-- name: addSettled :count again
-- For deliveries of one state, after settling them; emails of tests cause no events. The reply may
-- name the address, so of it only the enhanced status code (RFC 3463) is told.
insert into event_bundles (account_id, id, kind, list_id, source_kind, source_id, ids, details)
select d.account_id, :id::uuid, :kind::text, max(g.list_id), d.source_kind, d.source_id,
  array_agg(d.id order by d.id),
  case when :kind::text = 'withdrawn'
    then jsonb_agg(jsonb_build_object('reason', replace(d.reason, ' ', '-')) order by d.id)
  when :kind::text <> 'delivered' then jsonb_agg(jsonb_build_object('attempts', d.attempts,
    'code', substring(d.reply from '^\d{3} (\d\.\d{1,3}\.\d{1,3})')) order by d.id) end
from deliveries d left join sendings g on g.account_id = :accountId
  and d.source_kind = :SOURCE.sending and g.id = d.source_id
where d.account_id = :accountId and d.source_kind = :sourceKind::smallint
  and d.source_id = :sourceId::bigint and d.id = any (:ids::bigint[])
  and d.state = :state::text and g.test is not true
group by d.account_id, d.source_kind, d.source_id
on conflict (account_id, id) do nothing

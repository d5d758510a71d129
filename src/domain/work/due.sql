-- name: dueKinds :many
-- Belongs to nobody: one look over all accounts at what has something to do, asked in place of the
-- queries of each worker. It may name more than there is: whoever is named looks for itself. No
-- lock is taken. What a closed account holds back is not named: it would wake its workers at each
-- look.
select distinct kind as "kind!" from work w where due <= now()
  and (kind in (:WORK.import, :WORK.judge, :WORK.webhookLeft)
    or not exists (select 1 from accounts a where a.id = w.account_id and a.closed_at is not null))
union all (select 'project' from projects p where active and due <= now()
  and not exists (select 1 from accounts a where a.id = p.account_id and a.closed_at is not null)
    limit 1)
union all (select 'trigger' from triggers t where state = 'running' and removed_at is null
  and not exists (select 1 from accounts a where a.id = t.account_id and a.closed_at is not null)
    limit 1)
-- By the key: rows that were counted are dead in the table until the next vacuum.
union all (select 'hit' from hit_arrivals order by account_id, id limit 1)
union all (select 'event' from event_bundles limit 1)
union all (select 'suspicion' from hit_suspicions where due <= now() limit 1)
union all (select 'forward' from inbound_messages where forward_at <= now() limit 1)
union all (select 'inbox' from inboxes
  where coalesce(checked_at, '-infinity') < now() - make_interval(secs => every_seconds) limit 1)
union all (select 'claim' from claims where leased_until < now() limit 1)
union all (select 'sms claim' from sms_claims where leased_until < now() limit 1)

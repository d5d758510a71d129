-- name: dueKinds :many per-shard
-- Of all accounts: one query for kinds of due work, in place of a query of each
-- worker. It may name too many kinds: workers check for themselves. Takes no lock. Leaves out work
-- that waits for a closed account: it would wake the workers at each poll.
select distinct kind as "kind!" from work w where due <= now()
  and (kind in (:WORK.import, :WORK.judge, :WORK.webhookLeft)
    or not exists (select 1 from accounts a where a.id = w.account_id and a.closed_at is not null))
union all (select 'project' from projects p where active and due <= now()
  and not exists (select 1 from accounts a where a.id = p.account_id and a.closed_at is not null)
    limit 1)
union all (select 'trigger' from triggers t where state = 'running' and removed_at is null
  and not exists (select 1 from accounts a where a.id = t.account_id and a.closed_at is not null)
    limit 1)
union all (select 'sign-up' from sign_ups s where due <= now()
  and not exists (select 1 from accounts a where a.id = s.account_id and a.closed_at is not null)
    limit 1)
union all (select 'link-request' from link_requests r where due <= now()
  and not exists (select 1 from accounts a where a.id = r.account_id and a.closed_at is not null)
    limit 1)
-- Ordered by the key: aggregated rows remain as dead tuples until the next vacuum.
union all (select 'hit' from hit_arrivals order by account_id, id limit 1)
union all (select 'event' from event_bundles limit 1)
union all (select 'email words' from email_word_outbox order by account_id, claimed_at limit 1)
union all (select 'suspicion' from hit_suspicions where due <= now() limit 1)
union all (select 'forward' from inbound_messages where forward_at <= now() limit 1)
union all (select 'inbox' from inboxes
  where seed_address is null
    and coalesce(checked_at, '-infinity') < now() - make_interval(secs => every_seconds) limit 1)
union all (select 'claim' from claims where leased_until < now() limit 1)
union all (select 'sms claim' from sms_claims where leased_until < now() limit 1)

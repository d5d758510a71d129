-- Reports on transactions: selection by keyset pagination over ids, and the state of each.

-- name: idsByIdentifier :many
select id from transactions where account_id = :accountId and identifier = :identifier
  and id > :after::int order by id limit :most::int

-- name: idsByAddress :many
select id from transactions where account_id = :accountId and email_key = :emailKey
  and id > :after::int order by id limit :most::int

-- name: idsOfProject :many long
select id from deliveries where account_id = :accountId and source_kind = :SOURCE.transaction
  and source_id = :projectId::int and id > :after::int
  and (:state?::text is null or state = :state?)
order by id limit :most::int

-- name: detailsOf :many
-- Those of these transactions that match all conditions, each with its email, its hits, and its
-- last bounce. Lateral joins look up each by its key, in spite of stale planner statistics of
-- freshly filled tables.
select t.id, t.identifier, t.email, t.name, t.format, p.guid::text as "projectGuid!",
  p.id as project_id, p.name as project, t.version, t.batch_id,
  t.created_at as created, t.send_at as send_time, d.state as "state!", d.attempts as "tries!",
    greatest(d.next_try_at, case when d.next_try_at is not null then t.send_at end) as next_try,
    d.reply, d.reason, d.route_id, d.was_uncertain as "onceUncertain!",
  coalesce(d.opens_unmeasured, false) as "opensUnmeasured!",
  coalesce(d.clicks_unmeasured, false) as "clicksUnmeasured!",
  d.changed_at as changed, case d.state when 'accepted' then d.changed_at
    when 'bounced' then b.sent_at end as "sent?",
  coalesce(e.views, 0) as "views!", coalesce(e.clicks, 0) as "clicks!",
  b.received_at as "bounceTime?", b.kind as "bounceKind?", b.class as "bounceClass?",
    coalesce(b.reply, b.status) as "bounceReply?"
from unnest(:ids::int[]) as g (id)
cross join lateral (
  select x.id, x.identifier, x.email, x.name, x.format, x.project_id, x.version, x.batch_id,
    x.created_at, x.send_at, x.email_key from transactions x
  where x.account_id = :accountId and x.id = g.id limit 1) t
cross join lateral (
  select x.guid, x.id, x.name from projects x where x.account_id = :accountId
    and x.id = t.project_id limit 1) p
cross join lateral (
  select x.state, x.attempts, x.next_try_at, x.reply, x.reason, x.changed_at, x.route_id,
    x.was_uncertain, x.opens_unmeasured, x.clicks_unmeasured from deliveries x
  where x.account_id = :accountId and x.source_kind = :SOURCE.transaction
    and x.source_id = t.project_id and x.id = t.id limit 1) d
left join lateral (
  select x.views, x.clicks from engagements x
  where x.account_id = :accountId and x.source_kind = :SOURCE.transaction
    and x.source_id = t.project_id and x.delivery_id = t.id limit 1) e on true
left join lateral (
  select x.received_at, x.kind, x.class, x.reply, x.status,
    max(x.ledger_changed_at) over () as sent_at from bounces x
  where x.account_id = :accountId and x.source_kind = :SOURCE.transaction
    and x.source_id = t.project_id and x.delivery_id = t.id and x.kind <> 'complaint'
  order by x.received_at desc, x.id desc limit 1) b on true
where (:projectId?::int is null or t.project_id = :projectId?)
  and (:identifier?::text is null or t.identifier = :identifier?)
  and (:emailKey?::text is null or t.email_key = :emailKey?)
    and (:state?::text is null or d.state = :state?)
order by t.id

-- name: bouncesOfProject :many long
-- A page of bounces of a project's emails, at the hand-over or later, after a key. An erased or
-- trimmed address is empty.
select b.id, b.delivery_id as "transactionId!", case when b.email = :ERASED_EMAIL then ''
  else b.email end as "email!", b.received_at as bounced,
  b.kind, b.class, coalesce(b.reply, b.status) as "reply?",
    coalesce(t.identifier, '') as "identifier!"
from bounces b left join transactions t on t.account_id = :accountId and t.id = b.delivery_id
where b.account_id = :accountId and b.source_kind = :SOURCE.transaction
  and b.source_id = :projectId::int and b.kind = any (:kinds::text[]) and b.delivery_id is not null
  and b.received_at >= :afterTime::timestamptz
    and (b.received_at, b.id) > (:afterTime::timestamptz, :afterId::bigint)
    and b.received_at < :until::timestamptz
order by b.received_at, b.id limit :most::int

-- Deliveries of transaction projects, for their source of workers: the counterparts of the queries
-- of sendings.

-- name: projectsWithWork :many
-- Of all accounts, longest waiting first. Takes no lock. Projects of a
-- closed account wait until it is opened again.
select account_id, id as source_id from projects p where active and due <= now()
  and not exists (select 1 from accounts a where a.id = p.account_id and a.closed_at is not null)
order by due limit :most::int

-- name: messagesOfProject :many
-- The emails of a project: its own newsletter, under the empty name, and those of its versions,
-- with their current senders. No row: the project does not exist, or is paused.
select v.name as "version!", p.name as "projectName!", p.from_name as "fromName!",
  coalesce(nullif(p.from_email, ''), nullif(n.from_email, ''), l.from_email, '') as "fromEmail!",
  p.reply_to as "replyTo!",
  p.route_id, p.marketing as "marketing!", v.newsletter_id as "newsletterId!",
    n.version as newsletter_version,
  exists (select 1 from tracking_exemptions x where x.account_id = :accountId
    and ((x.noun = 'project' and x.id = p.id) or (x.noun = 'list' and x.id = n.list_id)
      or (x.noun = 'newsletter' and x.id = v.newsletter_id))) as "untracked!"
from projects p
cross join lateral (
  select '' as name, p.newsletter_id
  union all select name, newsletter_id from project_versions where account_id = :accountId
    and project_id = p.id) v
left join newsletters n on n.account_id = :accountId and n.id = v.newsletter_id
left join lists l on l.account_id = :accountId and l.id = n.list_id
where p.account_id = :accountId and p.id = :projectId and p.active

-- name: findProjectMessage :maybe
select number from project_messages
where account_id = :accountId and project_id = :projectId and newsletter_id = :newsletterId
  and newsletter_version = :newsletterVersion

-- name: addProjectMessage :count again
insert into project_messages (account_id, project_id, number, newsletter_id, newsletter_version)
select t.account_id, :projectId::int,
  1 + coalesce((select max(l.number) from project_messages l where l.account_id = :accountId
  and l.project_id = :projectId), 0),
  :newsletterId::int, :newsletterVersion::int
from tenants t where t.account_id = :accountId
on conflict do nothing

-- name: claimTransactions :many node
-- Claims a batch of due deliveries under a lease, like claimDeliveries; values to merge are read
-- from the transaction. A delivery without transaction is claimed too: the hand-over withdraws it.
select id as "id!", email as "email!", attempts as "attempts!", was_uncertain as "was_uncertain!",
  name as "name!", format as "format!", fields as "fields!", version as "version!"
from claim_transactions(:accountId, :SOURCE.transaction::smallint, :projectId, :most::int,
  :claimId::uuid, :worker::uuid, :leaseSeconds::float8, :FIELD_SEPARATOR)

-- name: handOverTransactions :many node
-- The durable mark before DATA, like handOver of sendings. A hard bounce excludes an address from
-- all emails until it is released; an opt-out or a complaint only from marketing. `keyHashes`:
-- hashes of the addresses, in their order, if the account has erased subscribers.
with given as (
  select * from unnest(:ids::bigint[], :keyHashes::text[], :opensUnmeasured::boolean[],
    :clicksUnmeasured::boolean[]) as given (id, key_hash, opens_unmeasured, clicks_unmeasured)),
held as (
  select p.marketing from claims c join projects p on p.account_id = :accountId
    and p.id = c.source_id
  where c.account_id = :accountId and c.id = :claimId::uuid and c.worker = :worker::uuid
    and c.leased_until > now() and p.active),
asked as (
  select given.id,
    transactional_refusal(
      erased => t.id is null or t.email = :ERASED_EMAIL,
      undeliverable => s.undeliverable_since is not null or exists (
        select 1 from bounces b
        where b.account_id = :accountId and b.kind = 'hard' and b.counts
          and coalesce(b.email_key, lower(b.email)) = t.email_key
          and b.subscriber_id is null and b.source_kind > :SOURCE.sending),
      marketing => held.marketing,
      opted_out => s.opted_out_at is not null or exists (
        select 1 from opt_outs o where o.account_id = :accountId
          and (o.email_key = t.email_key or o.key_hash = given.key_hash)),
      complained => s.complained_at is not null) as left_out,
    measured_as(s.opens_agreed, a.unasked_opens) <> 'person'
      or given.opens_unmeasured as opens_unmeasured,
    measured_as(s.clicks_agreed, a.unasked_clicks) <> 'person'
      or given.clicks_unmeasured as clicks_unmeasured
  from given cross join held
  join tenants a on a.account_id = :accountId
  left join transactions t on t.account_id = :accountId and t.id = given.id
  left join subscribers s on s.account_id = :accountId and s.email_key = t.email_key),
marked as (
  update deliveries d set
    state = case when asked.left_out is null then 'handed over' else 'withdrawn' end,
    reason = asked.left_out, route_id = :routeId, changed_at = now(),
    attempts = d.attempts + case when asked.left_out is null then 1 else 0 end,
    opens_unmeasured = nullif(asked.opens_unmeasured, false),
    clicks_unmeasured = nullif(asked.clicks_unmeasured, false)
  from asked
  where d.account_id = :accountId and d.source_kind = :SOURCE.transaction
    and d.source_id = :projectId and d.id = asked.id and d.state = 'claimed'
  returning d.id, d.state)
select id, state = 'handed over' as "mayGo!" from marked

-- name: lockProjectWork :maybe
-- Waits for calls in flight, which hold the row in share mode: a later read sees all emails they
-- added.
select due from projects where account_id = :accountId and id = :projectId for update

-- name: openProjectWork :one
-- When its next email is due, and its number of claims.
select
  (select min(next_try_at) from deliveries where account_id = :accountId
    and source_kind = :SOURCE.transaction and source_id = :projectId and next_try_at is not null)
    as next_try,
  (select count(*) from claims where account_id = :accountId and source_kind = :SOURCE.transaction
    and source_id = :projectId)::int as "claims!"

-- name: setProjectWork :count
update projects set due = :due::timestamptz where account_id = :accountId and id = :projectId

-- name: wakeProject :count again
-- Makes the project due by then, in the transaction that adds the work.
update projects set due = least(due, :due::timestamptz) where account_id = :accountId
  and id = :projectId

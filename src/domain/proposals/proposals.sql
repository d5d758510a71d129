-- Proposals of assistants, and what members decided.

-- part: shown
select id, kind, input, facts, head_count, note, actor_kind, actor_id, actor_name,
  case when state = 'open' and expires_at <= now() then 'expired' else state end as "state!",
  created_at as created, expires_at as expires, decided_at as decided, decided_kind, decided_id,
  decided_name, words, result_id

-- name: lockProposals :maybe
-- One proposal at a time is added to an account.
select account_id from tenants where account_id = :accountId for no key update

-- name: expireProposals :count again
update proposals set state = 'expired', decided_at = expires_at
where account_id = :accountId and state = 'open' and expires_at <= now()

-- name: trimProposals :count again
delete from proposals where account_id = :accountId and state <> 'open'
  and created_at < now() - :days::int * interval '1 day'

-- name: openProposals :one
select count(*)::int as "all!",
  (count(*) filter (where actor_kind = :actorKind
    and actor_id is not distinct from :actorId?::bigint))::int as "own!"
from proposals where account_id = :accountId and state = 'open'

-- name: openProposalWith :maybe
select id from proposals where account_id = :accountId and digest = :digest and state = 'open'

-- name: addProposal :count
insert into proposals (account_id, id, kind, input, digest, facts, head_count, note, actor_kind,
  actor_id, actor_name, expires_at)
values (:accountId, :id, :kind, :input, :digest, :facts, :headCount, :note, :actorKind,
  :actorId?, :actorName, :expiresAt::timestamptz)

-- name: findProposal :maybe
:PART.shown
from proposals where account_id = :accountId and id = :proposalId

-- name: proposalsOfAccount :many
-- The newest first; `open`: those that wait.
:PART.shown
from proposals where account_id = :accountId and id < :beforeId::int
  and (not :open::boolean or (state = 'open' and expires_at > now()))
order by id desc limit :most::int

-- name: releaseProposal :count again
-- Again: by the same release.
update proposals set state = 'released', release_id = :releaseId::uuid, result_id = :resultId,
  decided_at = :at::timestamptz, decided_kind = :actorKind, decided_id = :actorId?,
  decided_name = :actorName
where account_id = :accountId and id = :proposalId
  and (release_id = :releaseId::uuid or (state = 'open' and expires_at > :at::timestamptz))

-- name: refuseProposal :count
update proposals set state = 'refused', words = :words, decided_at = :at::timestamptz,
  decided_kind = :actorKind, decided_id = :actorId?, decided_name = :actorName
where account_id = :accountId and id = :proposalId and state = 'open'
  and expires_at > :at::timestamptz

-- name: removeProposalsWith :count long
delete from proposals where account_id = :accountId and exists (
  select from unnest(:texts::text[]) as wanted (part)
  where strpos(lower(concat(input, facts, note, words)), part) > 0)

-- Search of single emails, the newest first: docs/decisions/0094-search-of-emails.md. Each
-- statement reads a bounded number of rows, however many there are.

-- name: targetsWithWord :many
-- Addresses, and emails by their numbers, that have a word with this beginning.
select target from transaction_words where account_id = :accountId and word >= :first
  and word < :beyond limit :most::int

-- name: idsWithIdentifier :many
-- From one identifier to another.
select id from transactions where account_id = :accountId and identifier <> ''
  and identifier >= :first and identifier <= :last limit :most::int

-- name: subjectsOfProjects :many
-- The present subjects of all versions; the empty name is the project's own newsletter.
select p.id as "projectId!", v.name as "version!", n.subject as "subject!"
from projects p
cross join lateral (
  select '' as name, p.newsletter_id
  union all select x.name, x.newsletter_id from project_versions x
    where x.account_id = :accountId and x.project_id = p.id) v
join newsletters n on n.account_id = :accountId and n.id = v.newsletter_id
where p.account_id = :accountId order by 1, 2

-- name: newestOfAddresses :many
select x.id from unnest(:addressKeys::text[]) as k (address_key)
cross join lateral (
  select t.id from transactions t where t.account_id = :accountId and t.email_key = k.address_key
    and t.id < :before and t.id > :above order by t.id desc limit :most::int) x
order by 1 desc limit :most::int

-- name: newestOfEmails :many
select transaction_id as id from email_recipients where account_id = :accountId
  and email_id = any (:emailIds::int[]) and transaction_id < :before and transaction_id > :above
order by 1 desc limit :most::int

-- name: newestOfProject :many
-- With whether each has one of the states: the ledger is read anyway.
select id, coalesce(state::text = any (:states?::text[]), true) as "fits!" from deliveries
where account_id = :accountId and source_kind = :SOURCE.transaction
  and source_id = :projectId and id < :before and id > :above order by id desc limit :most::int

-- name: newestEmails :many
-- Of some days: those beside them are passed over here.
select id from transactions where account_id = :accountId and id < :before and id > :above
  and created_at >= coalesce(:since?::timestamptz, '-infinity')
  and created_at < coalesce(:until?::timestamptz, 'infinity')
order by id desc limit :most::int

-- name: emailAtOrBelow :maybe
select id, created_at as created from transactions where account_id = :accountId and id <= :upTo
order by id desc limit 1

-- name: emailsOfIds :many
-- Most of what a search compares. Lateral joins look up each by its key.
select t.id, t.project_id, t.version, t.identifier, t.email, t.created_at as created
from unnest(:ids::int[]) as i (id)
cross join lateral (
  select x.id, x.project_id, x.version, x.identifier, x.email, x.created_at from transactions x
  where x.account_id = :accountId and x.id = i.id limit 1) t
order by t.id desc

-- name: givenOfEmails :many
-- Of those whose content came with their call.
select g.transaction_id as "id!", g.email_id as "emailId!", g.subject as "subject!",
  g.tracks_opens as "tracksOpens?", g.tracks_clicks as "tracksClicks!"
from unnest(:ids::int[]) as i (id)
cross join lateral (
  select r.transaction_id, r.email_id, e.subject,
    (e.content ->> 'trackOpens')::boolean as tracks_opens,
    coalesce((e.content ->> 'trackClicks')::boolean, false) as tracks_clicks
  from email_recipients r
  join given_emails e on e.account_id = :accountId and e.id = r.email_id
  where r.account_id = :accountId and r.transaction_id = i.id limit 1) g

-- name: idsWithState :many
-- Projects in the order of the ids.
select d.id::int as "id!" from unnest(:ids::int[], :projectIds::int[]) as i (id, project_id)
cross join lateral (
  select x.id, x.state from deliveries x where x.account_id = :accountId
    and x.source_kind = :SOURCE.transaction and x.source_id = i.project_id and x.id = i.id
  limit 1) d
where d.state::text = any (:states::text[])

-- name: valuesOfEmails :many
-- For the tags of their subjects.
select id, array_to_string(fields, :FIELD_SEPARATOR, '') as "fields!" from transactions
where account_id = :accountId and id = any (:ids::int[])

-- Results of projects by version and day: docs/decisions/0097-results-of-projects.md.

-- name: projectSegments :many node
-- In which a project has emails above an id, the newest first.
select segment as "segment!" from project_segments(:accountId, :projectId, :above, :size, :most)

-- name: countProject :one node
select count_project(:accountId, :projectId, :segment, :size) as "emails!"

-- name: countedSegments :many
-- Of all projects, when each was counted, and how many emails it has then.
select project_id::int as "projectId!", segment, min(counted_at) as "countedAt!",
  max(newest) as "newest!", sum(emails)::int as "emails!"
from project_counts where account_id = :accountId and segment >= :from::int
group by project_id, segment

-- name: countsOfProjects :many
-- By version and day, from a day on.
select project_id::int as "projectId!", version, day::text as "day!", sum(emails)::int as "emails!",
  sum(waiting)::int as "waiting!", sum(delivered)::int as "delivered!",
  sum(deferred)::int as "deferred!", sum(bounced)::int as "bounced!", sum(failed)::int as "failed!",
  sum(uncertain)::int as "uncertain!", sum(withdrawn)::int as "withdrawn!",
  sum(opens_measured)::int as "opensMeasured!", sum(opened)::int as "opened!",
  sum(clicks_measured)::int as "clicksMeasured!", sum(clicked)::int as "clicked!",
  min(counted_at) as "countedAt!"
from project_counts where account_id = :accountId and segment >= :from::int
  and day >= :since::text::date
group by project_id, version, day order by project_id, version, day

-- name: newsletterVersions :many
-- Which version of which newsletter a project sends, and since when, the newest first.
select newsletter_id, newsletter_version, created_at as since from project_messages
where account_id = :accountId and project_id = :projectId
order by number desc limit :most::int

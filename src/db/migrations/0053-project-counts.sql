-- Results of projects, and the emails of a file: docs/decisions/0097-results-of-projects.md.

-- The lowest and the highest id of its emails; null: it has none, or was read before this was kept.
alter table transaction_batches add column first_id int, add column last_id int;

-- What became of the emails of a project, by version and day, in segments of ids. The rows of a
-- segment are counted together, and again as they become stale.
create table project_counts (
  account_id bigint not null,
  project_id bigint not null,
  segment int not null,
  version text not null,
  -- Asked for on that day, at +01:00.
  day date not null,
  emails int not null,
  waiting int not null,
  delivered int not null,
  deferred int not null,
  bounced int not null,
  failed int not null,
  uncertain int not null,
  withdrawn int not null,
  -- Delivered ones whose opens and clicks are measured, and those of them with one.
  opens_measured int not null,
  opened int not null,
  clicks_measured int not null,
  clicked int not null,
  newest timestamptz not null,
  counted_at timestamptz not null,
  primary key (account_id, project_id, segment, version, day)
);

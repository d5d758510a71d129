-- Filters: named conditions on subscribers; and what a sending has frozen of them.

create table filters (
  account_id bigint not null,
  id int not null,
  name text not null,
  -- As a person wrote it, and what it was read as: src/domain/filters/condition.ts. Data fields stand in it by their numbers.
  source text not null,
  condition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

create unique index filters_by_name on filters (account_id, lower(name));

-- The filters that all of its audience matches, and those that blocks of its letter are shown by, as they were when the sending was made:
-- [{"id", "name", "condition"}].
alter table sendings add column audience_filters jsonb not null default '[]';

alter table sendings add column blocks jsonb not null default '[]';

-- Which of the sending's blocks this letter has, by the ids of their filters. Null: none of them.
alter table deliveries add column blocks int[];

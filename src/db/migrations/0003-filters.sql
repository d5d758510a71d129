-- Filters: named conditions on subscribers.

create table filters (
  account_id bigint not null,
  id int not null,
  name text not null,
  -- As a person wrote it, and what it was read as: src/domain/filters/condition.ts. Data fields
  -- stand in it by their numbers.
  source text not null,
  condition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

create unique index filters_by_name on filters (account_id, lower(name));

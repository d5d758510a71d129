-- An account that moves in keeps its ids, and what people said at the other service.

-- Ranges of ids that a counter passed over when somebody chose a higher id: ids in them are given by
-- choice only, and lie in no block of a process. docs/decisions/0007-ids-from-counters.md
create table chosen_ids (
  account_id bigint not null,
  kind text not null,
  first_id bigint not null,
  end_id bigint not null check (end_id > first_id),
  primary key (account_id, kind, first_id)
);

-- Who agreed to a list elsewhere: where, and when. Brought by imports.
create table consents (
  account_id bigint not null,
  subscriber_id bigint not null,
  list_id int not null,
  source text not null,
  given_at timestamptz,
  primary key (account_id, subscriber_id, list_id)
);

-- Which column of a file holds what, by the names of its headings.
create table import_mappings (
  account_id bigint not null,
  name text not null,
  columns jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (account_id, name)
);

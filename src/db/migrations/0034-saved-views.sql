-- Views of the table of subscribers that people have saved.
create table saved_views (
  account_id bigint not null,
  -- 0: whoever signs in without being a member, and programs.
  person_id bigint not null,
  name text not null,
  view jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (account_id, person_id, name)
);

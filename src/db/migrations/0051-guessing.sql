-- Failed sign-ins of a name over all networks and processes, as a leaky bucket. By a hash, so that
-- names of nobody are counted as others are.
create table sign_in_failures (
  subject text primary key,
  level double precision not null,
  at timestamptz not null,
  -- When the next attempt from a network that is not known may be checked.
  next_at timestamptz not null
);

-- Networks from which somebody has signed in with the right password.
create table sign_in_networks (
  subject text not null,
  peer text not null,
  seen_on date not null,
  primary key (subject, peer)
);

-- Wrong one-time codes of a person since a moment; of the last that was allowed, since that one.
create table code_failures (
  person_id bigint primary key,
  since timestamptz not null,
  failures int not null
);

-- Codes that were given to a session that waits for one.
alter table sessions add column codes_given smallint not null default 0;

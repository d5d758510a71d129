-- Sources of events: programs that post what their shop sends, signed, to an address of ours.
create table event_sources (
  account_id bigint not null,
  id int not null,
  name text not null,
  -- Of its address, so that strangers don't find it by counting.
  token text not null,
  -- How it signs.
  scheme text not null,
  -- Where name, address, id and values stand in a body.
  mapping jsonb not null,
  -- The paths of the last body and what kind of value each has, without the values.
  outline jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

create unique index event_sources_by_name on event_sources (account_id, lower(name));

-- The secrets of its signatures. Of two the older one holds as well, until its time is over.
create table event_source_keys (
  account_id bigint not null,
  source_id int not null,
  id text not null,
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  until timestamptz,
  primary key (account_id, source_id, id)
);

-- How often a call of a source ended so.
create table event_source_outcomes (
  account_id bigint not null,
  source_id int not null,
  outcome text not null,
  times bigint not null,
  last_at timestamptz not null,
  primary key (account_id, source_id, outcome)
);

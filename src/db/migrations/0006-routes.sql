-- Relays, the processes that share them, the keys that emails are signed with, and the sandbox.

-- Belongs to nobody: the relays. A route without an account serves all of them.
create table routes (
  id int primary key,
  name text not null unique,
  sealed_url text not null,
  priority int not null default 100,
  rate_per_second double precision,
  connections int not null default 10 check (connections between 1 and 1000),
  emails_per_connection int not null default 1000,
  daily_quota bigint,
  paused_at timestamptz,
  paused_reason text,
  created_at timestamptz not null default now()
);

-- Belongs to nobody: how many emails a route took on a day (UTC).
create table route_days (
  route_id int not null,
  day date not null,
  messages bigint not null default 0,
  primary key (route_id, day)
);

-- Belongs to nobody: groups of recipient domains that asked a route to slow down.
create table route_slowdowns (
  route_id int not null,
  domain_group text not null,
  level int not null,
  until timestamptz not null,
  reply text not null,
  primary key (route_id, domain_group)
);

-- Belongs to nobody: processes that work, by their last sign of life. Limits of a route are shared
-- among the living.
create table workers (
  id uuid primary key,
  host text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create table dkim_keys (
  account_id bigint not null,
  domain text not null,
  selector text not null,
  algorithm text not null check (algorithm in ('rsa', 'ed25519')),
  sealed_private_key text not null,
  public_key text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (account_id, domain, selector, algorithm)
);

-- Emails kept instead of sent while no SMTP server is set.
create table sandbox_messages (
  account_id bigint not null,
  id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  delivery_id bigint not null,
  envelope_from text not null,
  email text not null,
  subject text not null,
  content bytea not null,
  received_at timestamptz not null default now(),
  primary key (account_id, id)
);

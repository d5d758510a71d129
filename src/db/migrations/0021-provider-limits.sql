-- A provider that asked for less is sent so many emails a minute after its pause, and more with
-- each step that goes well.
alter table route_slowdowns add column per_minute float8 not null default 60,
  add column raises int not null default 0,
  add column changed_at timestamptz not null default now();

-- Belongs to nobody: limits of a route for one mailbox provider. Null: as providers.txt says; 0: no
-- limit.
create table route_provider_limits (
  route_id int not null,
  provider text not null,
  connections int,
  emails_per_connection int,
  rate_per_second float8,
  daily_quota bigint,
  primary key (route_id, provider)
);

-- Belongs to nobody: emails of a route to a provider on a day (UTC), of those that have a quota.
create table route_provider_days (
  route_id int not null,
  provider text not null,
  day date not null,
  quota bigint not null,
  messages bigint not null default 0,
  -- Replies about us: refusals, and signs to send more slowly.
  objections bigint not null default 0,
  -- Why the quota of a warm-up did not grow.
  held text,
  primary key (route_id, provider, day)
);

-- The schedule of a warm-up: the quota of the first day to each provider, by how much it grows each
-- day, and where it ends.
alter table routes add column warm_up_first int, add column warm_up_growth float8,
  add column warm_up_goal bigint;

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
  created_at timestamptz not null default now(),
  -- A relay that accepts no emails: since when, until when its route rests, and the relay's words.
  refusing_since timestamptz,
  rest_until timestamptz,
  rest_reason text,
  -- The schedule of a warm-up: the quota of the first day to each provider, by how much it grows each
  -- day, and where it ends.
  warm_up_first int,
  warm_up_growth float8,
  warm_up_goal bigint,
  -- Hosted relays tell bounces and complaints by webhook: which relay it is, and its secrets, sealed:
  -- the token in the address, and the key of its signatures.
  provider text,
  sealed_events text,
  -- What a relay was found to take, whoever the recipients are: emails a second over all workers,
  -- the reply that said so, and since when. Until quota_until its quota of the hour or day is used
  -- up. A connection takes learned_per_connection emails; null: no such limit was met.
  pace_per_second float8,
  pace_reply text,
  pace_at timestamptz,
  quota_until timestamptz,
  learned_per_connection int
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
  -- A provider that asked for less is sent so many emails a minute after its pause, and more with
  -- each step that goes well.
  per_minute float8 not null default 60,
  raises int not null default 0,
  changed_at timestamptz not null default now(),
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

-- Belongs to nobody: which emails a route takes. A column that is null is not asked for; a route
-- with rules takes nothing else.
create table route_rules (
  id int primary key,
  route_id int not null,
  of_account bigint,
  of_list bigint,
  kind text check (kind in ('newsletter', 'test', 'trigger', 'transaction', 'reply')),
  sender_domain text,
  check (num_nonnulls(of_account, of_list, kind, sender_domain) > 0),
  check (of_list is null or of_account is not null)
);

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

-- Belongs to nobody: signatures that don't cover the events are for one body only. Kept for as long
-- as such a signature is taken.
create table relay_event_tokens (
  route_id int not null,
  token text not null,
  digest bytea not null,
  at timestamptz not null default now(),
  primary key (route_id, token)
);

create index relay_event_tokens_by_time on relay_event_tokens (at);

-- Newsletters, sendings, and the ledger of deliveries: one row for each letter to one person, from plan to outcome.

create table newsletters (
  account_id bigint not null,
  id int not null,
  name text not null,
  subject text not null,
  preheader text not null default '',
  html text not null,
  -- Empty: made from the HTML when a letter is written.
  text text not null default '',
  -- Empty: those of the list it is sent to.
  from_name text not null default '',
  from_email text not null default '',
  reply_to text not null default '',
  list_id int,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- One newsletter going to one audience once. `letter` is what is sent, frozen when the sending is made: later edits don't reach it.
create table sendings (
  account_id bigint not null,
  id bigint not null,
  newsletter_id int not null,
  list_id int not null,
  letter jsonb not null,
  state text not null check (state in ('scheduled', 'sending', 'paused', 'unconfirmed', 'finished', 'cancelled')),
  -- Why it stands still, in words, when it does.
  reason text,
  -- A test goes to a few addresses and counts nowhere.
  test boolean not null default false,
  due_at timestamptz not null,
  zone text not null default '+01:00',
  created_at timestamptz not null default now(),
  planned_at timestamptz,
  finished_at timestamptz,
  -- How many were on the list when the audience was frozen, and how many were left out, by reason: candidates = planned + left out.
  candidates bigint,
  planned bigint,
  left_out jsonb,
  primary key (account_id, id)
);

-- One letter to one person: of a sending (1), a trigger step (2) or a transaction project (3), and there unique by the person's or its own id.
-- Its state is planned, claimed, handed over, accepted, deferred, bounced, failed, uncertain or withdrawn.
-- It carries the address itself. Only `next_try_at` is indexed beside the key, so that hand-over and settling stay within the row's page.
create table deliveries (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  id bigint not null,
  email text not null,
  state text not null default 'planned',
  attempts smallint not null default 0,
  -- Set while it waits to be claimed.
  next_try_at timestamptz,
  -- Was once handed over without a reply: it may have arrived then.
  was_uncertain boolean not null default false,
  route_id int,
  reply text,
  reason text,
  changed_at timestamptz,
  primary key (account_id, source_kind, source_id, id)
) with (fillfactor = 75);

create index deliveries_waiting on deliveries (account_id, source_kind, source_id, next_try_at, id) where next_try_at is not null;

-- The deliveries a worker has in hand, a batch a row, under a lease. What a lapsed lease leaves behind is found here.
create table claims (
  account_id bigint not null,
  id uuid not null,
  source_kind smallint not null,
  source_id bigint not null,
  worker uuid not null,
  ids bigint[] not null,
  leased_until timestamptz not null,
  primary key (account_id, id)
);

create index claims_by_lease on claims (leased_until);

create index claims_by_source on claims (account_id, source_kind, source_id);

-- Which account has work of which kind, and since when. Marked in the transaction that makes the work; cleared only by a statement that
-- finds none under the lock of the row.
create table work (
  account_id bigint not null,
  kind text not null,
  source_id bigint not null,
  due timestamptz not null,
  primary key (account_id, kind, source_id)
);

-- Belongs to nobody: the relays. A route without an account serves all of them.
create table routes (
  id int primary key,
  name text not null unique,
  sealed_url text not null,
  priority int not null default 100,
  rate_per_second double precision,
  connections int not null default 10 check (connections between 1 and 1000),
  letters_per_connection int not null default 1000,
  daily_quota bigint,
  paused_at timestamptz,
  paused_reason text,
  created_at timestamptz not null default now()
);

-- Belongs to nobody: how many letters a route took on a day (UTC).
create table route_days (
  route_id int not null,
  day date not null,
  letters bigint not null default 0,
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

-- Belongs to nobody: processes that work, by their last sign of life. Limits of a route are shared among the living.
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

-- Addresses that test letters go to, by the name of their group.
create table test_groups (
  account_id bigint not null,
  name text not null,
  email text not null,
  primary key (account_id, name, email)
);

-- Letters kept instead of sent while no SMTP server is set.
create table sandbox_letters (
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

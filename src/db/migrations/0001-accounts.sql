-- Accounts, what belongs to the whole service, and the counters that ids come from.

-- Belongs to nobody: a reference table on a cluster, read often and written rarely.
create table accounts (
  id bigint primary key,
  username text not null,
  username_key text not null unique,
  password_hash text not null,
  field_count int not null default 25 check (field_count in (25, 100)),
  created_at timestamptz not null default now(),
  closed_at timestamptz
);

-- One row for each account, made with it: what inserts of its other tables read from, so that a
-- cluster sends them whole to one server.
create table tenants (
  account_id bigint primary key,
  -- Where people's replies go; null: they are kept here.
  forward_to text,
  -- Whether user name and password of the account open the console although it has an owner.
  console_by_account boolean not null default false,
  -- Members without a code must set one up before all else.
  code_demanded boolean not null default false,
  -- When a program last called for the account, to the hour.
  called_at timestamptz,
  -- Whether programs may lift what people said themselves.
  lift_opt_outs boolean not null default false
);

-- Where ids come from: taken in blocks by processes, never given twice.
create table counters (
  account_id bigint not null,
  kind text not null,
  next_id bigint not null default 1,
  primary key (account_id, kind)
);

-- Belongs to nobody: the keys that signed links are made with. A token names its key; retired keys
-- go on reading old links.
create table signing_keys (
  id int primary key,
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Links into the console, by the hash of their token.
create table login_links (
  account_id bigint not null,
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, token_hash)
);

-- Who is signed in to the console, by the hash of their cookie.
create table sessions (
  account_id bigint not null,
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- `link`: by a login link that a program of the account made.
  kind text not null default 'account' check (kind in ('account', 'link', 'person')),
  person_id bigint,
  seen_at timestamptz not null default now(),
  peer text not null default '',
  user_agent text not null default '',
  -- When a password was last given in this session.
  confirmed_at timestamptz,
  -- The password was right, the code is still to come.
  code_needed boolean not null default false,
  -- Codes that were given to a session that waits for one.
  codes_given smallint not null default 0,
  primary key (account_id, token_hash)
);

-- Names and types of the demographic fields; a field without a row is called by its number and
-- holds text.
create table demographic_fields (
  account_id bigint not null,
  number int not null check (number between 1 and 100),
  name text not null,
  type text not null default 'text' check (type in ('text', 'number', 'date')),
  -- The values that a field of texts is to have, in the order in which they are offered. Empty: any.
  -- They are offered, not demanded: programs and files may write others, which are counted.
  choices text[] not null default '{}',
  primary key (account_id, number)
);

create index sessions_of_person on sessions (account_id, person_id);

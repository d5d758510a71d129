-- People who sign in to the console, keys of programs, and who changed what.

-- Calls of the JSON API that must not be carried out twice, for a day. Without a status the call has
-- begun and not been answered.
create table idempotency_keys (
  account_id bigint not null,
  key_hash text not null,
  -- Of method, path and body: a key belongs to one call.
  call_hash text not null,
  status int,
  answer text,
  created_at timestamptz not null default now(),
  primary key (account_id, key_hash)
);

-- Keys that programs call the JSON API with, by the hash of their token.
create table api_keys (
  account_id bigint not null,
  id bigint not null,
  name text not null,
  token_hash text not null,
  rights text[] not null,
  -- Answers to it have no personal data.
  masked boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- To the minute.
  used_at timestamptz,
  -- The maker, whose rights at each call are the most that the key has: a person of the account, the
  -- account itself by its own password, or a command on the server.
  maker_kind text not null,
  -- Of a person. Whoever is no member any more leaves a key nothing.
  maker_id bigint,
  -- How many calls a minute a key may make; null: as many as the installation lets every caller make.
  calls_per_minute integer,
  primary key (account_id, id)
);

create unique index api_keys_by_token on api_keys (account_id, token_hash);

-- Belongs to nobody: one person may be a member of several accounts.
create table people (
  id bigint primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  -- '': who joined by a provider of OpenID Connect has no password until they set one.
  password_hash text not null,
  language text not null,
  -- May change routes, the store, settings: the installation.
  operator boolean not null default false,
  created_at timestamptz not null default now(),
  -- Of one-time codes, sealed. Not asked for until it is confirmed by a first code.
  sealed_code_secret text,
  code_set_at timestamptz,
  -- The step of the last code that was used: each counts once.
  last_code_step bigint not null default 0,
  -- When somebody first showed that they hold the mailbox of the address; null: nobody has, or
  -- somebody else may know the password since.
  proven_at timestamptz
);

-- Belongs to nobody: a person is signed in before their accounts are known.
create table members (
  account_id bigint not null,
  person_id bigint not null,
  role text not null check (role in ('viewer', 'writer', 'editor', 'owner')),
  -- Answers to them have no personal data.
  masked boolean not null,
  created_at timestamptz not null default now(),
  primary key (account_id, person_id)
);

create index members_by_person on members (person_id);

create table invitations (
  account_id bigint not null,
  token_hash text not null,
  email text not null,
  email_key text not null,
  role text not null check (role in ('viewer', 'writer', 'editor', 'owner')),
  masked boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The link was mailed, or an operator vouches for it: whoever uses it holds the mailbox.
  proves boolean not null default false,
  -- The member who made it, and may know a link that was shown. Null: no member.
  made_by bigint,
  primary key (account_id, token_hash)
);

create unique index invitations_by_email on invitations (account_id, email_key);

-- Belongs to nobody, as people do.
create table password_resets (
  person_id bigint not null,
  token_hash text not null,
  expires_at timestamptz not null,
  -- The account whose owner was shown the link. Null: it was mailed, and proves the mailbox.
  account_id bigint,
  made_by bigint,
  primary key (person_id, token_hash)
);

-- Who changed what: written in the transaction of the change. Nothing changes it but erasing, which
-- takes an address out, and the end of its time. What belongs to the installation has account 0.
create table audit_entries (
  account_id bigint not null,
  -- Ordered by time, made by the process: a counter would make changes wait for each other.
  id text not null,
  at timestamptz not null default now(),
  actor_kind text not null,
  -- Of a person or an API key.
  actor_id bigint,
  actor_name text not null,
  peer text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  -- The values that the change concerned: without secrets and contents of emails.
  old_values jsonb,
  new_values jsonb,
  primary key (account_id, id)
);

create index audit_entries_of_object on audit_entries (account_id, object_kind, object_id, id);

create index audit_entries_by_time on audit_entries (account_id, at);

-- Belongs to nobody, as people do.
create table recovery_codes (
  person_id bigint not null,
  code_hash text not null,
  primary key (person_id, code_hash)
);

-- Belongs to nobody, as people do: who signs in at a provider of OpenID Connect.
create table person_identities (
  issuer text not null,
  -- The provider's name of the person, which stays when their address changes.
  subject text not null,
  person_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

-- At one provider a person is one subject: an address that it gives to somebody else leads nowhere.
create unique index person_identities_by_person on person_identities (person_id, issuer);

-- The invitations of an address, of all accounts.
create index invitations_of_address on invitations (email_key);

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

-- Calls of programs that were answered with a fault, by hour: for the people who look whether their
-- programs work.
create table program_failures (
  account_id bigint not null,
  hour timestamptz not null,
  failures int not null,
  last_at timestamptz not null,
  -- Operation and reason of the last one.
  said text not null,
  primary key (account_id, hour)
);

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

-- When a backup of the whole store last succeeded: one row.
create table backups (
  last boolean primary key default true check (last),
  made_at timestamptz not null
);

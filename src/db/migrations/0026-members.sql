-- People who sign in to the console, the accounts that they are members of, and their sessions.

-- Belongs to nobody: one person may be a member of several accounts.
create table people (
  id bigint primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  password_hash text not null,
  language text not null,
  -- May change routes, the store, settings: the installation.
  operator boolean not null default false,
  created_at timestamptz not null default now()
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
  primary key (account_id, token_hash)
);

create unique index invitations_by_email on invitations (account_id, email_key);

-- Belongs to nobody, as people do.
create table password_resets (
  person_id bigint not null,
  token_hash text not null,
  expires_at timestamptz not null,
  primary key (person_id, token_hash)
);

-- Whether user name and password of the account open the console although it has an owner.
alter table tenants add column console_by_account boolean not null default false;

-- `link`: by a login link that a program of the account made.
alter table sessions
  add column kind text not null default 'account' check (kind in ('account', 'link', 'person')),
  add column person_id bigint,
  add column seen_at timestamptz not null default now(),
  add column peer text not null default '',
  add column user_agent text not null default '',
  -- When a password was last given in this session.
  add column confirmed_at timestamptz;

create index sessions_of_person on sessions (account_id, person_id);

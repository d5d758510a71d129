-- Assistants that sign in by OAuth: each is an API key of the member who let it in, whose tokens
-- change (docs/decisions/0103-sign-in-of-assistants.md).

-- Authorization codes, by their hash, until they expire.
create table oauth_codes (
  account_id bigint not null,
  code_hash text not null,
  client_hash text not null,
  client_name text not null,
  redirect_uri text not null,
  -- Of PKCE, by S256.
  challenge text not null,
  -- Of the key to make.
  rights text[] not null,
  masked boolean not null,
  maker_kind text not null,
  maker_id bigint,
  expires_at timestamptz not null,
  -- The key that it was exchanged for: a second exchange removes that.
  key_id bigint,
  primary key (account_id, code_hash)
);

create table oauth_grants (
  account_id bigint not null,
  key_id bigint not null,
  client_hash text not null,
  -- Where the sign-in returned to: claude.ai
  returns_to text not null,
  -- The first part of each refresh token of the grant: one with another end was used before.
  family_hash text not null,
  refresh_hash text not null,
  access_hash text not null,
  access_expires_at timestamptz not null,
  primary key (account_id, key_id)
);

create unique index oauth_grants_by_family on oauth_grants (account_id, family_hash);

create unique index oauth_grants_by_access on oauth_grants (account_id, access_hash);

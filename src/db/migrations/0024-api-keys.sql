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
  primary key (account_id, id)
);

create unique index api_keys_by_token on api_keys (account_id, token_hash);

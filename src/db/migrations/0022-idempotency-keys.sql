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

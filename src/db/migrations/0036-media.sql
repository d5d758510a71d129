-- The library of pictures: served under /m/ for as long as emails that show them are read. Never
-- changed: a picture is named by a hash of its bytes.
create table media (
  account_id bigint not null,
  hash text not null,
  kind text not null check (kind in ('png', 'jpeg', 'gif')),
  name text not null,
  alt text not null,
  width int not null,
  height int not null,
  octets int not null,
  -- Null: the bytes are in the object store.
  bytes bytea,
  actor_kind text not null,
  actor_id bigint,
  actor_name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, hash)
);

create index media_by_time on media (account_id, created_at, hash);

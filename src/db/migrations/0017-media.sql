-- Pictures, shared blocks, and the brand of emails.

-- How emails and public pages of an account look.
create table brands (
  account_id bigint not null,
  -- As JSON.
  brand text not null,
  modified_at timestamptz not null default now(),
  primary key (account_id)
);

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

-- Blocks that newsletters share: a header, a footer, an offer.
create table saved_blocks (
  account_id bigint not null,
  id int not null,
  name text not null,
  -- As JSON.
  blocks text not null,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (account_id, id)
);

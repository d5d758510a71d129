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

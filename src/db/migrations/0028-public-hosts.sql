-- Hosts of the public pages of accounts. A name leads to one account of all: a reference table on a
-- cluster, read often and written rarely. A retired host answers the links that have it.
create table public_hosts (
  host text primary key check (length(host) between 4 and 253),
  account_id bigint not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  check (not is_default or retired_at is null)
);
create index public_hosts_of_account on public_hosts (account_id);
create unique index public_hosts_default on public_hosts (account_id) where is_default;

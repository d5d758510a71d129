-- What mailbox providers said to the emails of an account, by day (UTC): written with the outcomes
-- of each batch, and for complaints and late bounces with these.
create table provider_days (
  account_id bigint not null,
  day date not null,
  -- Of the closed list of src/domain/routes/providers.txt, or 'other'.
  provider text not null,
  outcome text not null check (outcome in ('accepted', 'deferred', 'blocked', 'refused', 'returned',
    'complained')),
  route_id int not null,
  -- What the replies have in common: without addresses, hosts and numbers.
  reply text not null,
  -- Batches that are written at the same time are counted in different rows.
  part smallint not null,
  messages bigint not null,
  primary key (account_id, day, provider, outcome, route_id, reply, part)
) with (fillfactor = 70);

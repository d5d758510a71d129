-- Posts of a network to the forms of an account, counted as they come: to count its sign-ups would
-- take longer than to keep one. An hour begins with the first.
create table sign_up_networks (
  account_id bigint not null,
  network text not null,
  since timestamptz not null default now(),
  posts int not null,
  primary key (account_id, network)
);
create index sign_up_networks_since on sign_up_networks (since);

-- Until when sign-ups are held back as they come: its pace is used up.
alter table forms add column held_until timestamptz;

-- Only those with an email are counted by network now.
drop index sign_ups_of_network;
create index sign_ups_mailed_network on sign_ups (account_id, network, mailed_at)
  where mailed_at is not null;

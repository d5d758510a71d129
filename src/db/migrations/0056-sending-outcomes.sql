-- What became of the emails of a sending that has ended, counted once: no page reads the ledger for
-- it again, and reports stay when the rows of people are removed.
-- docs/decisions/0069-outcomes-counted-once.md

-- One row for each sending, made with it: whoever gives an email of it another outcome locks it.
create table sending_counts (
  account_id bigint not null,
  sending_id bigint not null,
  -- Null: its emails are to be counted in the ledger.
  counted_at timestamptz,
  -- Since then the outcomes are all that is known: the rows of people are removed.
  people_removed_at timestamptz,
  -- Some of these rows are still there.
  people_left boolean not null default true,
  -- Of what servers said then, only the codes: [{"state", "reply", "count", "last"}].
  replies jsonb not null default '[]',
  primary key (account_id, sending_id)
);

create index sending_counts_due on sending_counts (account_id, sending_id)
  where counted_at is null;

create table sending_outcomes (
  account_id bigint not null,
  sending_id bigint not null,
  place int not null,
  state text not null,
  route_id int,
  -- A mailbox provider by the domain of the address; '': another.
  provider text not null,
  emails bigint not null,
  -- Once handed over without a reply.
  uncertain bigint not null,
  -- People, as they were known when it was counted.
  opened bigint not null,
  clicked bigint not null,
  last_change timestamptz,
  primary key (account_id, sending_id, place)
);

insert into sending_counts (account_id, sending_id) select account_id, id from sendings;

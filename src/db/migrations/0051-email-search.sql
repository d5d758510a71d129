-- Search of single emails, and what became of each try: docs/decisions/0094-search-of-emails.md.

-- Words of addresses, and of subjects that came with their call.
create table transaction_words (
  account_id bigint not null,
  word text collate "C" not null,
  -- The key of an address, or the number of an email whose content came with its call.
  target text not null,
  primary key (account_id, word, target)
);

create index transaction_words_of_target on transaction_words (account_id, target);

-- With the id, so that the newest emails to an address are read and no others.
drop index transactions_by_address;
create index transactions_by_address on transactions (account_id, email_key, id);

-- Tries after which an email was to be tried again. The outcome of the last one is in the ledger.
create table transaction_tries (
  account_id bigint not null,
  transaction_id int not null,
  -- From 1 on; again from 1 where a failed email was queued again.
  number smallint not null,
  tried_at timestamptz not null,
  outcome delivery_state not null,
  reply text,
  reason text,
  route_id int,
  primary key (account_id, transaction_id, tried_at, number)
);

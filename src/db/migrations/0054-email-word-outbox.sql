-- Emails whose addresses may have no words for the search yet: an outbox, a row for each claim,
-- with ids alone. docs/decisions/0094-search-of-emails.md.
create table email_word_outbox (
  account_id bigint not null,
  claimed_at timestamptz not null default now(),
  -- Of the claim.
  id uuid not null,
  -- Of transactions.
  ids int[] not null,
  primary key (account_id, claimed_at, id)
);

-- Tests of where emails arrive: a newsletter to addresses of one's own, whose mailboxes are read.

-- The address of a mailbox that such tests go to; no bounces are fetched from it.
alter table inboxes add column seed_address text;

create table seed_emails (
  account_id bigint not null,
  -- A test sending.
  sending_id int not null,
  address text not null,
  -- The mailbox: of the account, or of all (0).
  inbox_account_id bigint not null,
  inbox_id int not null,
  looked_at timestamptz,
  -- Why the mailbox can't be read; null: it can.
  trouble text,
  -- Null: not found yet.
  placement text check (placement in ('inbox', 'junk', 'other')),
  folder text,
  arrived_at timestamptz,
  -- As the receiver says it in Authentication-Results; null: nothing.
  authserv text,
  spf text,
  dkim text,
  dmarc text,
  primary key (account_id, sending_id, address)
);

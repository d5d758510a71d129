-- Emails whose content came with their call. Each recipient is a transaction of the project, with
-- its delivery in the ledger; the content is kept once.
create table given_emails (
  account_id bigint not null,
  -- That of its first transaction.
  id int not null,
  project_id int not null,
  identifier text not null default '',
  subject text not null,
  -- HTML, text, sender, reply address, To and Cc, further fields; {} once it was removed.
  content jsonb not null,
  tags text[] not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

create index given_emails_by_identifier on given_emails (account_id, identifier, id) where identifier <> '';

create table email_recipients (
  account_id bigint not null,
  transaction_id int not null,
  email_id int not null,
  role text not null check (role in ('to', 'cc', 'bcc')),
  primary key (account_id, transaction_id)
);

create index email_recipients_by_email on email_recipients (account_id, email_id);

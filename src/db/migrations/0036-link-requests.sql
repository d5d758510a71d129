-- Addresses that were typed to get the link of one's preferences: one row for a mailbox. It is
-- removed as soon as it is known to get no email, else an hour after its email.
create table link_requests (
  account_id bigint not null,
  -- The same for all spellings that reach one mailbox.
  mailbox_key text not null,
  email_key text not null,
  language text not null,
  asked_at timestamptz not null default now(),
  due timestamptz default now(),
  mailed_at timestamptz,
  primary key (account_id, mailbox_key)
);
create index link_requests_due on link_requests (due) where due is not null;
create index link_requests_mailed on link_requests (mailed_at) where mailed_at is not null;

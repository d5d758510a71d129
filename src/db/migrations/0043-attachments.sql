-- Files and inline pictures of emails whose content came with their call. The bytes are kept once
-- in an account, for as long as an email has them.
create table attachments (
  account_id bigint not null,
  -- SHA-256 of the bytes, in hex.
  hash text not null,
  bytes bytea not null,
  primary key (account_id, hash)
);

-- Which emails have them; names and types stand in the content of the email.
create table email_attachments (
  account_id bigint not null,
  email_id int not null,
  hash text not null,
  primary key (account_id, email_id, hash)
);

create index email_attachments_by_hash on email_attachments (account_id, hash);

-- The bytes of its files together: its size in the memory of a worker is known before it is read.
alter table given_emails add column octets int not null default 0;

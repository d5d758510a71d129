-- Messages whose judging was begun and has not ended: written before it begins, so that one that kills whoever judges it is known by that. Of a message
-- that was set aside it stays, and tells why.
create table inbound_judgings (
  account_id bigint not null,
  message_id bigint not null,
  begun smallint not null default 1,
  begun_at timestamptz not null default now(),
  primary key (account_id, message_id)
);

-- When the first bytes of its file were there.
alter table imports add column reading_at timestamptz;

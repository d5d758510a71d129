-- Mailing lists, subscribers, subscriptions, opt-outs.

create table lists (
  account_id bigint not null,
  id int not null,
  name text not null,
  from_name text not null,
  from_email text not null,
  description text not null default '',
  character_set text not null default 'iso-8859-1',
  created_at timestamptz not null default now(),
  -- Up to here the order of its subscriptions is final: milestones reach no further, and no
  -- subscription is added before it.
  settled_until timestamptz not null default '-infinity',
  -- Archived lists are hidden, and nothing is sent to them.
  archived_at timestamptz,
  -- From this day on all joins and departures are counted by day.
  counted_from date not null default timezone(interval '1 hour', now())::date,
  primary key (account_id, id)
);

-- A person known to an account by address. Three facts, apart from each other: consent
-- (opted_out_at), deliverability (undeliverable_since) and complaint (complained_at).
create table subscribers (
  account_id bigint not null,
  id bigint not null,
  email text not null,
  email_key text not null,
  name text not null default '',
  -- 'html' or 'text'. No check says so, here and in other tables that calls write to one by one:
  -- docs/decisions/0026-checks.md.
  format text not null default 'html',
  country_code text not null default '',
  phone text not null default '',
  -- Demographic data, DD1 first, up to the last field that was ever filled; null and '' are both
  -- "nothing".
  fields text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  opted_out_at timestamptz,
  undeliverable_since timestamptz,
  -- Whom soft bounces have made undeliverable is tried again from here on.
  undeliverable_until timestamptz,
  undeliverable_reason text,
  complained_at timestamptz,
  primary key (account_id, id),
  unique (account_id, email_key)
);

create index subscribers_tried_again on subscribers (account_id, undeliverable_until)
  where undeliverable_until is not null;

-- Nothing is searched by what stands anywhere in this array, and to learn what is common in it took
-- two thirds of looking the table over, which the store does every minute while many rows come.
-- What a filter asks of one field is guessed as before.
alter table subscribers alter column fields set statistics 0;

-- A person being on a list. A person's own unsubscribe is remembered here (unsubscribed_at); what a
-- program removes is deleted.
create table subscriptions (
  account_id bigint not null,
  subscriber_id bigint not null,
  list_id int not null,
  subscribed_at timestamptz not null default now(),
  unsubscribed_at timestamptz,
  unsubscribe_source text,
  -- What a person said when leaving one list, on the page of the email. Null: nothing.
  unsubscribe_reason text,
  primary key (account_id, subscriber_id, list_id)
);

-- The order in which a list is read, page by page.
create index subscriptions_in_order
  on subscriptions (account_id, list_id, subscribed_at, subscriber_id)
  where unsubscribed_at is null;

-- The account-wide opt-out list. The subscriber's opted_out_at says the same and is what inserts
-- look at, under the row's lock.
create table opt_outs (
  account_id bigint not null,
  id bigint not null,
  subscriber_id bigint not null,
  email text not null,
  email_key text not null,
  reason text not null default '',
  list_id int,
  sending_id bigint,
  -- What a caller gave for list and sending when it can't be read as an id.
  list_text text,
  sending_text text,
  -- Of an erased person, the keyed hash of the address, and nothing readable; null: of one who was
  -- not erased. The program makes the hash, with a key that lies sealed in the store:
  -- docs/decisions/0016-erasing.md.
  key_hash text,
  created_at timestamptz not null default now(),
  -- Only what a program asked for may be taken back by a program; false as soon as the person, a
  -- receiver or an operator says the same.
  by_program boolean not null default false,
  primary key (account_id, id),
  unique (account_id, email_key)
);

create index opt_outs_newest on opt_outs (account_id, created_at, id);

create unique index opt_outs_erased on opt_outs (account_id, key_hash) where key_hash is not null;

-- How many subscriptions of a list come before a certain one, every so many: deep pages and counts
-- start from here. See docs/decisions/0004-milestones.md for why this never changes what a page
-- holds.
create table list_milestones (
  account_id bigint not null,
  list_id int not null,
  position bigint not null,
  subscribed_at timestamptz not null,
  subscriber_id bigint not null,
  primary key (account_id, list_id, subscribed_at, subscriber_id)
);

create index list_milestones_by_position on list_milestones (account_id, list_id, position);

-- Subscriptions that left a list since its milestones were laid.
create table list_departures (
  account_id bigint not null,
  list_id int not null,
  subscribed_at timestamptz not null,
  subscriber_id bigint not null,
  left_at timestamptz not null default now(),
  primary key (account_id, list_id, subscribed_at, subscriber_id)
);

-- The suppression list, newest first.
create index subscribers_suppressed on subscribers (account_id, undeliverable_since, id)
  where undeliverable_since is not null;

-- Departures by day, at +01:00, once they are subtracted from the milestones: how many who joined on
-- this day have left, and how many left on it. Who joined and is still there is counted in
-- subscriptions.
create table list_days (
  account_id bigint not null,
  list_id int not null,
  day date not null,
  joined int not null default 0,
  departed int not null default 0,
  -- How many joined on a day that is over, there still or not: final, so it is counted once.
  settled int,
  primary key (account_id, list_id, day)
);

-- Who has left a list, for the count of an audience. Joining a list touches no entry of it.
create index subscriptions_left on subscriptions (account_id, list_id)
  where unsubscribed_at is not null;

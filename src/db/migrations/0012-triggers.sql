-- Triggers: rules that send by themselves, who walks them and how far, and what was done to whom
-- and why. docs/decisions/0024-triggers.md has the argument for each table.

create table triggers (
  account_id bigint not null,
  id int not null,
  name text not null,
  list_id int not null,
  -- Only running ones do anything. Paused by a person; held: something that it needs is gone;
  -- unconfirmed: overdue after a long stop, or restored from a backup, and waits for a person's
  -- word. In all of them people stay where they are.
  state text not null default 'running' check (state in ('running', 'paused', 'held',
    'unconfirmed')),
  -- Why it stands still, in words, when it does.
  reason text,
  -- The version that people enter.
  version int not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  -- Removed: nobody enters or walks on, and what was sent stays in the reports.
  removed_at timestamptz,
  primary key (account_id, id)
);

create unique index triggers_by_name on triggers (account_id, lower(name)) where removed_at is null;

-- What a trigger is, version by version: as a person wrote it, and as it was read
-- (src/domain/triggers/definition.ts).
create table trigger_versions (
  account_id bigint not null,
  trigger_id int not null,
  version int not null,
  source text not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, trigger_id, version)
);

-- How far has been looked for what makes people enter (step ''), and for what steps wait for. Not
-- there yet: from when the version was made.
create table trigger_watches (
  account_id bigint not null,
  trigger_id int not null,
  version int not null,
  step text not null,
  seen_at timestamptz not null,
  seen_id bigint not null default 0,
  -- Up to here nothing can have been missed: whatever began to be written before has been seen.
  sure_at timestamptz not null,
  -- What was looked at and could not be used: days that are none.
  skipped bigint not null default 0,
  primary key (account_id, trigger_id, version, step)
);

-- One walk of a person. Somebody walks a trigger once at a time; `entry` counts their walks.
create table trigger_entries (
  account_id bigint not null,
  trigger_id int not null,
  subscriber_id bigint not null,
  entry int not null,
  version int not null,
  entered_at timestamptz not null default now(),
  -- The moment of what made them enter: what is not later than that makes nobody enter again.
  cause_at timestamptz not null,
  -- Of the subscription that they came by: who has another one by now had left the list.
  subscribed_at timestamptz not null,
  -- Where the person stands, and when they are looked at next; null: the walk has ended.
  step text not null,
  due_at timestamptz,
  -- Set while they wait at the step: until when at most.
  waits_until timestamptz,
  -- Set while they wait for something to happen there; of a change of a field, what it held when
  -- they came, else empty.
  waits_from text,
  -- How many steps they have passed.
  passed int not null default 0,
  ended_at timestamptz,
  -- How the walk has ended: 'finished', or why they left.
  ending text,
  primary key (account_id, trigger_id, subscriber_id, entry)
) with (fillfactor = 80);

create index trigger_entries_due on trigger_entries (account_id, trigger_id, due_at)
  where due_at is not null;

-- Whether somebody has ever walked any trigger, and what is known of them.
create index trigger_entries_of_person on trigger_entries (account_id, subscriber_id);

create index trigger_entries_waiting on trigger_entries (account_id, trigger_id, version, step)
  where waits_from is not null;

-- The log: who passed which step, when, which way and why. The key says that each passage came
-- about once.
create table trigger_passages (
  account_id bigint not null,
  trigger_id int not null,
  subscriber_id bigint not null,
  entry int not null,
  number int not null,
  version int not null,
  step text not null,
  -- 'next', 'then', 'else', or 'end'.
  way text not null,
  at timestamptz not null default now(),
  reason text not null,
  -- The email it made, if any: with the subscriber's id the key of its delivery.
  message_id bigint,
  primary key (account_id, trigger_id, subscriber_id, entry, number)
);

-- Emails of triggers, frozen: what a step sends, in each version of its newsletter. The source of
-- deliveries (source_kind 2), whose id is the subscriber's, as in sendings. Who gets the same
-- email once more, in another walk or a loop, gets it in the next round.
create table trigger_messages (
  account_id bigint not null,
  id bigint not null,
  trigger_id int not null,
  step text not null,
  newsletter_id int not null,
  -- Of the email, with what it takes from the list: a changed one is another email.
  digest text not null,
  round int not null,
  list_id int not null,
  message jsonb not null,
  -- The filters that parts of it are shown by, as in sendings.
  blocks jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, trigger_id, step, digest, round)
);

create index trigger_messages_of_newsletter on trigger_messages (account_id, newsletter_id);

-- What a field held when it was last looked at, of each person of the list, for triggers that start
-- when it changes.
create table trigger_values (
  account_id bigint not null,
  trigger_id int not null,
  subscriber_id bigint not null,
  value text not null,
  primary key (account_id, trigger_id, subscriber_id)
);

-- Triggers ask for the sendings of a newsletter, and for what was bought lately.
create index sendings_of_newsletter on sendings (account_id, newsletter_id);

create index conversions_newest on conversions (account_id, at);

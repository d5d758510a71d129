-- Webhooks: what happens is told to programs elsewhere. docs/decisions/0025-webhooks.md tells why
-- events go through two tables.

create table webhooks (
  account_id bigint not null,
  id int not null,
  name text not null,
  -- Where to; the address may hold a secret, so it is sealed, and shown without.
  sealed_url text not null,
  shown_url text not null,
  kinds text[] not null,
  -- Events from here on are told: by then each process knows of the webhook.
  since timestamptz not null,
  state text not null default 'active' check (state in ('active', 'paused')),
  -- Why it is paused, in words.
  note text,
  -- In a row, without a success between; and since when.
  failures int not null default 0,
  failing_since timestamptz,
  -- Nothing is sent before, and then one event to see whether it goes again.
  held_until timestamptz,
  last_answer text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  -- Who sends, under a lease.
  worker uuid,
  leased_until timestamptz,
  primary key (account_id, id)
);

create unique index webhooks_by_name on webhooks (account_id, lower(name));

-- What events are signed with. Of two the older one signs as well, until its time is over.
create table webhook_keys (
  account_id bigint not null,
  webhook_id int not null,
  id text not null,
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  until timestamptz,
  primary key (account_id, webhook_id, id)
);

-- Events as they happened, all of a statement in one row, written in the transaction of the fact;
-- only for accounts that have webhooks.
create table event_bundles (
  account_id bigint not null,
  id uuid not null,
  -- When it was written, under the locks of the fact: what happened to a person comes in this
  -- order.
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- Set: for this one alone.
  webhook_id int,
  list_id int,
  source_kind smallint,
  source_id bigint,
  -- People; with a source, deliveries; of hits, their ids.
  ids bigint[] not null,
  -- What else is to be told, in the order of the ids: [{}, {}].
  details jsonb,
  -- Of hits, which are told when it is known whose they were.
  source_kinds smallint[],
  source_ids bigint[],
  moments bigint[],
  primary key (account_id, id)
);

create index event_bundles_in_order on event_bundles (account_id, at, id);

-- The number of an account's last event. Whoever spreads bundles out holds it.
create table event_counters (
  account_id bigint primary key,
  last_id bigint not null default 0
);

-- One event for one webhook, from then on until it is trimmed. The number is the same for all
-- webhooks.
create table webhook_events (
  account_id bigint not null,
  webhook_id int not null,
  id bigint not null,
  kind text not null,
  at timestamptz not null,
  -- Events of the same one go one after the other: the subscriber, less than 0 for an email to
  -- somebody who is none, 0 for nobody's.
  person bigint not null,
  subscriber_id bigint,
  list_id int,
  source_kind smallint,
  source_id bigint,
  delivery_id bigint,
  details jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  due timestamptz not null default now(),
  attempts smallint not null default 0,
  first_tried_at timestamptz,
  tried_at timestamptz,
  answer text,
  primary key (account_id, webhook_id, id)
) with (fillfactor = 85);

create index webhook_events_waiting on webhook_events (account_id, webhook_id, due, id)
  where state = 'waiting';

-- Those that later events of the same person wait for.
create index webhook_events_tried on webhook_events (account_id, webhook_id, person, id)
  where state = 'waiting' and attempts > 0;

create index webhook_events_dead on webhook_events (account_id, webhook_id, id)
  where state = 'dead';

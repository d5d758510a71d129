-- Sendings, and the ledger of deliveries: one row for each email to one person, from plan to
-- outcome.

-- One newsletter going to one audience once. `message` is what is sent, frozen when the sending is
-- made: later edits don't reach it.
create table sendings (
  account_id bigint not null,
  id bigint not null,
  newsletter_id int not null,
  list_id int not null,
  message jsonb not null,
  state text not null check (state in ('scheduled', 'sending', 'paused', 'unconfirmed', 'finished',
    'cancelled')),
  -- Why it stands still, in words, when it does.
  reason text,
  -- A test goes to a few addresses and counts nowhere.
  test boolean not null default false,
  due_at timestamptz not null,
  zone text not null default '+01:00',
  created_at timestamptz not null default now(),
  planned_at timestamptz,
  finished_at timestamptz,
  -- How many were on the list when the audience was frozen, and how many were left out, by reason:
  -- candidates = planned + left out.
  candidates bigint,
  planned bigint,
  left_out jsonb,
  -- The filters that all of its audience matches, and those that blocks of its email are shown by,
  -- as they were when the sending was made: [{"id", "name", "condition"}].
  audience_filters jsonb not null default '[]',
  blocks jsonb not null default '[]',
  -- How it differs from "all of one list, at once": more lists, excluded lists, whom it is sent to
  -- again, when each email is due, an A/B test: src/domain/sendings/audience/options.ts.
  options jsonb not null default '{}',
  -- A sample of an A/B test: the sending whose test it is, and which variant, from 0.
  parent_id bigint,
  variant smallint,
  -- The most emails a minute, over all workers. Null: as many as the routes take.
  per_minute int,
  primary key (account_id, id)
);

-- A domain, for its check costs nothing where a table's costs a tenth of the statement:
-- docs/decisions/0026-checks.md.
create domain delivery_state as text check (value in ('planned', 'claimed', 'handed over',
  'accepted', 'deferred', 'bounced', 'failed', 'uncertain', 'withdrawn'));

-- One email to one person: of a sending (1), a trigger step (2) or a transaction project (3), and
-- there unique by the person's or its own id. It carries the address itself. Only `next_try_at` is
-- indexed beside the key, so that hand-over and settling stay within the row's page.
create table deliveries (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  id bigint not null,
  email text not null,
  state delivery_state not null default 'planned',
  attempts smallint not null default 0,
  -- Set while it waits to be claimed.
  next_try_at timestamptz,
  -- Was once handed over without a reply: it may have arrived then.
  was_uncertain boolean not null default false,
  route_id int,
  reply text,
  reason text,
  changed_at timestamptz,
  -- Which of the sending's blocks this email has, by the ids of their filters. Null: none of them.
  blocks int[],
  primary key (account_id, source_kind, source_id, id)
) with (fillfactor = 75);

create index deliveries_waiting on deliveries (account_id, source_kind, source_id, next_try_at, id)
  where next_try_at is not null;

-- The deliveries a worker has in hand, a batch a row, under a lease. What a lapsed lease leaves
-- behind is found here.
create table claims (
  account_id bigint not null,
  id uuid not null,
  source_kind smallint not null,
  source_id bigint not null,
  worker uuid not null,
  ids bigint[] not null,
  leased_until timestamptz not null,
  primary key (account_id, id)
);

create index claims_by_lease on claims (leased_until);

create index claims_by_source on claims (account_id, source_kind, source_id);

-- Which account has work of which kind, and since when. Marked in the transaction that makes the
-- work; cleared only by a statement that finds none under the lock of the row.
create table work (
  account_id bigint not null,
  kind text not null,
  source_id bigint not null,
  due timestamptz not null,
  primary key (account_id, kind, source_id)
);

create index sendings_of_parent on sendings (account_id, parent_id) where parent_id is not null;

-- Who left by which email of a sending: its list, or everything. Consent itself stands in
-- subscriptions and opt-outs; this says what a sending cost.
create table email_departures (
  account_id bigint not null,
  sending_id bigint not null,
  subscriber_id bigint not null,
  at timestamptz not null default now(),
  everything boolean not null,
  primary key (account_id, sending_id, subscriber_id)
);

-- What became of the emails of a sending that has ended, counted once, so that reports stay when the
-- rows of people are removed: docs/decisions/0069-outcomes-counted-once.md. One row for each
-- sending, made with it: whoever gives an email of it another outcome locks it.
create table sending_counts (
  account_id bigint not null,
  sending_id bigint not null,
  -- Null: its emails are to be counted in the ledger.
  counted_at timestamptz,
  -- Since then the outcomes are all that is known: the rows of people are removed.
  people_removed_at timestamptz,
  -- Some of these rows are still there.
  people_left boolean not null default true,
  -- Of what servers said then, only the codes: [{"state", "reply", "count", "last"}].
  replies jsonb not null default '[]',
  -- How many different people clicked a URL that several links of an email lead to, when their rows
  -- are removed: [{"url", "clickers"}]. Of one link hit_totals has it.
  link_people jsonb not null default '[]',
  primary key (account_id, sending_id)
);

create index sending_counts_due on sending_counts (account_id, sending_id)
  where counted_at is null;

create table sending_outcomes (
  account_id bigint not null,
  sending_id bigint not null,
  place int not null,
  state text not null,
  route_id int,
  -- A mailbox provider by the domain of the address; '': another.
  provider text not null,
  emails bigint not null,
  -- Once handed over without a reply.
  uncertain bigint not null,
  -- People, as they were known when it was counted.
  opened bigint not null,
  clicked bigint not null,
  last_change timestamptz,
  primary key (account_id, sending_id, place)
);

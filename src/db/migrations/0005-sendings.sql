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

-- Programs that call the operations of the web service, and what became of their calls:
-- docs/decisions/0100-integrations-board.md.

-- A program is guessed from what its calls have in common.
create table programs (
  account_id bigint not null,
  id int not null,
  -- Of the closed list of src/domain/programs/client.ts.
  client text not null,
  binding text not null,
  -- The /24 or /48 that it calls from.
  network text not null,
  -- Digits and dots, as its last call told it; empty: not told.
  version text not null,
  -- Null: nobody has named it.
  name text,
  -- It has given the right password once.
  signed_in boolean not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (account_id, id)
);

create unique index programs_by_signs on programs (account_id, client, binding, network);

-- Its calls by hour (UTC), operation and outcome; an outcome that is empty is a success.
create table program_calls (
  account_id bigint not null,
  program_id int not null,
  hour timestamptz not null,
  operation text not null,
  outcome text not null,
  calls int not null,
  last_at timestamptz not null,
  primary key (account_id, program_id, hour, operation, outcome)
) with (fillfactor = 70);

-- How long its calls took, in steps: three of them double the time.
create table program_times (
  account_id bigint not null,
  program_id int not null,
  hour timestamptz not null,
  step smallint not null,
  calls int not null,
  primary key (account_id, program_id, hour, step)
) with (fillfactor = 70);

-- Its last exchanges, redacted before they come here.
create table program_exchanges (
  account_id bigint not null,
  program_id int not null,
  at timestamptz not null,
  -- Tells exchanges of the same moment apart.
  place int not null,
  failed boolean not null,
  exchange jsonb not null,
  primary key (account_id, program_id, at, place)
);

-- Operations that programs named and that are not offered.
create table unoffered_operations (
  account_id bigint not null,
  operation text not null,
  program_id int not null,
  calls bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, operation, program_id)
);

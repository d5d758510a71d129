-- Shadow mode: two services behind one host, compared (pennypost shadow).

create table shadows (
  account_id bigint primary key,
  old_url text not null,
  -- Who is to answer programs: the old service, or Pennypost.
  wanted text not null default 'old' check (wanted in ('old', 'new')),
  -- Who answers them now, as the process that listens says, and when it said so.
  answering text not null default 'old',
  seen_at timestamptz not null default now(),
  -- Calls that are still to be given to the other one.
  waiting int not null default 0
);

-- Calls of each program, by what became of them.
create table shadow_calls (
  account_id bigint not null,
  operation text not null,
  program text not null,
  calls bigint not null default 0,
  compared bigint not null default 0,
  differing bigint not null default 0,
  -- Accepted by one service and not given to the other.
  missed bigint not null default 0,
  -- Not given to the other one on purpose, or too long to be compared.
  left_out bigint not null default 0,
  -- Not answered by the service that answers programs.
  failed bigint not null default 0,
  last_at timestamptz not null default now(),
  primary key (account_id, operation, program)
);

-- What differed, with one example. Never a value of a person: ids, columns and lengths.
create table shadow_differences (
  account_id bigint not null,
  operation text not null,
  program text not null,
  difference text not null,
  times bigint not null default 0,
  example text not null default '',
  last_at timestamptz not null default now(),
  primary key (account_id, operation, program, difference)
);

-- Ids that the two services gave to one record, where they could not be made equal.
create table shadow_ids (
  account_id bigint not null,
  kind text not null,
  old_id bigint not null,
  new_id bigint not null,
  primary key (account_id, kind, old_id)
);

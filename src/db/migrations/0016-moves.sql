-- Copies of accounts from a former service, and shadow mode: two services behind one host.

-- Copies of accounts from a former service (pennypost migrate).
create table moves (
  account_id bigint primary key,
  old_url text not null,
  old_username text not null,
  -- Each whole reading of the former account is a pass.
  pass int not null default 1,
  begun_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Where the pass goes on after a stop: the step, and within it a list and a page.
  step text not null default '',
  list_id int not null default 0,
  page int not null default 0,
  -- By kind of record: read, added, changed, removed, different.
  counts jsonb not null default '{}',
  -- As of an import; the worker is its machine and process.
  worker text,
  fence int not null default 0,
  leased_until timestamptz
);

-- Who was on a list of the former service, page by page of a pass: packed ids, as of imports. Those
-- of the last finished pass stay: who is among them and in no page of the next has left there.
create table move_pages (
  account_id bigint not null,
  list_id int not null,
  pass int not null,
  page int not null,
  -- Of the former service, also those that were not taken.
  rows_read int not null,
  ids bytea not null,
  primary key (account_id, list_id, pass, page)
);

-- What differs after a pass: the first ten of each kind. Never an address or another value of a
-- person: ids, names of columns, and sentences.
create table move_differences (
  account_id bigint not null,
  kind text not null,
  difference text not null,
  number int not null,
  record text not null,
  primary key (account_id, kind, difference, number)
);

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
  -- The newest change that was missed: a copy that began later has brought it.
  missed_at timestamptz,
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

-- Pairs of ids are looked up from either side, for each call.
create index shadow_ids_by_new on shadow_ids (account_id, new_id);

-- Who is on a list here because a call to the old service was repeated. A copy takes them off when
-- they have left there and that call was missed; nobody else is taken off for not being there.
create table shadow_joins (
  account_id bigint not null,
  list_id int not null,
  subscriber_id bigint not null,
  primary key (account_id, list_id, subscriber_id)
);

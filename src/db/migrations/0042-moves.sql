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

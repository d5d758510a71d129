-- What the installation knows of itself, for its operator: processes, backups, load, growth.

-- Every process of the service, with its last word.
create table processes (
  id uuid primary key,
  host text not null,
  roles text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- The share of one processor since the word before.
  processor real not null,
  memory_bytes bigint not null
) with (fillfactor = 50);

-- Backups made, tested by a restore, and restored.
create table backup_runs (
  id uuid primary key,
  kind text not null check (kind in ('made', 'tested', 'restored')),
  began_at timestamptz not null,
  ended_at timestamptz not null,
  file_bytes bigint,
  row_count bigint,
  -- Null: it succeeded.
  trouble text
);
insert into backup_runs (id, kind, began_at, ended_at)
  select gen_random_uuid(), 'made', made_at, made_at from backups;
drop table backups;

-- Figures of the whole installation, every five minutes.
create table load_samples (
  at timestamptz primary key,
  figures jsonb not null
);

-- The size of the store by day (UTC).
create table store_sizes (
  day date not null,
  part text not null,
  bytes bigint not null,
  primary key (day, part)
);

-- When a backup of the whole store last succeeded: one row.
create table backups (
  last boolean primary key default true check (last),
  made_at timestamptz not null
);

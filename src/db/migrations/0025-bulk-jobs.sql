-- One change of many subscribers, made in batches by a worker under a lease:
-- docs/decisions/0038-bulk-changes.md.
create table bulk_jobs (
  account_id bigint not null,
  id int not null,
  -- What is done: {"do": "join", "list": 3}.
  action jsonb not null,
  -- With whom: {"ids": [...]} or {"conditions": [...], "list": 3}; emptied when the job has ended.
  selection jsonb not null,
  state text not null check (state in ('queued', 'running', 'finished', 'failed', 'cancelled',
    'undoing', 'undone')),
  -- Why it failed, in words.
  trouble text,
  -- How many were selected when it was asked for.
  total int not null,
  -- Subscribers with ids up to `position` are done, and none above `last_id` is selected.
  position bigint not null default 0,
  last_id bigint not null,
  looked int not null default 0,
  changed int not null default 0,
  reverted int not null default 0,
  parts int not null default 0,
  worker uuid,
  fence int not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, id)
);

-- Whom a batch of a job changed, for its undo. Undone in the reverse order, and deleted.
create table bulk_job_parts (
  account_id bigint not null,
  job_id int not null,
  part int not null,
  ids bigint[] not null,
  -- The former values of a field.
  former text[],
  primary key (account_id, job_id, part)
);

-- Search by words, bulk changes, and what people brought with them.

-- Words that subscribers are found by; written some seconds after a change:
-- docs/decisions/0037-search-by-words.md.
create table subscriber_words (
  account_id bigint not null,
  word text collate "C" not null,
  subscriber_id bigint not null,
  primary key (account_id, word, subscriber_id)
);

create index subscriber_words_of_person on subscriber_words (account_id, subscriber_id);

-- How far the words of an account are. Its lock comes before a read of subscribers whose words are
-- then written, and before words are deleted with their subscriber.
create table word_progress (
  account_id bigint primary key,
  -- Data fields whose words are kept too.
  word_fields int[] not null default '{}',
  -- All changes before this are in the words.
  indexed_until timestamptz not null default '-infinity',
  -- What `indexed_until` becomes at the end of the pass; null: none is running.
  pass_until timestamptz,
  -- The pass has come so far, in the order of ids.
  passed_id bigint not null default 0,
  -- A process has last reported a change.
  changed_at timestamptz not null default '-infinity',
  -- How many changes the process that reported last had in a second: words wait while there are many.
  changes_a_second int not null default 0
);

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

-- Ranges of ids that a counter passed over when somebody chose a higher id: ids in them are given by
-- choice only, and lie in no block of a process. docs/decisions/0007-ids-from-counters.md
create table chosen_ids (
  account_id bigint not null,
  kind text not null,
  first_id bigint not null,
  end_id bigint not null check (end_id > first_id),
  primary key (account_id, kind, first_id)
);

-- Who agreed to a list elsewhere: where, and when. Brought by imports.
create table consents (
  account_id bigint not null,
  subscriber_id bigint not null,
  list_id int not null,
  source text not null,
  given_at timestamptz,
  primary key (account_id, subscriber_id, list_id)
);

-- Which column of a file holds what, by the names of its headings.
create table import_mappings (
  account_id bigint not null,
  name text not null,
  columns jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (account_id, name)
);

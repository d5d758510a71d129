-- Imports: the queue, what is kept of each for people, and what an undo needs.

-- One import: what is asked, how far it is, and what came of it. The counters are written with each
-- batch, in its transaction.
create table imports (
  account_id bigint not null,
  id int not null,
  list_id int not null,
  -- 0 waiting, 1 working, 2 completed, 3 failed: as the web service tells them.
  state smallint not null default 0 check (state between 0 and 3),
  -- Where the file comes from; null when it lies in import_documents.
  url text,
  -- What to call it when it has no address: the name of an uploaded file.
  name text not null default '',
  -- How to read it: see ImportOptions in src/domain/imports/queue-import.ts.
  options jsonb not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  -- When the first bytes of its file were there.
  reading_at timestamptz,
  finished_at timestamptz,
  -- Why it failed, or why it waits, in words.
  trouble text,
  -- The closed reason to answer a waiting call with, when it failed for one.
  refusal text,
  -- How often the file could not be had for a passing reason.
  tries int not null default 0,
  -- Of the file, once it was had: one that is fetched again goes on only if both agree.
  file_length bigint,
  file_sha256 text,
  -- Rows of the file that are dealt with, and batches committed: where it goes on after a stop.
  position bigint not null default 0,
  parts int not null default 0,
  inserted bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  repeated bigint not null default 0,
  subscribed bigint not null default 0,
  ignored bigint not null default 0,
  rejected bigint not null default 0,
  -- Rejected rows by reason.
  rejected_by jsonb not null default '{}',
  -- Who works on it. A batch is committed only under the fence it was begun with, so that a worker
  -- believed dead changes nothing.
  worker uuid,
  fence int not null default 0,
  leased_until timestamptz,
  -- Whether the file of a claim is being worked on, and not only fetched or waiting: a worker that
  -- dies has died over one of these.
  at_work boolean not null default false,
  -- How often in a row a worker died over it without having applied a batch.
  lapses int not null default 0,
  undo_started_at timestamptz,
  undone_at timestamptz,
  -- What an undo has done, as far as it is.
  undo jsonb not null default '{}',
  -- When file, rejects and what an undo needs were cleared away.
  trimmed_at timestamptz,
  primary key (account_id, id)
);

create index imports_to_trim on imports (created_at) where trimmed_at is null;

-- A file that came with the call, in pieces.
create table import_documents (
  account_id bigint not null,
  import_id int not null,
  part int not null,
  bytes bytea not null,
  primary key (account_id, import_id, part)
);

-- The first hundred thousand rejected rows of an import.
create table import_rejects (
  account_id bigint not null,
  import_id int not null,
  number int not null,
  line bigint not null,
  reason text not null,
  raw text not null,
  primary key (account_id, import_id, number)
);

-- What a batch did, for undo, and for going on: ids of subscribers, packed as
-- src/domain/imports/packed-ids.ts says.
create table import_parts (
  account_id bigint not null,
  import_id int not null,
  part int not null,
  -- The times that its changes of subscribers, and its subscriptions, got: by them an undo knows
  -- what something newer has changed.
  moment timestamptz not null,
  subscribed_at timestamptz not null,
  -- Made by it; put on the list by it, being known; known and met for the first time in this
  -- import.
  created bytea not null,
  joined bytea not null,
  met bytea not null,
  undone boolean not null default false,
  primary key (account_id, import_id, part)
);

-- Values as they were before an import changed them: only of people that it really changed, and as
-- they were before its first change.
create table import_old_values (
  account_id bigint not null,
  import_id int not null,
  subscriber_id bigint not null,
  name text not null,
  format text not null,
  country_code text not null,
  phone text not null,
  fields text[] not null,
  updated_at timestamptz not null,
  primary key (account_id, import_id, subscriber_id)
);

-- When the last import or undo of an account ended: asked for with each GetMailingLists.
create index imports_by_end on imports (account_id, greatest(finished_at, undone_at));

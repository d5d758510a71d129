-- Transactions: emails to one person at a program's request, the projects they belong to, and
-- files full of them. The emails themselves lie in `deliveries`, source_kind 3: source_id is the
-- project, id the transaction.

create table projects (
  account_id bigint not null,
  id int not null,
  -- By which programs name it.
  guid uuid not null,
  name text not null,
  newsletter_id int not null,
  -- Empty: those of the newsletter, else of its list.
  from_name text not null default '',
  from_email text not null default '',
  reply_to text not null default '',
  -- The relay for its emails; null: as for all emails.
  route_id int,
  -- One that is not takes no transactions, and what it has waits.
  active boolean not null default true,
  -- Marketing emails name a way to unsubscribe, and don't go to those who opted out or complained.
  marketing boolean not null default false,
  -- For how long the same call again is a repetition.
  repeats text not null default '24h' check (repeats in ('off', '24h', 'forever')),
  -- How long transactions are kept; null: for good.
  retention_days int check (retention_days > 0),
  created_at timestamptz not null default now(),
  -- Since or from when it has emails to send: its mark of work. Set earlier with each transaction,
  -- later only under `for update`.
  due timestamptz not null default 'infinity',
  -- What it keeps of transactions was taken away up to this one, for its retention.
  trimmed_to int not null default 0,
  primary key (account_id, id),
  unique (account_id, guid)
) with (fillfactor = 50);

create index projects_with_work on projects (due) where active and due < 'infinity';

-- Versions A, B, ... of a project; each person gets one of them, by weight.
create table project_versions (
  account_id bigint not null,
  project_id int not null,
  name text not null,
  newsletter_id int not null,
  weight int not null check (weight >= 0),
  primary key (account_id, project_id, name)
);

-- What a project has sent emails of: each version of each newsletter once. Its links are numbered
-- from 10,000 * (number - 1) on, so that hits of different emails don't mix.
create table project_messages (
  account_id bigint not null,
  project_id int not null,
  number int not null,
  newsletter_id int not null,
  newsletter_version int not null,
  created_at timestamptz not null default now(),
  primary key (account_id, project_id, number),
  unique (account_id, project_id, newsletter_id, newsletter_version)
);

create table transactions (
  account_id bigint not null,
  id int not null,
  project_id int not null,
  -- Empty: the project's own newsletter.
  version text not null default '',
  identifier text not null default '',
  email text not null,
  email_key text not null,
  name text not null default '',
  format text not null default 'html',
  -- DD1 first.
  fields text[] not null default '{}',
  send_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- The file it came in; null: a call.
  batch_id int,
  primary key (account_id, id)
);

-- As of subscribers.
alter table transactions alter column fields set statistics 0;

create index transactions_by_identifier on transactions (account_id, identifier)
  where identifier <> '';

create index transactions_by_address on transactions (account_id, email_key);

-- What makes a call the repetition of an earlier one: a hash of identifier, address, values and
-- send time. One that is over is as good as none, and is cleared away some time.
create table transaction_repeats (
  account_id bigint not null,
  project_id int not null,
  key uuid not null,
  transaction_id int not null,
  since timestamptz not null default now(),
  until timestamptz not null,
  -- How often it came again.
  repeated int not null default 0,
  primary key (account_id, project_id, key)
);

-- Rows come in the order of their time, nearly: a summary of pages finds those that are over, and
-- costs nothing where they come in.
create index transaction_repeats_by_end on transaction_repeats using brin (until);

-- A file of transactions, on its way like an import.
create table transaction_batches (
  account_id bigint not null,
  id int not null,
  guid uuid not null,
  project_id int not null,
  -- 0 waiting, 1 working, 2 completed, 3 failed.
  state smallint not null default 0 check (state between 0 and 3),
  url text not null,
  -- Of receivers without one of their own.
  format text not null default 'html' check (format in ('html', 'text')),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Why it failed, or why it waits, in words.
  trouble text,
  -- How often the file could not be had for a passing reason.
  tries int not null default 0,
  -- Of the file, once it was had: one that is fetched again goes on only if both agree.
  file_length bigint,
  file_sha256 text,
  -- Rows of the file that are dealt with, and parts committed: where it goes on after a stop.
  position bigint not null default 0,
  parts int not null default 0,
  queued bigint not null default 0,
  repeated bigint not null default 0,
  ignored bigint not null default 0,
  rejected bigint not null default 0,
  -- Rejected rows by reason.
  rejected_by jsonb not null default '{}',
  -- Who works on it. A part is committed only under the fence it was begun with, so that a worker
  -- believed dead changes nothing.
  worker uuid,
  fence int not null default 0,
  leased_until timestamptz,
  -- As of an import.
  at_work boolean not null default false,
  -- How often in a row a worker died over it without having committed a part.
  lapses int not null default 0,
  trimmed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, guid)
);

create index transaction_batches_to_trim on transaction_batches (created_at)
  where trimmed_at is null;

-- The first hundred thousand rejected rows of a batch.
create table transaction_rejects (
  account_id bigint not null,
  batch_id int not null,
  number int not null,
  line bigint not null,
  reason text not null,
  raw text not null,
  primary key (account_id, batch_id, number)
);

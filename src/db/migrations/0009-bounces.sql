-- What comes in by mail: messages as they came, what they mean, and what was done about it.

-- A message as it came, kept before it was acknowledged. Account 0 holds what nobody's email is
-- named in.
create table inbound_messages (
  account_id bigint not null,
  id bigint not null,
  received_at timestamptz not null default now(),
  -- The mailbox it was fetched from; null: our own listener took it.
  inbox_id int,
  envelope_from text not null,
  envelope_to text not null,
  came_for text not null check (came_for in ('bounce', 'unsubscribe', 'postmaster', 'mailbox')),
  -- The email that the token of the envelope names.
  source_kind smallint,
  source_id bigint,
  delivery_id bigint,
  -- In octets; of a huge one the content is the beginning.
  size bigint not null,
  content bytea not null,
  -- Of address and octets: what comes twice is kept once.
  digest bytea not null,
  state text not null default 'new' check (state in ('new', 'judged', 'unreadable')),
  -- The gist of the judgement, once there is one.
  kind text,
  class text,
  -- A person's reply on its way to the account's forward address: when it is tried next, and how
  -- often it was.
  forward_at timestamptz,
  forward_tries smallint not null default 0,
  forward_note text,
  primary key (account_id, id),
  unique (account_id, digest)
);

create index inbound_messages_new on inbound_messages (account_id, id) where state = 'new';

-- Messages come in the order of their time: a summary of pages finds the old ones, and costs
-- nothing where they come in.
create index inbound_messages_by_age on inbound_messages using brin (received_at);

create index inbound_messages_to_forward on inbound_messages (account_id, forward_at)
  where forward_at is not null;

-- Messages whose judging was begun and has not ended: written before it begins, so that one that
-- kills whoever judges it is known by that. Of a message that was set aside it stays, and tells
-- why.
create table inbound_judgings (
  account_id bigint not null,
  message_id bigint not null,
  begun smallint not null default 1,
  begun_at timestamptz not null default now(),
  primary key (account_id, message_id)
);

-- What came back, email by email: in a message, or as the reply at hand-over (message_id is
-- null).
create table bounces (
  account_id bigint not null,
  id bigint not null,
  message_id bigint,
  -- The email, when it is known. A test email's is noted here and held against nobody.
  source_kind smallint,
  source_id bigint,
  delivery_id bigint,
  list_id int,
  route_id int,
  subscriber_id bigint,
  email text not null,
  kind text not null,
  class text not null,
  status text,
  reply text,
  rule text not null,
  -- How the email was found: token, envelope id, message id, email, recipient, hand-over.
  identity text not null,
  received_at timestamptz not null,
  -- Whether it is held against the person: not after a release.
  counts boolean not null default true,
  -- What the ledger said before, if this changed it.
  ledger_state text,
  ledger_reply text,
  -- When the ledger had come to say that: of an email that came back later, when a relay took it.
  ledger_changed_at timestamptz,
  -- The key of the address, where lower() does not make it: of internationalised domains.
  email_key text,
  hold_id int,
  -- An imported address may be suppressed for a time; null: for good.
  counts_until timestamptz,
  primary key (account_id, id)
);

create index bounces_newest on bounces (account_id, received_at, id);

create index bounces_of_person on bounces (account_id, subscriber_id, received_at)
  where subscriber_id is not null;

create index bounces_of_message on bounces (account_id, message_id) where message_id is not null;

create index bounces_of_sending on bounces (account_id, source_kind, source_id, kind);

create index bounces_of_transaction on bounces (account_id, source_id, delivery_id)
  where source_kind = 3;

-- Judging again after a change of the rules: what each run changed, so that it can be undone.
create table bounce_runs (
  account_id bigint not null,
  id int not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (account_id, id)
);

create table bounce_changes (
  account_id bigint not null,
  run_id int not null,
  bounce_id bigint not null,
  -- As it was; null: the run has added it.
  before jsonb,
  primary key (account_id, run_id, bounce_id)
);

-- Mailboxes that are fetched from. Those of account 0 serve all accounts.
create table inboxes (
  account_id bigint not null,
  id int not null,
  -- Without the password, for people.
  shown text not null,
  sealed_url text not null,
  every_seconds int not null,
  -- Where it was read up to: of IMAP the validity and the highest UID, of POP3 nothing.
  validity text,
  last_uid bigint not null default 0,
  checked_at timestamptz,
  -- How the last check ended, in words; null: well.
  trouble text,
  fetched bigint not null default 0,
  primary key (account_id, id)
);

-- Whom a hard bounce keeps from getting transactions although nobody on any list has the address:
-- bounces that count, without a subscriber.
create index bounces_of_strangers on bounces (account_id, (coalesce(email_key, lower(email))))
  where kind = 'hard' and counts and subscriber_id is null;

-- Hard bounces that one reply caused in many people of a provider: somebody confirms or releases
-- them together.
create table bounce_holds (
  account_id bigint not null,
  id int not null,
  domain_group text not null,
  -- The reply without what differs from email to email.
  pattern text not null,
  -- One of them, to read.
  example text not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text check (outcome in ('confirmed', 'released', 'expired')),
  primary key (account_id, id)
);

create unique index bounce_holds_open on bounce_holds (account_id, domain_group, pattern)
  where closed_at is null;

create index bounces_of_hold on bounces (account_id, hold_id) where hold_id is not null;

create index bounces_to_hold on bounces (account_id, received_at)
  where kind = 'hard' and counts and hold_id is null;

create index bounces_of_strangers_newest on bounces (account_id, received_at, id)
  where kind = 'hard' and counts and subscriber_id is null;

-- Old ones stop counting.
create index bounces_hard on bounces (received_at) where kind = 'hard' and counts;

-- What receivers report on domains: DMARC aggregate reports and SMTP TLS reports. All are of
-- account 0: a domain may be that of several accounts.
create table receiver_reports (
  account_id bigint not null,
  -- Of kind, reporter, its id of the report, and domain: what is delivered twice is kept once.
  digest bytea not null,
  kind text not null check (kind in ('dmarc', 'tls')),
  reporter text not null,
  report_id text not null,
  -- Empty if it is not readable.
  domain text not null,
  begin_at timestamptz,
  end_at timestamptz,
  received_at timestamptz not null default now(),
  -- At most 1,000, added up: written once, and only read together.
  results jsonb not null,
  -- Why it is not readable.
  trouble text,
  primary key (account_id, digest)
);

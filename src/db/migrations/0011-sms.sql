-- SMS to lists, and the credits that pay for them. docs/decisions/0022-sms.md tells why
-- they have a ledger of their own.

-- What a segment costs in credits, by the first digits of a number (without +). The longest that
-- fits counts. An account without any pays 1 for each segment.
create table sms_prices (
  account_id bigint not null,
  prefix text collate "C" not null check (prefix ~ '^[1-9][0-9]{0,14}$'),
  price numeric(20, 6) not null check (price >= 0),
  primary key (account_id, prefix)
);

-- The country of numbers whose person has none: a calling code or two letters.
create table sms_countries (
  account_id bigint not null,
  country text not null,
  primary key (account_id)
);

-- All that ever changed a balance: a row is added, and none is changed or taken away. Each begins
-- where the one before it ended, and a foreign key says so: no row in the middle can go or have
-- another amount while a later one stands.
create table credit_entries (
  account_id bigint not null,
  id bigint not null check (id > 0),
  kind text not null check (kind in ('added', 'taken', 'debit', 'given back')),
  balance_before numeric(20, 6) not null,
  amount numeric(20, 6) not null,
  balance numeric(20, 6) not null check (balance >= 0),
  previous_id bigint,
  message_id bigint,
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, id, balance),
  foreign key (account_id, previous_id, balance_before) references credit_entries (account_id, id,
    balance),
  check (balance = balance_before + amount),
  check (case when kind in ('added', 'given back') then amount >= 0 else amount <= 0 end),
  check (case when previous_id is null then id = 1 and balance_before = 0
    else previous_id = id - 1 end)
);

create index credit_entries_of_message on credit_entries (account_id, message_id, id)
  where message_id is not null;

-- Where the ledger of an account stands. Whoever adds an entry holds this row; it always says what
-- some entry says.
create table credit_balances (
  account_id bigint not null,
  entry_id bigint,
  balance numeric(20, 6) not null default 0,
  -- How many messages were ever held: the last one's place in the order of release.
  holds bigint not null default 0,
  primary key (account_id),
  foreign key (account_id, entry_id, balance) references credit_entries (account_id, id, balance),
  check (entry_id is not null or balance = 0)
);

-- One text going to the numbers of a list once, or to chosen people (without a list).
create table sms_messages (
  account_id bigint not null,
  id bigint not null,
  list_id int,
  -- A trigger's step, when that sends it.
  trigger_id bigint,
  text text not null,
  alphabet text not null check (alphabet in ('gsm', 'ucs2')),
  segments smallint not null check (segments > 0),
  -- held: not paid for yet. unconfirmed: paid, and waits for a person's word since the store was
  -- restored.
  state text not null check (state in ('held', 'unconfirmed', 'sending', 'finished', 'cancelled')),
  cost numeric(20, 6) not null,
  -- Its turn among the held, when it was.
  held_place bigint,
  -- The balance that the caller was answered.
  balance numeric(20, 6) not null,
  -- candidates = planned + left out
  candidates bigint not null,
  planned bigint not null,
  left_out jsonb not null,
  created_at timestamptz not null default now(),
  released_at timestamptz,
  finished_at timestamptz,
  -- The sender name of an SMS; null: that of the gateway. An SMS to a number that a program gave has
  -- one delivery, with the id 0: it belongs to no subscriber.
  sender text,
  primary key (account_id, id)
);

create index sms_messages_held on sms_messages (account_id, held_place) where state = 'held';

-- One text to one number; the id is the subscriber's. The number is null when the person was
-- erased.
create table sms_deliveries (
  account_id bigint not null,
  message_id bigint not null,
  id bigint not null,
  -- E.164, with +.
  number text collate "C",
  cost numeric(20, 6) not null,
  -- The cost was given back to the account.
  given_back boolean not null default false,
  state text not null default 'planned'
    check (state in ('planned', 'claimed', 'handed over', 'accepted', 'delivered', 'undelivered',
      'refused', 'uncertain', 'withdrawn')),
  attempts smallint not null default 0,
  -- Set while it waits to be claimed, also in a message that is held: nothing is claimed there.
  next_try_at timestamptz,
  reply text,
  reason text,
  changed_at timestamptz,
  primary key (account_id, message_id, id)
) with (fillfactor = 75);

-- Each number once in a message; and who has sent a number an SMS, when it answers.
create unique index sms_deliveries_by_number on sms_deliveries (account_id, number, message_id);

create index sms_deliveries_waiting on sms_deliveries (account_id, message_id, next_try_at, id)
  where next_try_at is not null;

-- The texts a worker has in hand, a batch a row, under a lease.
create table sms_claims (
  account_id bigint not null,
  id uuid not null,
  message_id bigint not null,
  worker uuid not null,
  ids bigint[] not null,
  leased_until timestamptz not null,
  primary key (account_id, id)
);

create index sms_claims_by_lease on sms_claims (leased_until);

create index sms_claims_by_message on sms_claims (account_id, message_id);

-- The segments of a text that a gateway has taken, by the id it gave each: receipts name nothing
-- else.
create table sms_parts (
  account_id bigint not null,
  message_id bigint not null,
  delivery_id bigint not null,
  part smallint not null,
  gateway_id text collate "C" not null,
  -- What the receipt said, when there was one.
  receipt text,
  receipt_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, message_id, delivery_id, part)
);

create index sms_parts_by_gateway_id on sms_parts (gateway_id);

-- Numbers that get no texts; apart from the opt-outs of addresses. When a person is erased the
-- number goes and a keyed hash stays.
create table sms_opt_outs (
  account_id bigint not null,
  number text collate "C" not null,
  reason text not null default '',
  created_at timestamptz not null default now(),
  primary key (account_id, number)
);

create index sms_opt_outs_newest on sms_opt_outs (account_id, created_at, number);

-- What numbers have answered. meaning: opts the number out, in again, or is something else.
create table sms_replies (
  account_id bigint not null,
  id bigint not null,
  number text collate "C" not null,
  text text not null,
  meaning text not null check (meaning in ('stop', 'start', 'other')),
  received_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- Texts kept instead of sent while no gateway is set.
create table sandbox_sms (
  account_id bigint not null,
  id bigint not null,
  message_id bigint,
  delivery_id bigint,
  number text collate "C" not null,
  sender text not null default '',
  text text not null,
  received_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- The gateway that texts go to. Its address stands in the settings of processes and not here; that
-- there is one does, so that a process without it does not take texts for the sandbox. One row at
-- most.
create table sms_gateway (
  id smallint not null check (id = 0),
  -- Without log-in.
  shown text not null,
  -- Why it takes no texts now, or fewer than usual.
  trouble text,
  seen_at timestamptz not null default now(),
  primary key (id)
);

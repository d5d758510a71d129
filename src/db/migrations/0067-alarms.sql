-- Alarms that are told by email: docs/decisions/0102-alarms-by-email.md. The row is the outbox: an
-- alarm that has begun, or ended, and was not told, is to be told.
create table alarms (
  -- 0: of all accounts.
  account_id bigint not null,
  -- What it is about, and its code.
  alarm_key text not null,
  -- The user name of the account; null: of all accounts.
  account text,
  -- Its sentence as a code with values.
  said jsonb not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  begin_told_at timestamptz,
  end_told_at timestamptz,
  -- A process tells it since then.
  claimed_at timestamptz,
  primary key (account_id, alarm_key)
);

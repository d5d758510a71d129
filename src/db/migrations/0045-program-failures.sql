-- Calls of programs that were answered with a fault, by hour: for the people who look whether their
-- programs work.
create table program_failures (
  account_id bigint not null,
  hour timestamptz not null,
  failures int not null,
  last_at timestamptz not null,
  -- Operation and reason of the last one.
  said text not null,
  primary key (account_id, hour)
);

-- The gateway that texts go to. Its address stands in the settings of processes and not here; that there is one does, so that a process
-- without it does not take texts for the sandbox. One row at most.
create table sms_gateway (
  id smallint not null check (id = 0),
  -- Without log-in.
  shown text not null,
  -- Why it takes no texts now, or fewer than usual.
  trouble text,
  seen_at timestamptz not null default now(),
  primary key (id)
);

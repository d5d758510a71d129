-- Events that programs post about people: a cart, a visit, a booking. They start triggers and end
-- their waits.
create table program_events (
  account_id bigint not null,
  -- The program's own id of the event, or one that was made: posted again, it is the same event.
  event_key text not null,
  name text not null,
  subscriber_id bigint not null,
  recorded_at timestamptz not null default now(),
  -- What the program says of it, as JSON.
  details text not null,
  primary key (account_id, event_key)
);

create index program_events_newest on program_events (account_id, name, recorded_at);

create index program_events_of_person on program_events (account_id, subscriber_id, recorded_at);

-- The names of events that an account has ever had.
create table program_event_names (
  account_id bigint not null,
  name text not null,
  first_at timestamptz not null default now(),
  primary key (account_id, name)
);

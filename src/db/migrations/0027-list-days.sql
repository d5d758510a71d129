-- Archived lists are hidden, and nothing is sent to them.
alter table lists add column archived_at timestamptz,
  -- From this day on all joins and departures are counted by day.
  add column counted_from date not null default timezone(interval '1 hour', now())::date;

alter table list_departures add column left_at timestamptz not null default now();

-- Departures by day, at +01:00, once they are subtracted from the milestones: how many who joined on
-- this day have left, and how many left on it. Who joined and is still there is counted in
-- subscriptions.
create table list_days (
  account_id bigint not null,
  list_id int not null,
  day date not null,
  joined int not null default 0,
  departed int not null default 0,
  primary key (account_id, list_id, day)
);

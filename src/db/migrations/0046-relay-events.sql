-- Hosted relays tell bounces and complaints by webhook: which relay it is, and its secrets, sealed:
-- the token in the address, and the key of its signatures.
alter table routes add column provider text;
alter table routes add column sealed_events text;

-- Belongs to nobody: signatures that don't cover the events are for one body only. Kept for as long
-- as such a signature is taken.
create table relay_event_tokens (
  route_id int not null,
  token text not null,
  digest bytea not null,
  at timestamptz not null default now(),
  primary key (route_id, token)
);

create index relay_event_tokens_by_time on relay_event_tokens (at);

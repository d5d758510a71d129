-- A relay that accepts no emails: since when, until when its route rests, and the relay's words.
alter table routes add column refusing_since timestamptz, add column rest_until timestamptz,
  add column rest_reason text;

-- Undeliverable subscribers are counted for the metrics.
create index subscribers_undeliverable on subscribers (account_id)
  where undeliverable_since is not null;

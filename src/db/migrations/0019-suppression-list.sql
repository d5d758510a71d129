-- The suppression list: newest first, imported addresses, and hard bounces that stop counting.

-- An imported address may be suppressed for a time; null: for good.
alter table bounces add column counts_until timestamptz;

-- Instead of one by account alone. Whoever is not suppressed is in neither.
drop index subscribers_undeliverable;

create index subscribers_suppressed on subscribers (account_id, undeliverable_since, id)
  where undeliverable_since is not null;

create index bounces_of_strangers_newest on bounces (account_id, received_at, id)
  where kind = 'hard' and counts and subscriber_id is null;

-- Old ones stop counting.
create index bounces_hard on bounces (received_at) where kind = 'hard' and counts;

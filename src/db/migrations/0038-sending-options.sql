-- How a sending differs from "all of one list, at once".
alter table sendings
  -- More lists, excluded lists, whom it is sent to again, when each email is due, an A/B test:
  -- src/domain/sendings/audience/options.ts.
  add column options jsonb not null default '{}',
  -- A sample of an A/B test: the sending whose test it is, and which variant, from 0.
  add column parent_id bigint,
  add column variant smallint,
  -- The most emails a minute, over all workers. Null: as many as the routes take.
  add column per_minute int;

create index sendings_of_parent on sendings (account_id, parent_id) where parent_id is not null;

-- Who has left a list, for the count of an audience. Joining a list touches no entry of it.
create index subscriptions_left on subscriptions (account_id, list_id)
  where unsubscribed_at is not null;

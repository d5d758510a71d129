-- Who left by which email of a sending: its list, or everything. Consent itself stands in
-- subscriptions and opt-outs; this says what a sending cost.
create table email_departures (
  account_id bigint not null,
  sending_id bigint not null,
  subscriber_id bigint not null,
  at timestamptz not null default now(),
  everything boolean not null,
  primary key (account_id, sending_id, subscriber_id)
);

-- Hard bounces that one reply caused in many people of a provider: somebody confirms or releases
-- them together.
create table bounce_holds (
  account_id bigint not null,
  id int not null,
  domain_group text not null,
  -- The reply without what differs from email to email.
  pattern text not null,
  -- One of them, to read.
  example text not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text check (outcome in ('confirmed', 'released', 'expired')),
  primary key (account_id, id)
);

create unique index bounce_holds_open on bounce_holds (account_id, domain_group, pattern)
  where closed_at is null;

alter table bounces add column hold_id int;

create index bounces_of_hold on bounces (account_id, hold_id) where hold_id is not null;

create index bounces_to_hold on bounces (account_id, received_at)
  where kind = 'hard' and counts and hold_id is null;

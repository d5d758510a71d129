-- Whether a person may be measured: opens and clicks, apart from each other. Null: not asked.
alter table subscribers
  add column opens_agreed boolean,
  add column clicks_agreed boolean;

-- What people answered, and in which words they were asked; the newest is on the subscriber.
create table measuring_answers (
  account_id bigint not null,
  id bigint not null,
  subscriber_id bigint not null,
  -- Null: the answer is not about them.
  opens boolean,
  clicks boolean,
  words text not null,
  way text not null check (way in ('form', 'email', 'import', 'api', 'operation', 'member',
    'command')),
  said_at timestamptz not null,
  -- Of an erased person, the keyed hash of the address.
  key_hash text,
  recorded_at timestamptz not null default now(),
  primary key (account_id, id)
);

create index measuring_answers_of_person on measuring_answers (account_id, subscriber_id, said_at);

-- The rule for who was not asked, and since when. `measuring_checked`: somebody declined, or the
-- rule is or was another one than to measure each person, so hits are checked one by one.
alter table tenants
  add column unasked_opens text not null default 'person'
    check (unasked_opens in ('person', 'total', 'none')),
  add column unasked_clicks text not null default 'person'
    check (unasked_clicks in ('person', 'total', 'none')),
  add column unasked_since timestamptz,
  add column measuring_checked boolean not null default false;

-- True: the email was handed over without measuring the person's opens, or clicks. For reports,
-- whose rates are of those who were measured then, whatever is said or ruled later.
alter table deliveries
  add column opens_unmeasured boolean,
  add column clicks_unmeasured boolean;

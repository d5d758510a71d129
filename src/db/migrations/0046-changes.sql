-- What has changed, for programs that keep a copy: docs/decisions/0088-changes-since.md. Each
-- statement that writes one of these rows sets changed_at to the start of its transaction.
alter table subscribers add column changed_at timestamptz not null default now();
alter table subscriptions add column changed_at timestamptz not null default now();
alter table opt_outs add column changed_at timestamptz not null default now();

-- Rows of these that were deleted, by their ids alone: of subscribers (1), subscriptions (2) and
-- opt-outs (3).
create table change_tombstones (
  account_id bigint not null,
  kind smallint not null,
  -- Of a subscription, the subscriber.
  object_id bigint not null,
  list_id int not null default 0,
  -- Of a subscriber who goes on under another id.
  new_id bigint,
  removed_at timestamptz not null default now(),
  primary key (account_id, kind, object_id, list_id)
);

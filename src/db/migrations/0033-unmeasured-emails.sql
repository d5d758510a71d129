-- Of the emails of a row, those handed over without measuring the person's opens, or clicks.
alter table sending_outcomes
  add column opens_unmeasured bigint not null default 0,
  add column clicks_unmeasured bigint not null default 0;

-- Counts them while a sending is under way; empty where everybody is measured.
create index deliveries_unmeasured on deliveries (account_id, source_kind, source_id)
  where opens_unmeasured or clicks_unmeasured;

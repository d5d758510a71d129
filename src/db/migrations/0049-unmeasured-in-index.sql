-- With the person, so that filters on who did not open read the index alone.
drop index deliveries_unmeasured;
create index deliveries_unmeasured on deliveries (account_id, source_kind, source_id, id)
  include (opens_unmeasured, clicks_unmeasured) where opens_unmeasured or clicks_unmeasured;

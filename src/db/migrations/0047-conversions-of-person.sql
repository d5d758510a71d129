-- What one person bought.
create index conversions_of_person on conversions (account_id, delivery_id, at)
  where source_kind in (1, 2);

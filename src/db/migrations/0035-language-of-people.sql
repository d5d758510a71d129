-- The data field that holds the language of a person, as `sv` or `Svenska`. Null: none does.
alter table preference_pages add column language_field smallint
  check (language_field between 1 and 100);

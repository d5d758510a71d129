-- What a key is bound to: one project or one list of its account, and networks it calls from.
alter table api_keys
  add column project_id int,
  add column list_id int,
  -- In CIDR notation; null: from everywhere.
  add column networks text[];

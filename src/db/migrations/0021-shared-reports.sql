-- Links to the report of a sending, for people without an account. A revoked one stays for its id.
create table shared_reports (
  account_id bigint not null,
  id int not null,
  sending_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id)
);
create index shared_reports_by_sending on shared_reports (account_id, sending_id);

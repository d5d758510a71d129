-- One-time codes of people beside their password.
alter table people
  -- Sealed. Not asked for until it is confirmed by a first code.
  add column sealed_code_secret text,
  add column code_set_at timestamptz,
  -- The step of the last code that was used: each counts once.
  add column last_code_step bigint not null default 0;

-- Belongs to nobody, as people do.
create table recovery_codes (
  person_id bigint not null,
  code_hash text not null,
  primary key (person_id, code_hash)
);

-- The password was right, the code is still to come.
alter table sessions add column code_needed boolean not null default false;

-- Members without a code must set one up before all else.
alter table tenants add column code_demanded boolean not null default false;

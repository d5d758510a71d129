-- When a program last called for the account, to the hour.
alter table tenants add column called_at timestamptz;

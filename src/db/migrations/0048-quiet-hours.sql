-- When nothing is sent: {"from", "until", "zone", "zoneField"}, minutes of the day. Of a list null:
-- as the account; {}: at any hour. docs/decisions/0092-due-moments.md.
alter table tenants add column quiet_hours jsonb;
alter table lists add column quiet_hours jsonb;

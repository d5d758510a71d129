-- version 1
-- How the opens, or the clicks, of a person are recorded: of the person, in total only (with the
-- email or the link, never the person), or not at all. The person's own answer comes before the
-- account's rule for who was not asked. PostgreSQL inlines it.
create or replace function measured_as(agreed boolean, unasked text) returns text
  language sql immutable parallel safe
as $$
  select case when agreed then 'person' when not agreed then 'none' else unasked end
$$;

-- version 1
-- Whether a hit counts as a person's: the proxies of Gmail, Yahoo and Outlook fetch pictures when a
-- person opens the email. PostgreSQL inlines it.
create or replace function by_person(verdict text) returns boolean
  language sql immutable parallel safe
as $$
  select verdict in ('person', 'image proxy')
$$;

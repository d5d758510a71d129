-- version 1
-- Records events of programs, each by the id or the address of its subscriber: a batch is one trip
-- to the store and one commit. A function, since a cluster sends it whole to the node of the
-- account, and runs a statement that inserts rows of arrays in steps.
-- A row for each event, in the order of the arrays: its subscriber, null if there is none, and whether it
-- was recorded: not if its name is new, or its key was recorded before.
create or replace function record_program_events(
  p_account_id bigint, p_keys text[], p_names text[], p_ids bigint[], p_email_keys text[],
  p_details text[]
) returns table (subscriber_id bigint, recorded boolean)
  language plpgsql
  -- Plans are made while the tables are still empty.
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_ids bigint[];
  v_recorded text[];
begin
  select array_agg(coalesce(i.id, a.id) order by g.place) into v_ids
  from unnest(p_ids, p_email_keys) with ordinality as g (id, email_key, place)
  left join subscribers i on i.account_id = p_account_id and i.id = g.id
  left join subscribers a on a.account_id = p_account_id and a.email_key = g.email_key;

  with added as (
    insert into program_events as e (account_id, event_key, name, subscriber_id, details)
    select t.account_id, g.event_key, n.name, g.subscriber_id, g.details
    from tenants t
    join program_event_names n on n.account_id = p_account_id
    join unnest(p_keys, p_names, v_ids, p_details)
      as g (event_key, name, subscriber_id, details) on g.name = n.name
    where t.account_id = p_account_id and g.subscriber_id is not null
    group by t.account_id, g.event_key, n.name, g.subscriber_id, g.details
    on conflict (account_id, event_key) do nothing
    returning e.event_key)
  select array_agg(event_key) into v_recorded from added;

  return query
  select g.id, coalesce(g.event_key = any (v_recorded), false)
  from unnest(p_keys, v_ids) with ordinality as g (event_key, id, place) order by g.place;
end
$$;

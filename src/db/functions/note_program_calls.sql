-- version 2
-- What programs called: docs/decisions/0100-integrations-board.md. Functions, since a cluster sends
-- them whole to the node of the account.

-- The id of a program by its signs. A new one gets `p_new_id`; where the account has `p_most` of its
-- kind, it is one of the others, which have no signs. Those with keys are a kind of their own.
create or replace function program_of(
  p_account_id bigint, p_new_id int, p_client text, p_version text, p_binding text,
  p_network text, p_signed_in boolean, p_most int, p_key_id bigint
) returns int
  language plpgsql as $$
declare
  v_id int;
  v_client text := p_client;
  v_binding text := p_binding;
  v_network text := p_network;
  v_key_id bigint := p_key_id;
begin
  select p.id into v_id from programs p where p.account_id = p_account_id
    and p.key_id = p_key_id and p.client = p_client and p.binding = p_binding
    and p.network = p_network;
  if found then return v_id; end if;
  -- Two calls that add programs wait for each other, so that the bound holds.
  perform 1 from tenants t where t.account_id = p_account_id for no key update;
  if not found then return null; end if;
  if (select count(*) from programs p where p.account_id = p_account_id
      and p.signed_in = p_signed_in and (p.key_id = 0) = (p_key_id = 0)) >= p_most then
    v_client := 'others';
    v_binding := '';
    v_network := '';
    v_key_id := 0;
  end if;
  insert into programs as p (account_id, id, key_id, client, binding, network, version, signed_in)
  values (p_account_id, p_new_id, v_key_id, v_client, v_binding, v_network, p_version, p_signed_in)
  on conflict (account_id, key_id, client, binding, network) do nothing;
  select p.id into v_id from programs p where p.account_id = p_account_id
    and p.key_id = v_key_id and p.client = v_client and p.binding = v_binding
    and p.network = v_network;
  return v_id;
end
$$;

-- Adds calls of a program. False: it was removed, and nothing is written.
create or replace function note_program_calls(
  p_account_id bigint, p_program_id int, p_version text, p_signed_in boolean,
  p_operations text[], p_outcomes text[], p_calls int[], p_steps smallint[], p_step_calls int[],
  p_last_network text
) returns boolean
  language plpgsql as $$
declare
  v_now timestamptz := now();
  v_hour timestamptz := date_trunc('hour', v_now, 'UTC');
begin
  update programs p set last_at = v_now, version = p_version, last_network = p_last_network,
    signed_in = p.signed_in or p_signed_in
  where p.account_id = p_account_id and p.id = p_program_id;
  if not found then return false; end if;
  insert into program_calls as c (account_id, program_id, hour, operation, outcome, calls, last_at)
  select t.account_id, p_program_id, v_hour, g.operation, g.outcome, sum(g.calls), v_now
  from tenants t cross join unnest(p_operations, p_outcomes, p_calls)
    as g (operation, outcome, calls)
  where t.account_id = p_account_id
  group by t.account_id, g.operation, g.outcome order by g.operation, g.outcome
  on conflict (account_id, program_id, hour, operation, outcome) do update
    set calls = c.calls + excluded.calls, last_at = excluded.last_at;
  insert into program_times as c (account_id, program_id, hour, step, calls)
  select t.account_id, p_program_id, v_hour, g.step, sum(g.calls)
  from tenants t cross join unnest(p_steps, p_step_calls) as g (step, calls)
  where t.account_id = p_account_id
  group by t.account_id, g.step order by g.step
  on conflict (account_id, program_id, hour, step) do update set calls = c.calls + excluded.calls;
  return true;
end
$$;

-- Keeps exchanges of a program, and drops all but the last `p_most_failed` and `p_most_other`.
create or replace function keep_program_exchanges(
  p_account_id bigint, p_program_id int, p_ats timestamptz[], p_places int[], p_failed boolean[],
  p_exchanges text[], p_most_failed int, p_most_other int
) returns void
  language plpgsql as $$
begin
  insert into program_exchanges (account_id, program_id, at, place, failed, exchange)
  select t.account_id, p_program_id, g.at, g.place, g.failed, g.exchange::jsonb
  from tenants t cross join unnest(p_ats, p_places, p_failed, p_exchanges)
    as g (at, place, failed, exchange)
  where t.account_id = p_account_id
  group by t.account_id, g.at, g.place, g.failed, g.exchange
  on conflict do nothing;
  delete from program_exchanges e using (
    select x.at, x.place, x.failed,
      row_number() over (partition by x.failed order by x.at desc, x.place desc) as rank
    from program_exchanges x where x.account_id = p_account_id and x.program_id = p_program_id) r
  where e.account_id = p_account_id and e.program_id = p_program_id and e.at = r.at
    and e.place = r.place
    and r.rank > case when r.failed then p_most_failed else p_most_other end;
end
$$;

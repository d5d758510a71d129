-- version 1
-- Operations that programs named and that are not offered:
-- docs/decisions/0100-integrations-board.md.

-- Counts operations that a program named and that are not offered; a name that is new is dropped
-- where the account has `p_most` names.
create or replace function note_unoffered(
  p_account_id bigint, p_program_id int, p_operations text[], p_calls int[], p_most int
) returns void
  language plpgsql as $$
declare
  v_now timestamptz := now();
begin
  insert into unoffered_operations as u (account_id, operation, program_id, calls, first_at,
    last_at)
  select t.account_id, g.operation, p_program_id, sum(g.calls), v_now, v_now
  from tenants t cross join unnest(p_operations, p_calls) as g (operation, calls)
  where t.account_id = p_account_id and (
    (select count(*) from unoffered_operations n where n.account_id = p_account_id) < p_most
    or exists (select 1 from unoffered_operations n where n.account_id = p_account_id
      and n.operation = g.operation and n.program_id = p_program_id))
  group by t.account_id, g.operation order by g.operation
  on conflict (account_id, operation, program_id) do update
    set calls = u.calls + excluded.calls, last_at = excluded.last_at;
end
$$;

-- version 2
-- Transactions that have read opt-outs and may write. On a cluster those of each node: a function
-- of an account runs on its worker, and the coordinator locks no table for it. There a statement
-- that was sent to the node of its account locks the shards alone (db/at-node/at-node.ts).
create or replace function readers_of_opt_outs() returns setof text
  language plpgsql
as $$
declare
  v_tables text := $tables$select 'opt_outs'::regclass::oid$tables$;
  v_here constant text := $here$
    select virtualtransaction from pg_locks
    where locktype = 'relation'
      and database = (select oid from pg_database where datname = current_database())
      and pid is distinct from pg_backend_pid()
    group by virtualtransaction having bool_or(relation in (%s))
      and bool_or(mode <> 'AccessShareLock') $here$;
  v_node record;
begin
  if to_regclass('pg_dist_node') is null then
    return query execute format(v_here, v_tables);
    return;
  end if;
  v_tables := v_tables || $tables$ union all select to_regclass('opt_outs_' || shardid)::oid
    from pg_dist_shard where logicalrelid = 'opt_outs'::regclass$tables$;
  for v_node in execute 'select nodeid, success, result from run_command_on_all_nodes($1)'
    using format(
      'select coalesce(string_agg(virtualtransaction, '' ''), '''') from (%s) t',
      format(v_here, v_tables))
  loop
    if not v_node.success then
      raise exception 'a node does not answer: %', v_node.result using errcode = '08006';
    end if;
    return query select v_node.nodeid || ':' || one
      from string_to_table(v_node.result, ' ') as one where one <> '';
  end loop;
end
$$;

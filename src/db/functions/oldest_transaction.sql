-- version 2
-- When the oldest transaction began that runs and may write rows of the account: on this server,
-- and on a cluster on the node of the account too, where statements are sent to directly.
-- Not restricted to the account: transactions are of the whole server.
create or replace function oldest_transaction(p_account bigint) returns timestamptz
  language plpgsql
as $$
declare
  v_here constant text := $here$
    select least(now(), min(xact_start)) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and xact_start is not null and pid <> pg_backend_pid() $here$;
  v_oldest timestamptz;
  v_node record;
begin
  execute v_here into v_oldest;
  if to_regclass('pg_dist_node') is null then return v_oldest; end if;
  for v_node in execute
    'select r.success, r.result
     from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
     join pg_dist_node n on n.groupid = p.groupid and n.noderole = ''primary''
     cross join lateral master_run_on_worker(
       array[n.nodename], array[n.nodeport], array[$2], false) r
     where s.logicalrelid = ''tenants''::regclass
       and s.shardid = get_shard_id_for_distribution_column(''tenants'', $1)'
    using p_account, v_here
  loop
    if not v_node.success then
      raise exception 'a node does not answer: %', v_node.result using errcode = '08006';
    end if;
    v_oldest := least(v_oldest, v_node.result::timestamptz);
  end loop;
  return v_oldest;
end
$$;

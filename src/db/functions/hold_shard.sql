-- version 1
-- Holds the shards of a group where they lie until the end of the transaction, as each write
-- through Citus does: whoever moves or splits them waits for it. Sent ahead of a statement that
-- names the tables of a shard (db/at-node/at-node.ts). `p_shard` is the shard of tenants: Citus has
-- one lock for it and those beside it.
create or replace function hold_shard(p_shard bigint) returns void
  language plpgsql strict
as $$
begin
  -- Mode 5: share. A move takes it exclusively on each node before it is committed.
  perform lock_shard_metadata(5, array[p_shard]);
  -- A statement of its own, which sees what was committed while it waited.
  perform from pg_dist_placement p join pg_dist_local_group g on g.groupid = p.groupid
  where p.shardid = p_shard;
  if not found then
    raise exception 'the shard % is on another node', p_shard using errcode = '55000';
  end if;
end
$$;

/**
 * Copies of the functions of an account for each group of shards, whose statements name the tables
 * of the shards: PostgreSQL plans them without Citus, once in a session. They are made of the
 * functions' own text, whenever that may have changed.
 */
import type pg from 'pg'
import type { Cells, Statement } from '../statement.ts'
import { inShards, shardGroups } from './shard-groups.ts'

/** After the tables are distributed, in the client's transaction. */
export async function copyFunctions(client: pg.ClientBase): Promise<void> {
  const ask = async ({ text }: Statement): Promise<Cells[]> =>
    (await client.query<Cells>({ text, rowMode: 'array' })).rows
  const { rows } = await client.query<{ name: string; signature: string; definition: string }>(
    `select proname as name, oid::regprocedure::text as signature,
       pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and proargnames[1] = 'p_account_id'
       and prolang <> (select oid from pg_language where lanname = 'c')`,
  )
  const isCopy = ({ name }: { name: string }) => /_\d+$/.test(name)
  // Of shards that are no more, too.
  for (const { signature } of rows.filter(isCopy)) await client.query(`drop function ${signature}`)
  const originals = rows.filter(row => !isCopy(row))
  for (const group of (await shardGroups(ask)).values()) {
    const names = new Map(group.names)
    for (const { name } of originals) names.set(name, `${name}_${group.id}`)
    for (const { definition } of originals)
      await client.query(inShards(asWritten(definition), names))
  }
}

/** Without what is set for the planner of Citus. */
const asWritten = (definition: string): string =>
  definition
    .replace(/^CREATE OR REPLACE FUNCTION public\./, 'CREATE OR REPLACE FUNCTION ')
    .replace(/^ SET plan_cache_mode TO .*\n/m, '')

/**
 * Copies of the functions of an account for each group of shards, whose statements name the tables
 * of the shards: PostgreSQL plans them without Citus, once in a session. They are made of the
 * functions' own text, whenever that may have changed.
 */
import type pg from 'pg'
import { inShards, shardGroups } from '../at-node/shard-groups.ts'
import type { Cells, Statement } from '../statement.ts'

const groupsOf = (client: pg.ClientBase) =>
  shardGroups(
    async ({ text }: Statement): Promise<Cells[]> =>
      (await client.query<Cells>({ text, rowMode: 'array' })).rows,
  )

/** How many groups of shards have none: those of shards that were split since. */
export async function groupsWithoutFunctions(client: pg.ClientBase): Promise<number> {
  const groups = [...(await groupsOf(client)).values()]
  return groups.filter(({ names }) => !names.has('save_subscription')).length
}

/**
 * Makes copies that are missing or have another text, and drops unused ones, in the client's
 * transaction, after its tables are distributed.
 */
export async function copyFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; signature: string; definition: string }>(
    `select proname as name, oid::regprocedure::text as signature,
       pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and proargnames[1] = 'p_account_id'
       and prolang <> (select oid from pg_language where lanname = 'c')`,
  )
  const isCopy = ({ name }: { name: string }) => /_\d+$/.test(name)
  const originals = rows.filter(row => !isCopy(row))
  const wanted = new Set<string>()
  for (const group of (await groupsOf(client)).values()) {
    const names = new Map(group.names)
    for (const { name } of originals) names.set(name, `${name}_${group.id}`)
    for (const { definition } of originals) wanted.add(inShards(asWritten(definition), names))
  }
  for (const { signature, definition } of rows.filter(isCopy))
    if (!wanted.delete(asWritten(definition))) await client.query(`drop function ${signature}`)
  for (const definition of wanted) await client.query(definition)
}

/** Without the settings for the planner of Citus. */
const asWritten = (definition: string): string =>
  definition
    .replace(/^CREATE OR REPLACE FUNCTION public\./, 'CREATE OR REPLACE FUNCTION ')
    .replace(/^ SET plan_cache_mode TO .*\n/m, '')

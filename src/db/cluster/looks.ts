/**
 * Looks over all accounts while a node of the cluster is down: they answer for the accounts of the
 * other nodes. Citus answers such a query for all or for none, but it asks only the nodes of the
 * accounts that a query names. So a session of its own has a temporary view of each table, of the
 * accounts that can be reached, under the name of the table.
 */
import type pg from 'pg'
import { isNodeDown } from '../again.ts'
import { send } from '../send.ts'
import type { Statement, StatementResult } from '../statement.ts'
import { nodesReached } from './nodes-reached.ts'
import { ANCHOR } from './places.ts'

export interface Looks {
  /** The answer of `usual`, or, where that finds a node down, of the other nodes. */
  answer(
    statement: Statement,
    values: unknown[],
    usual: () => Promise<StatementResult>,
  ): Promise<StatementResult>
  close(): Promise<void>
}

/** After this a session is opened anew, for new accounts and nodes that are back. */
const LASTS_MILLIS = 5000

interface LookSession {
  client: pg.Client
  began: number
  /** The distributed tables, and those with a view. */
  tables: string[]
  seen: Set<string>
  accounts: string
}

/** `silent`: the nodes, as `10.0.0.2:5432`, that are known to be down, and are not asked. */
export function createLooks(connect: () => Promise<pg.Client>, silent: () => string[]): Looks {
  let session: Promise<LookSession> | undefined
  /** One statement at a time: they share the session. */
  let turn: Promise<unknown> = Promise.resolve()

  const end = async () => {
    const ending = session
    session = undefined
    await ending?.then(({ client }) => client.end()).catch(() => {})
  }

  async function current(): Promise<LookSession> {
    const known = await session?.catch(() => undefined)
    if (known && performance.now() - known.began < LASTS_MILLIS) return known
    await end()
    session = open(connect, silent())
    return await session
  }

  async function look(statement: Statement, values: unknown[]) {
    if (!/^\s*(?:select|with)\b/i.test(statement.text)) return undefined
    try {
      const { client, tables, seen, accounts } = await current()
      const words = new Set(statement.text.match(/\w+/g))
      for (const name of tables) {
        if (seen.has(name) || !words.has(name)) continue
        await client.query(
          `create temp view ${name} as select * from public.${name}
           where account_id = any ('${accounts}')`,
        )
        seen.add(name)
      }
      return await send(client, statement, values)
    } catch (error) {
      await end()
      // One more node is down than a moment ago; or a change was asked for, or a lock.
      if (isNodeDown(error) || (error as pg.DatabaseError).code === '0A000') return undefined
      throw error
    }
  }

  function lookInTurn(statement: Statement, values: unknown[]) {
    const looked = turn.then(() => look(statement, values))
    turn = looked.catch(() => {})
    return looked
  }

  return {
    async answer(statement, values, usual) {
      try {
        return await usual()
      } catch (error) {
        if (!isNodeDown(error)) throw error
        const answer = await lookInTurn(statement, values)
        if (answer === undefined) throw error
        return answer
      }
    },
    close: end,
  }
}

async function open(connect: () => Promise<pg.Client>, silent: string[]): Promise<LookSession> {
  const client = await connect()
  try {
    await client.query('set citus.node_connection_timeout = 1000')
    const tables = await client.query<{ name: string }>(
      `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
       where p.partmethod = 'h' and not c.relispartition`,
    )
    const up = (await nodesReached(client, silent)).filter(node => node.up)
    const accounts = await client.query<{ id: string }>('select id from accounts')
    // Rows without an account have the account 0.
    const ids = ['0', ...accounts.rows.map(({ id }) => id)]
    const reached = await client.query<{ ids: string }>(
      `select coalesce(array_agg(a.id), '{}')::text as ids from unnest($1::bigint[]) as a (id)
       join pg_dist_placement p
         on p.shardid = get_shard_id_for_distribution_column('${ANCHOR}', a.id)
       join pg_dist_node n using (groupid)
       where n.nodename || ':' || n.nodeport = any ($2::text[])`,
      [ids, up.map(({ name }) => name)],
    )
    return {
      client,
      began: performance.now(),
      seen: new Set<string>(),
      tables: tables.rows.map(({ name }) => name),
      accounts: reached.rows[0]!.ids,
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Functions of an account on a real cluster, called on the node that has it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { Store } from '../../src/db/db.ts'
import { send } from '../../src/db/send.ts'
import { prepareSession } from '../../src/db/session.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { clusterNodes } from '../support/cluster.ts'
import { temporaryStore } from '../support/database.ts'

const CALLS = 300
const MB = 1024 ** 2
const LIST = {
  name: 'All',
  fromName: 'News',
  fromEmail: 'news@example.org',
  description: '',
  characterSet: '',
}

/** The port of the node with the account's rows. */
const portOf = (store: Store, accountId: number): Promise<number> =>
  store.withClient(async client => {
    const { rows } = await client.query<{ port: number }>(
      `select n.nodeport as port from pg_dist_placement p join pg_dist_node n using (groupid)
       where p.shardid = get_shard_id_for_distribution_column('tenants', $1::bigint)`,
      [accountId],
    )
    return rows[0]!.port
  })

const SAVE = `select save_subscription($1, $2, $3::bigint, $3 || '@example.com',
  $3 || '@example.com', 'Ada', 'html', true, '', '', '{}', null) as id`

test('calls in one session do not fill the memory of the node', async () => {
  const { store, connection, drop } = await temporaryStore()
  try {
    const { id } = (await addAccount(store, { username: 'ada', password: 'a long password' }))!
    const listId = await makeList(store, id, LIST)
    const port = await portOf(store, id)
    const node = (await clusterNodes(connection)).find(one => one.port === port)!
    const client = new pg.Client({ ...connection, ...node })
    await client.connect()
    try {
      for (let call = 1; call <= CALLS; call++) {
        const { rows } = await client.query({
          name: 'save',
          text: SAVE,
          values: [id, listId, String(call)],
        })
        assert.deepEqual(rows, [{ id: String(call) }])
      }
      const { rows } = await client.query(
        `select sum(total_bytes)::float8 as bytes from pg_backend_memory_contexts
         where name = 'CachedPlan'`,
      )
      assert.ok(rows[0].bytes < 5 * MB, `${rows[0].bytes} bytes of plans`)
    } finally {
      await client.end()
    }
  } finally {
    await drop()
  }
})

const FOLD = { name: 'fold', again: true, text: 'select * from fold_hits($1, 100, true, 0)' }

test('a statement with a time limit of its own is one command to the node', async () => {
  const { store, connection, drop } = await temporaryStore()
  try {
    const { id } = (await addAccount(store, { username: 'ada', password: 'a long password' }))!
    const client = new pg.Client(connection)
    await client.connect()
    try {
      await prepareSession(client, 25_000)
      const commands: string[] = []
      client.on('notice', ({ message }) => commands.push(message!))
      await client.query('set citus.log_remote_commands = on')
      // More often than it takes until a plan is kept.
      for (let call = 1; call <= 7; call++) await send(client, FOLD, [String(id)], 1_800_000)
      const others = commands.filter(command => !/^issuing SELECT .*fold_hits/.test(command))
      assert.deepEqual([commands.length, others], [7, []])
    } finally {
      await client.end()
    }
  } finally {
    await drop()
  }
})

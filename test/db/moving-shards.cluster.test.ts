/**
 * Moves of shards while statements and transactions are sent to their nodes: each answered row is
 * there, once. Two small tables, so that a move takes a moment; the functions and the way there are
 * the store's.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type pg from 'pg'
import { distributeStore } from '../../src/db/cluster/distribute.ts'
import { drain, rebalance } from '../../src/db/cluster/moving.ts'
import type { Store } from '../../src/db/db.ts'
import { functionFiles } from '../../src/db/functions.ts'
import { openStore } from '../../src/db/open-store.ts'
import type { Statement } from '../../src/db/statement.ts'
import { type ClusterDatabase, on, withCluster } from './cluster-setup.ts'

const ACCOUNTS = [1, 2, 3, 4]
const CALLERS = 4
/** MOVES=300 for as many as are wanted: twenty take a minute or three. */
const MOVES = Number(process.env.MOVES ?? 20)
const MODES = ['block_writes', 'block_writes', 'force_logical', 'block_writes', 'block_writes']

/** A statement, and a function with a copy for each shard. */
const ADD: Statement[] = [
  'insert into notes (account_id, id) values ($1, $2)',
  'select add_note($1, $2)',
].map((text, i) => ({ name: `notes.${i}`, text, again: false, accountAt: 0, node: true }))

/** Ids are taken in turns by each statement, and by a transaction. */
const WAYS = ADD.length + 1
const inTransaction = (id: number): boolean => id % WAYS === ADD.length

/** Two rows in two statements, of which one is a COPY: both, or none. */
const addByCopy = (store: Store, accountId: number, id: number): Promise<unknown> =>
  store.transact(
    async tx => {
      await tx.run(ADD[0]!, [accountId, -id])
      await tx.copy('copy notes (account_id, id) from stdin', [`${accountId}\t${id}\n`])
    },
    { accountId },
  )

const add = (store: Store, account: number, id: number): Promise<unknown> =>
  inTransaction(id) ? addByCopy(store, account, id) : store.run(ADD[id % WAYS]!, [account, id])

const SCHEMA = [
  'create table tenants (account_id bigint primary key)',
  `create table notes (account_id bigint references tenants, id bigint,
     primary key (account_id, id))`,
  `create function add_note(p_account_id bigint, p_id bigint) returns void language plpgsql as $$
   begin insert into notes (account_id, id) values (p_account_id, p_id); end $$`,
  `insert into tenants select unnest('{${ACCOUNTS}}'::bigint[])`,
]

const HOLD = functionFiles().find(({ file }) => file === 'hold_shard.sql')!.statements

async function withNotes(work: (database: ClusterDatabase) => Promise<void>): Promise<void> {
  await withCluster(
    async database => {
      const [coordinator] = database.nodes as [pg.ClientConfig]
      const few = `alter database ${coordinator.database} set citus.shard_count = 6`
      for (const statement of [few, ...SCHEMA, ...HOLD]) await on(coordinator, statement)
      await distributeStore(database.store)
      await work(database)
    },
    { migrated: false },
  )
}

interface Added {
  /** By account. */
  answered: Map<number, number[]>
  failed: { id: number; error: unknown }[]
}

/** Calls for all accounts until the work is done, of two processes' stores. */
async function whileAdding(node: pg.ClientConfig, work: () => Promise<void>): Promise<Added> {
  const stores = [openStore({ connection: node }), openStore({ connection: node })]
  const answered = new Map(ACCOUNTS.map(account => [account, [] as number[]]))
  const failed: Added['failed'] = []
  let last = 0
  let ended = false
  const calling = async (store: Store, account: number) => {
    while (!ended) {
      const id = ++last
      await add(store, account, id).then(
        () => answered.get(account)!.push(id),
        error => failed.push({ id, error }),
      )
    }
  }
  const calls = stores.flatMap(store =>
    ACCOUNTS.flatMap(account => Array.from({ length: CALLERS }, () => calling(store, account))),
  )
  await work().finally(() => {
    ended = true
  })
  await Promise.all(calls)
  await Promise.all(stores.map(store => store.close()))
  return { answered, failed }
}

/** Moves the shards of one account after the other to the other node. */
async function moveShards({ nodes }: ClusterDatabase, moves: number, modes: string[]) {
  for (let move = 0; move < moves; move++)
    await on(
      nodes[0]!,
      `select citus_move_shard_placement(p.shardid, n.nodename, n.nodeport, o.nodename, o.nodeport,
         '${modes[move % modes.length]}')
       from pg_dist_placement p join pg_dist_node n using (groupid), pg_dist_node o
       where p.shardid = get_shard_id_for_distribution_column('tenants',
           ${ACCOUNTS[move % ACCOUNTS.length]}::bigint)
         and o.groupid not in (0, p.groupid)`,
    )
}

/** Answered rows that are missing, and rows that were neither answered nor failed. */
async function differences({ nodes }: ClusterDatabase, { answered, failed }: Added) {
  const rows = await on(
    nodes[0]!,
    'select account_id::int as account, array_agg(id::int) as ids from notes group by 1',
  )
  const stored = new Map(rows.map(({ account, ids }) => [account, new Set(ids as number[])]))
  const unknown = new Set(failed.map(({ id }) => id))
  const of = (account: number) => stored.get(account) ?? new Set<number>()
  const has = (account: number, id: number) =>
    of(account).has(id) && (!inTransaction(id) || of(account).has(-id))
  return {
    lost: [...answered].flatMap(([account, ids]) => ids.filter(id => !has(account, id))),
    strange: [...answered].flatMap(([account, ids]) => {
      const known = new Set(ids)
      return [...of(account)].filter(id => !known.has(Math.abs(id)) && !unknown.has(Math.abs(id)))
    }),
  }
}

const NONE = { lost: [], strange: [] }

test('functions are copied for each shard, and again only when their text has changed', () =>
  withNotes(async ({ store, nodes }) => {
    const copies = () =>
      on(nodes[0]!, "select oid, prosrc from pg_proc where proname ~ '^add_note_' order by proname")
    const before = await copies()
    assert.equal(before.length, 6)
    await distributeStore(store)
    assert.deepEqual(await copies(), before)
    await on(
      nodes[0]!,
      `create or replace function add_note(p_account_id bigint, p_id bigint) returns void
       language plpgsql as $$ begin perform from notes where id = p_id; end $$`,
    )
    await distributeStore(store)
    for (const { prosrc } of await copies())
      assert.match(String(prosrc), /^ begin perform from notes_\d+ where id = p_id; end $/)
  }))

describe('while shards move', () => {
  test('each answered row is stored once, in both modes of a move and by a drain', () =>
    withNotes(async database => {
      const { store, nodes, address } = database
      const added = await whileAdding(nodes[0]!, async () => {
        await moveShards(database, MOVES, MODES)
        assert.equal(await drain(store, address(2), () => {}), true)
        await on(
          nodes[0]!,
          `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true)
           from pg_dist_node where nodeport = ${nodes[2]!.port}`,
        )
        assert.equal(await rebalance(store, () => {}), true)
      })
      assert.deepEqual(added.failed, [])
      assert.ok([...added.answered.values()].every(({ length }) => length > MOVES))
      assert.deepEqual(await differences(database, added), NONE)
    }))

  test('nor when all sessions of a node break off meanwhile', () =>
    withNotes(async database => {
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      const added = await whileAdding(database.nodes[0]!, async () => {
        for (let turn = 0; turn < 4; turn++) {
          const moved = moveShards(database, 4, ['block_writes']).catch(() => {})
          await on(database.nodes[1 + (turn % 2)]!, cut)
          await moved
        }
      })
      assert.deepEqual(await differences(database, added), NONE)
    }))

  test('without the lock, rows are lost: this count finds them', () =>
    withNotes(async database => {
      for (const text of HOLD)
        await on(database.nodes[0]!, text.replace(/perform lock_shard_metadata\([^;]*;/, ''))
      const added = await whileAdding(database.nodes[0]!, () =>
        moveShards(database, 40, ['block_writes']),
      )
      const { lost } = await differences(database, added)
      for (const ofTransactions of [true, false])
        assert.ok(lost.some(id => inTransaction(id) === ofTransactions))
    }))
})

/** The messages about nodes of a cluster that do not meet the requirements. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClusterNode, type NodeFacts, nodeAddress } from '../../src/db/cluster/nodes.ts'
import { nodeObstacles } from '../../src/db/cluster/obstacles.ts'

const facts: NodeFacts = {
  version: 150_020,
  citus: '13.2-1',
  walLevel: 'logical',
  preparedTransactions: 200,
  outputPlugins: 'pgoutput, citus',
  settings: [{ setting: 'TimeZone=Etc/GMT-1', ofRole: false }],
  bytes: 1,
  now: 0,
}
const node = (name: string, isCoordinator: boolean): ClusterNode => ({
  name,
  isCoordinator,
  takesShards: !isCoordinator,
  shards: 0,
  clockAheadMillis: 0,
  facts,
})

/** The message when the worker differs so. */
const told = (change: Partial<ClusterNode>, of: Partial<NodeFacts> = {}) =>
  nodeObstacles(
    [node('a:1', true), { ...node('b:2', false), facts: { ...facts, ...of }, ...change }],
    100,
  ).map(({ says, todo }) => `${says} ${todo}`)

test('each fault of a node has a sentence with its remedy', () => {
  assert.deepEqual(told({}), [])
  const faults: [RegExp, Partial<ClusterNode>, Partial<NodeFacts>?][] = [
    [/^The node b:2 does not answer: refused Start it/, { down: 'refused\nmore' }],
    [/extension citus in this database\. Run there as a superuser: create/, {}, { citus: null }],
    [
      /^The node b:2 does not know the cluster.*start_metadata_sync_to_node\('b', 2\)/,
      { knowsNothing: true },
    ],
    [/^The node b:2 has Citus 12\.1-1; 13\.2 or later/, {}, { citus: '12.1-1' }],
    [/^The node b:2 is behind: it has Citus 14.*alter extension/, {}, { citus: '14.0-1' }],
    [/^The node b:2 has PostgreSQL 14\. Use 15/, {}, { version: 140_011 }],
    [/^The clock of the node b:2 is 7\.5 s behind\..*NTP/, { clockAheadMillis: -7500 }],
    [/wal_level = replica.*alter system set wal_level = logical/, {}, { walLevel: 'replica' }],
    [/max_prepared_transactions = 10, fewer.*transactions = 100/, {}, { preparedTransactions: 10 }],
    [/lacks citus\. Run there: alter system/, {}, { outputPlugins: 'pgoutput' }],
    [
      /gives our role timezone=UTC.*reset timezone/,
      {},
      { settings: [...facts.settings, { setting: 'timezone=UTC', ofRole: true }] },
    ],
  ]
  for (const [text, change, of] of faults) {
    const sentences = told(change, of)
    assert.equal(sentences.length, 1, `${text}: ${sentences.join('; ')}`)
    assert.match(sentences[0]!, text)
  }
  // A release of PostgreSQL without the setting.
  assert.deepEqual(told({}, { outputPlugins: null }), [])
})

test('addresses of nodes', () => {
  assert.deepEqual(nodeAddress('10.0.0.2:5433'), { host: '10.0.0.2', port: 5433 })
  assert.deepEqual(nodeAddress('worker-2'), { host: 'worker-2', port: 5432 })
  assert.deepEqual(nodeAddress('[::1]:5432'), { host: '::1', port: 5432 })
  for (const wrong of ['', 'a b', 'a:99999', 'a:0', `${'x'.repeat(400)}:1`])
    assert.equal(nodeAddress(wrong), undefined, wrong)
})

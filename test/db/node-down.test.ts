/** Errors of a coordinator whose node is down: the caller is told to come again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import {
  isNodeDown,
  isStoreUnreachable,
  NodeDown,
  OutcomeUnknown,
  withRetries,
} from '../../src/db/again.ts'
import { refusalOf } from '../../src/domain/refusal.ts'

const said = (message: string) =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: '08006' })

const failed = (why: string) =>
  said(`connection to the remote node u@10.0.0.2:5432 failed with the following error: ${why}`)

test('a node that can not be reached is tried for a moment, and refused as busy', async () => {
  const began = performance.now()
  let tries = 0
  const error = await withRetries('before-sent', async () => {
    tries++
    throw failed('Connection refused\n\tIs the server running on that host?')
  }).catch(thrown => thrown)
  assert.ok(isNodeDown(error))
  assert.ok(tries <= 4, `${tries} tries in ${performance.now() - began} ms`)
  assert.equal(refusalOf(error)?.reason, 'out-of-room')
})

test('a node that broke off in the middle is a fault: its outcome is unknown', () => {
  const broken = failed('server closed the connection unexpectedly')
  assert.equal(isNodeDown(broken), false)
  assert.equal(refusalOf(broken), undefined)
  for (const why of ['FATAL:  the database system is starting up', 'timeout expired'])
    assert.ok(isNodeDown(failed(why)), why)
})

/** Of work whose first try fails: how often it was tried, and what came of it. */
async function triesOf(scope: Parameters<typeof withRetries>[0], error: Error) {
  let tries = 0
  const told = await withRetries(scope, async () => {
    if (++tries === 1) throw error
    return 'done'
  }).catch(error => error)
  return [tries, told]
}

const withoutCode = (message: string) =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: 'XX000' })

const BROKE_OFF = [
  'failure on connection marked as essential: 10.0.0.2:5432',
  'server closed the connection unexpectedly\n\tThis probably means the server terminated',
  'could not receive data from server: Connection reset by peer',
]

test('only work that may be done twice is repeated when its node broke off', async () => {
  for (const broken of BROKE_OFF.map(withoutCode)) {
    assert.deepEqual(await triesOf('again', broken), [2, 'done'])
    assert.deepEqual(await triesOf('before-sent', broken), [1, broken])
    assert.ok(isStoreUnreachable(broken))
    const inside = new OutcomeUnknown('not-committed', broken)
    assert.deepEqual(await triesOf('before-commit', inside), [2, 'done'])
  }
})

test('only work that may be done twice is repeated when its commit was broken off', async () => {
  const message = 'could not commit transaction for shard 103930 on at least one active node'
  const cause = withoutCode(message)
  const unknown = () => new OutcomeUnknown('commit-sent', cause)
  assert.deepEqual(await triesOf('again', unknown()), [2, 'done'])
  assert.deepEqual(await triesOf('before-commit', unknown()), [1, cause])
  assert.ok(isStoreUnreachable(cause))
})

test('a node that is silent is down, too', () => {
  const silent = 'could not establish any connections to the node 10.0.0.2:5432 after 1000 ms'
  assert.ok(isNodeDown(said(silent)))
  assert.equal(refusalOf(said(silent))?.reason, 'out-of-room')
})

test('a node found down by its heartbeat is refused as busy, in a transaction too', async () => {
  for (const error of [new NodeDown(), new OutcomeUnknown('not-committed', new NodeDown(), true)]) {
    const told = await withRetries('before-commit', () => Promise.reject(error)).catch(e => e)
    assert.ok(isNodeDown(told))
    assert.equal(refusalOf(told)?.reason, 'out-of-room')
  }
})

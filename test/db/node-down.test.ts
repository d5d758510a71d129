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

test('work that may be done twice is done again when its node broke off before the commit', async () => {
  const essential = Object.assign(
    new pg.DatabaseError('failure on connection marked as essential: 10.0.0.2:5432', 1, 'error'),
    { code: 'XX000' },
  )
  for (const [scope, tries] of [
    ['again', 2],
    ['before-sent', 1],
  ] as const) {
    let tried = 0
    const told = await withRetries(scope, async () => {
      if (++tried === 1) throw essential
      return 'done'
    }).catch(error => error)
    assert.deepEqual([tried, told], [tries, scope === 'again' ? 'done' : essential])
  }
})

test('a commit whose node broke off is lost: only work that may be done twice is done again', async () => {
  const message = 'could not commit transaction for shard 103930 on at least one active node'
  const cause = Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: 'XX000' })
  for (const [scope, tries] of [
    ['again', 2],
    ['before-commit', 1],
  ] as const) {
    let tried = 0
    const told = await withRetries(scope, async () => {
      if (++tried === 1) throw new OutcomeUnknown('commit-sent', cause)
      return 'done'
    }).catch(error => error)
    assert.deepEqual([tried, told], [tries, scope === 'again' ? 'done' : cause])
    if (told === cause) assert.ok(isStoreUnreachable(told))
  }
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

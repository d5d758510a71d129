/** The command that anybody proves the ledger with (docs/proof.md), and what it would find. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { compare, holds } from '../../proof/who-got-what.ts'

const RUN = join(import.meta.dirname, '../../proof/run.ts')

test('600 emails while everything is killed, a move and a failover under calls: nothing is lost', async () => {
  const given = '--people 600 --kills 1 --per-minute 6000 --lease-seconds 15'.split(' ')
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, ...given])
  assert.match(stdout, /^Everything killed after \d+ emails\. Ready again after [\d.]+ s\.$/m)
  assert.match(stdout, /^Everything killed: \d+ were taken, \d+ handed over\./m)
  assert.match(stdout, /^Twice in the ledger: 0\.$/m)
  assert.match(stdout, /^Switched\. Of \d+ calls in all 0 failed\.$/m)
  assert.match(stdout, /^Unknown to the new service, or by another id: 0\.$/m)
  assert.match(
    stdout,
    /^The primary killed after \d+ emails\. Calls are answered [\d.]+ s later\.$/m,
  )
  assert.match(stdout, /^Unknown after the failover, or by another id: 0\.$/m)
  assert.match(stdout, /^It holds\.$/m)
})

test('the proof finds who was lost, who got two in silence, and who is not known', () => {
  const people = ['a', 'b', 'c', 'd', 'e']
  const row = (email: string, state = 'accepted', onceUncertain = false) => ({
    email,
    state,
    onceUncertain,
  })
  const counts = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 2],
    ['e', 1],
  ])
  const ledger = [row('a'), row('b', 'accepted', true), row('c'), row('d')]
  const found = compare(people, ledger, counts)
  assert.deepEqual(found.got, { once: 2, twice: 2, more: 0, none: 1 })
  assert.deepEqual(
    [found.doubledInSilence, found.lostInSilence, found.unknown],
    [['c'], ['d'], ['e']],
  )
  assert.equal(holds(found), false)
  const sound = compare(['a', 'b'], [row('a'), row('b', 'accepted', true)], counts)
  assert.equal(holds(sound), true)
})

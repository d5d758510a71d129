/** What commands say when disk or store refuse: a sentence, never a stack. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { explain } from '../../src/cli/failure.ts'
import { noteLost, StoreReadOnly } from '../../src/db/again.ts'
import { noSuch, Refusal } from '../../src/domain/refusal.ts'
import { administer } from '../support/database.ts'
import { emptyDatabase, pennypost } from './setup.ts'

const failing = (code: string, message: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more })

test('a full disk, here and at the store, a lost store, a standby and Citus are sentences', () => {
  assert.equal(
    explain(failing('ENOSPC', 'no space left on device, write', { path: 'out.csv' })),
    'The disk is full, so out.csv could not be written. Make room and try again.',
  )
  assert.match(explain(failing('ENOSPC', 'x')), /^The disk is full\. Make room/)
  assert.match(
    explain(failing('53100', 'could not extend file')),
    /^The store has no room \(could not extend file\)\./,
  )
  assert.match(
    explain(noteLost(failing('ECONNREFUSED', 'connect'))),
    /^The connection to the store was lost \(connect\)\./,
  )
  assert.match(explain(new StoreReadOnly()), /^The store takes no writes: .*primary\.$/)
  const unlike = 'loaded Citus library version differs from installed extension version'
  assert.match(
    explain(new pg.DatabaseError(unlike, 1, 'error')),
    /^The server runs another release of Citus .*alter extension citus update$/,
  )
  assert.match(
    explain(new Error('a fault')),
    /^Something went wrong that should not: Error: a fault\n/,
  )
})

test('a missing object is named, with the command that lists those there are', () => {
  assert.equal(
    explain(noSuch('no-such-newsletter', 999)),
    'There is no newsletter 999. To see them: pennypost newsletter list',
  )
  assert.equal(
    explain(noSuch('no-such-list', 5)),
    'There is no list 5. To see them: pennypost list list',
  )
  assert.equal(explain(new Refusal('not-valid', 'A list needs a name.')), 'A list needs a name.')
})

test('a command on a store that takes no writes ends with a sentence', async () => {
  const database = await emptyDatabase()
  try {
    const { database: name } = database.connection
    await pennypost(['account', 'add', 'shop'], { env: database.env, input: 'a secret' })
    await administer(
      database.connection,
      `alter database ${name} set default_transaction_read_only = on`,
    )
    const added = ['list', 'add', 'x', '--from-email', 'a@example.com']
    const { code, out, err } = await pennypost(added, { env: database.env })
    assert.deepEqual([code, out, err.trimEnd().split('\n').length], [1, '', 1])
    assert.match(err, /takes no writes|standby/)
  } finally {
    await database.drop()
  }
})

/** What log-ins that wait keep in memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { createSignIn } from '../../src/domain/accounts/sign-in.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { temporaryStore } from '../support/database.ts'
import { heldInStrings } from '../support/memory.ts'

const MEGABYTE = 1 << 20
const HERE = '192.0.2.1'

const reasonOf = (signingIn: Promise<unknown>) =>
  signingIn.then(
    () => 'in',
    error => (error instanceof Refusal ? error.reason : Promise.reject(error)),
  )

test('of a password that is too long nothing is kept while it waits, and it fails like any other', async () => {
  const { store, drop } = await temporaryStore()
  try {
    const { username } = (await addAccount(store, { username: 'shop', password: 'right' }))!
    const failed: unknown[] = []
    const signIn = createSignIn(store, { onFailure: facts => failed.push(facts) })
    const before = heldInStrings()
    const attempts = Array.from({ length: 60 }, (_, i) => {
      // Of one piece, as it comes out of a request.
      const password = Buffer.alloc(4 * MEGABYTE, 97 + (i % 26)).toString('latin1')
      return reasonOf(signIn(username, password, HERE))
    })
    const grown = heldInStrings() - before
    assert.deepEqual(new Set(await Promise.all(attempts)), new Set(['unknown-credentials']))
    assert.ok(grown < 40 * MEGABYTE, `${grown / MEGABYTE} MB for 60 log-ins that wait`)
    assert.ok(failed.length > 0)
  } finally {
    await drop()
  }
})

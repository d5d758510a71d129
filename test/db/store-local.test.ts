/** What belongs to a store is not to be had of a transaction: the compiler holds it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { atomically, type Store, type Tx } from '../../src/db/db.ts'
import { takeIds } from '../../src/db/ids.ts'
import { storeLocal } from '../../src/db/store-local.ts'
import { keyHashOf } from '../../src/domain/opt-outs/erased.ts'
import { hasListener } from '../../src/domain/webhooks/publish.ts'
import { hintWork } from '../../src/domain/work/hints.ts'

const aStore = () => ({ locals: new Map() }) as unknown as Store

describe('what belongs to a store', () => {
  test('is made once for each store', () => {
    const numbers = storeLocal(() => new Set<number>())
    const names = storeLocal(() => new Set<string>())
    const [one, other] = [aStore(), aStore()]
    numbers(one).add(1)
    assert.deepEqual([...numbers(one)], [1])
    assert.deepEqual([...numbers(other)], [])
    assert.deepEqual([...names(one)], [])
  })

  test('is refused to a transaction when it is compiled', () => {
    /** Compiled and never called: tsc fails where an error is expected and none is. */
    const refused = (tx: Tx) => {
      // @ts-expect-error An id that is taken in a transaction that fails would come again.
      void takeIds(tx, 1, 'list', 1)
      // @ts-expect-error
      void keyHashOf(tx, 1, 'a@example.test')
      // @ts-expect-error
      void hasListener(tx, 1, 'subscribed')
      // @ts-expect-error Nothing is to be seen before the commit.
      hintWork(tx)
      // @ts-expect-error A transaction inside another has no isolation and no repetition of its own.
      void atomically(tx, async () => 1, { again: true })
      // @ts-expect-error
      const store: Store = tx
      return store
    }
    const allowed = (store: Store) => atomically(store, tx => atomically(tx, async () => 1))
    assert.equal(typeof refused, typeof allowed)
  })
})

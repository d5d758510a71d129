/** Ids taken by many at once: each once, and out of one block while it lasts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { returnIds, takeId, takeIds } from '../../src/db/ids.ts'
import { newAccount } from '../support/account.ts'

const oneTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b)

describe('ids', () => {
  test('taken by many at once come out of one block', async () => {
    const { account, service } = await newAccount()
    const ids = await Promise.all(
      Array.from({ length: 200 }, () => takeId(service.store, account.id, 'hit')),
    )
    assert.deepEqual(sorted(ids), oneTo(200))
  })

  test('of kinds that come one by one are dense', async () => {
    const { account, service } = await newAccount()
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => takeId(service.store, account.id, 'webhook')),
    )
    assert.deepEqual(sorted(ids), oneTo(20))
  })

  test('more than a block has, beside others who take one each', async () => {
    const { account, service } = await newAccount()
    const taken = await Promise.all([
      takeIds(service.store, account.id, 'opt-out', 250),
      ...Array.from({ length: 30 }, () => takeIds(service.store, account.id, 'opt-out', 1)),
      takeIds(service.store, account.id, 'opt-out', 1000),
    ])
    const ids = taken.flat()
    assert.equal(ids.length, 1280)
    assert.equal(new Set(ids).size, 1280)
  })

  test('that were given back come first', async () => {
    const { account, service } = await newAccount()
    const [first, second] = await takeIds(service.store, account.id, 'subscriber', 2)
    returnIds(service.store, account.id, 'subscriber', [first!])
    assert.equal(await takeId(service.store, account.id, 'subscriber'), first)
    assert.equal(await takeId(service.store, account.id, 'subscriber'), second! + 1)
  })
})

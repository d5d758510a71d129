/** Ids taken by many at once: each once, and out of one block while it lasts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chooseIds, passIds } from '../../src/db/chosen-ids.ts'
import { atomically } from '../../src/db/db.ts'
import { returnIds, takeId, takeIds } from '../../src/db/ids.ts'
import { openStore } from '../../src/db/open-store.ts'
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

  test('of a copy come once, while nodes hold blocks and one is gone with its own', async () => {
    const { account, service } = await newAccount()
    const node = () => openStore({ connection: service.connection, connections: 2 })
    const [first, second, third] = [node(), node(), node()]
    const take = (store: typeof first, many: number) =>
      takeIds(store, account.id, 'subscriber', many)
    try {
      const ids = [...(await take(first, 3)), ...(await take(second, 3))]
      // Of the block that the first node holds, and far beyond all blocks.
      const [held, far] = [ids[2]! + 10, 3_000_000_000]
      const given = await atomically(service.store, tx =>
        chooseIds(tx, account.id, 'subscriber', [held, far]),
      )
      assert.deepEqual(given, [held])
      await passIds(service.store, account.id, 'subscriber', far)
      ids.push(far, ...(await take(first, 3)), ...(await take(second, 3)))
      // As by kill -9: nobody gives its block back.
      await first.close()
      const later = await take(third, 700)
      assert.ok(later.every(id => id > far))
      ids.push(...later, ...(await take(second, 700)))
      assert.equal(new Set(ids).size, ids.length)
    } finally {
      await Promise.all([second.close(), third.close(), first.close().catch(() => {})])
    }
  })
})

/** Whether the planner's statistics know an account, by which generated statements are planned. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInStatistics } from '../../../src/domain/filters/filters.sql.ts'
import { isCluster } from '../../support/cluster.ts'
import { sendingSetup } from '../../support/sending.ts'

const skip = (await isCluster()) && 'the coordinator has no statistics of its accounts'

test('an account is in the statistics once its tables were analyzed', { skip }, async () => {
  const { store, accountId, ask, drop } = await sendingSetup(10)
  const known = async (account: number) =>
    (await isInStatistics(store, { accountId: account })).known
  try {
    for (const table of ['subscribers', 'subscriptions'])
      await ask(`alter table ${table} set (autovacuum_enabled = off)`)
    assert.equal(await known(accountId), false)
    await ask('analyze subscribers')
    assert.equal(await known(accountId), false, 'of its subscriptions nothing is known')
    await ask('analyze subscriptions')
    assert.equal(await known(accountId), true)
    assert.equal(await known(accountId + 1), false)
  } finally {
    await drop()
  }
})

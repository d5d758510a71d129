/**
 * Inserts and opt-outs of one address at the same time, from two processes: an opted-out address
 * never has a subscription.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { temporaryStore } from '../support/database.ts'
import type { Race } from '../support/race-process.ts'

test('an opted-out address never has a subscription, under any concurrent calls', async () => {
  const { store, connection, drop } = await temporaryStore()
  const accountId = 1
  const ask = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
  try {
    await ask('insert into tenants (account_id) values (1)')
    const list = {
      name: 'L',
      fromName: '',
      fromEmail: 'a@example.test',
      description: '',
      characterSet: '',
    }
    const listIds = [await makeList(store, accountId, list), await makeList(store, accountId, list)]
    const emails = Array.from(
      { length: 60 * Number(process.env.TEST_SCALE ?? 1) },
      (_, i) => `race${i}@example.test`,
    )
    const race: Race = { connection, accountId, listIds, emails, at: Date.now() + 1500 }
    const program = new URL('../support/race-process.ts', import.meta.url).pathname
    const racers = [0, 1].map(() =>
      spawn(process.execPath, [program, JSON.stringify(race)], { stdio: 'inherit' }),
    )
    assert.deepEqual(await Promise.all(racers.map(racer => once(racer, 'exit'))), [
      [0, null],
      [0, null],
    ])
    assert.deepEqual(
      await ask('select count(*), count(*) filter (where opted_out_at is null) from subscribers'),
      [[String(emails.length), '0']],
    )
    assert.deepEqual(await ask('select count(*) from opt_outs'), [[String(emails.length)]])
    assert.deepEqual(
      await ask('select count(*) from subscriptions where unsubscribed_at is null'),
      [['0']],
    )
  } finally {
    await drop()
  }
})

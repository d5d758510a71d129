/** The queue of imports: tries and failures, several workers, fairness. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { inTurn, status, whole } from '../support/file-server.ts'
import { until } from '../support/until.ts'
import { importQueue, rowsOf } from './imports-setup.ts'

const { setup, files, workerWith, queue, serve, end, progressOf } = importQueue()

describe('fetching', () => {
  test('a passing failure puts the import back with the reason, and it is tried again; a final one ends it', async () => {
    await workerWith({ settings: { pausesMillis: [300, 300] } })
    const url = files().serve('/later.csv', inTurn(status(503), whole('later@x.test;N\n')))
    const importId = await queue(url)
    await until(async () => (await progressOf(importId)).trouble !== null)
    const waiting = await progressOf(importId)
    assert.deepEqual([waiting.state, waiting.tries], [0, 1])
    assert.match(waiting.trouble!, /503/)
    const done = await end(importId)
    assert.deepEqual([done.state, done.inserted, done.trouble], [2, 1, null])
    const never = await end(await queue(files().serve('/never.csv', status(503))))
    assert.equal(never.state, 3)
    assert.match(never.trouble!, /503.*tried 3 times/s)
    assert.equal(files().count('/never.csv'), 3)
    const gone = await end(await queue(files().serve('/gone.csv', status(410))))
    assert.deepEqual([gone.state, files().count('/gone.csv')], [3, 1])
  })

  test('user, password and query of the address lie sealed in the store, and are forgotten at the end', async () => {
    const url = serve(rowsOf(1, 'secret')).replace('http://', 'http://me:hidden@')
    const importId = await queue(`${url}?token=hidden`)
    const [waiting] = await setup().ask('select url from imports where id = $1', importId)
    assert.match(waiting![0]!, /^http:\/\/127\.0\.0\.1:\d+\/queue-\d+\.csv v1\.[\w-]+$/)
    assert.doesNotMatch((await progressOf(importId)).url!, /v1|hidden/)
    await workerWith()
    assert.equal((await end(importId)).state, 2)
    const { url: kept } = await progressOf(importId)
    assert.match(kept!, /^http:\/\/127\.0\.0\.1:\d+\/queue-\d+\.csv$/)
  })

  test('nothing is left in the scratch folder', async () => {
    const worker = await workerWith()
    await end(await queue(serve(rowsOf(10, 'scratch'))))
    await end(await queue(Buffer.from(rowsOf(10, 'scratch'))))
    await until(async () =>
      (await readdir(worker.scratch, { recursive: true, withFileTypes: true })).every(
        entry => !entry.isFile(),
      ),
    )
  })
})

test('many people bring statistics: lists of a person are not looked up in the order of a list', async () => {
  await workerWith()
  assert.equal((await end(await queue(Buffer.from(rowsOf(12_000, 'many'))))).inserted, 12_000)
  const known = await setup().ask(
    "select relname from pg_class where relname in ('subscribers', 'subscriptions') " +
      'and reltuples >= 10000 order by 1',
  )
  assert.deepEqual(known, [['subscribers'], ['subscriptions']])
})

describe('several at once', () => {
  test('imports of the same people into one list, by two workers: each person once, nothing stuck', async () => {
    const listId = await setup().newList()
    const lines = rowsOf(3000, 'both').split(/(?<=\n)/)
    const orders = [lines, [...lines].reverse(), [...lines].sort(), lines.slice(1000)]
    await workerWith({ settings: { batchRows: 300 } })
    await workerWith({ settings: { batchRows: 200 } })
    const ids = await Promise.all(orders.map(order => queue(Buffer.from(order.join('')), listId)))
    const all = await Promise.all(ids.map(id => end(id)))
    assert.deepEqual(
      all.map(({ state }) => state),
      [2, 2, 2, 2],
    )
    const sum = (key: 'inserted' | 'subscribed') => all.reduce((total, one) => total + one[key], 0)
    assert.deepEqual([sum('inserted'), sum('subscribed')], [3000, 3000])
    const [[people]] = (await setup().ask(
      'select count(*) from subscriptions s join subscribers p on p.account_id = ' +
        's.account_id and p.id = s.subscriber_id where s.list_id = $1',
      listId,
    )) as [[string]]
    assert.equal(people, '3000')
  })

  test('a small import does not wait for large ones, of its own account or others, however many there are', async () => {
    const other = (await addAccount(setup().store, {
      username: 'other',
      password: 'correct horse battery staple',
    }))!
    const list = {
      name: 'All',
      fromName: 'S',
      fromEmail: 's@example.test',
      description: '',
      characterSet: '',
    }
    const theirs = await makeList(setup().store, other.id, list)
    const large = Buffer.from(rowsOf(8000, 'large'))
    const ids: number[] = []
    for (let i = 0; i < 12; i++) ids.push(await queue(large))
    await workerWith({ settings: { batchRows: 200, sliceMillis: 200 } })
    await until(async () => (await progressOf(ids[0]!)).position > 0)
    const small = await queue(Buffer.from('small@x.test;N\n'), theirs, other.id)
    assert.equal((await end(small, other.id)).state, 2)
    const waiting = await Promise.all(ids.map(progressOf))
    assert.ok(
      waiting.some(({ state }) => state < 2),
      'the large ones were done before: nothing was shown',
    )
    for (const id of ids) assert.equal((await end(id)).state, 2)
  })
})

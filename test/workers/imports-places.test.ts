/**
 * Who gets a place when many files are wanted: slow and dead servers, several accounts, files that
 * a worker died over.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { createPlaces } from '../../src/workers/places.ts'
import { type FileServer, fileServer, trickle, whole } from '../support/file-server.ts'
import { freePort } from '../support/free-port.ts'
import { ended, type ImportSetup, importSetup, startImportWorker } from '../support/imports.ts'
import { until } from '../support/until.ts'

describe('places to fetch', () => {
  let setup: ImportSetup
  let files: FileServer
  before(async () => {
    setup = await importSetup()
    await setup.worker.stop()
    files = await fileServer()
  })
  after(async () => {
    await files.close()
    await setup.close()
  })
  const newAccount = async (username: string) => {
    const { id } = (await addAccount(setup.store, {
      username,
      password: 'correct horse battery staple',
    }))!
    const list = {
      name: 'All',
      fromName: 'S',
      fromEmail: 's@example.test',
      description: '',
      characterSet: '',
    }
    return { accountId: id, listId: await makeList(setup.store, id, list) }
  }
  const queue = ({ accountId, listId }: { accountId: number; listId: number }, url: string) =>
    queueImport(setup.store, accountId, { listId, source: { url }, options: PLAIN_CSV })

  test('an import starts at once beside slow downloads, however many each of four accounts has', async () => {
    const slow = files.serve(
      '/slow.csv',
      trickle(Buffer.from('slow@x.test;N\n'.repeat(10_000)), 1, 100),
    )
    for (let i = 0; i < 4; i++) {
      const account = await newAccount(`slow${i}`)
      for (let n = 0; n < 6; n++) await queue(account, slow)
    }
    const worker = await startImportWorker(setup.store)
    try {
      await until(() => files.count('/slow.csv') >= 8)
      const fifth = await newAccount('fifth')
      const importId = await queue(fifth, files.serve('/quick.csv', whole('quick@x.test;N\n')))
      assert.equal((await ended(setup.store, fifth.accountId, importId)).state, 2)
    } finally {
      await worker.stop()
    }
  })

  test('two servers that refuse hold up no other import of their account', async () => {
    const account = await newAccount('refused')
    const dead = `http://127.0.0.1:${await freePort()}/people.csv`
    for (let i = 0; i < 2; i++) await queue(account, dead)
    const worker = await startImportWorker(setup.store, {
      fetching: { tries: 5, firstPauseMillis: 60_000 },
    })
    try {
      await pause(500)
      const importId = await queue(account, files.serve('/alive.csv', whole('alive@x.test;N\n')))
      assert.equal((await ended(setup.store, account.accountId, importId)).state, 2)
    } finally {
      await worker.stop()
    }
  })
})

describe('places to work', () => {
  const setupOf = (places: number, ofEach: number) => {
    const all = createPlaces({ places, ofEach })
    const log: string[] = []
    const taken = new Map<string, () => void>()
    const ask = async (
      name: string,
      accountId: number,
      alone = false,
      signal = new AbortController().signal,
    ) => {
      const give = await all.take(accountId, alone, signal)
      log.push(name)
      taken.set(name, give)
    }
    const give = async (name: string) => {
      taken.get(name)!()
      await pause(0)
    }
    return { all, log, ask, give }
  }

  test('no account takes more than its share, and the others go first', async () => {
    const { all, log, ask, give } = setupOf(3, 2)
    for (const [name, accountId] of [
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['d', 2],
      ['e', 3],
    ] as const)
      void ask(name, accountId)
    await pause(0)
    assert.deepEqual(log, ['a', 'b', 'd'])
    assert.equal(all.contended(), true)
    await give('d')
    assert.deepEqual(log.slice(3), ['e'])
    await give('a')
    assert.deepEqual(log.slice(4), ['c'])
    assert.equal(all.contended(), false)
  })

  test('a file that a worker died over is worked on alone, and no other passes it', async () => {
    const { log, ask, give } = setupOf(8, 2)
    for (const [name, accountId, alone] of [
      ['a', 1, false],
      ['suspect', 2, true],
      ['b', 3, false],
    ] as const)
      void ask(name, accountId, alone)
    await pause(0)
    assert.deepEqual(log, ['a'])
    await give('a')
    assert.deepEqual(log, ['a', 'suspect'])
    await give('suspect')
    assert.deepEqual(log, ['a', 'suspect', 'b'])
  })

  test('a stopped worker waits no longer, and blocks no other', async () => {
    const { log, ask } = setupOf(8, 2)
    const stop = new AbortController()
    void ask('a', 1)
    const waiting = ask('suspect', 2, true, stop.signal)
    void ask('b', 3)
    stop.abort(new Error('stopping'))
    await assert.rejects(waiting, /stopping/)
    await pause(0)
    assert.deepEqual(log, ['a', 'b'])
    await assert.rejects(ask('late', 4, false, stop.signal), /stopping/)
  })
})

/**
 * InsertTransactionFromFile, in all bindings: what is answered. What becomes of the rows is in
 * test/workers/batches.test.ts.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { batchProgress, listBatches } from '../../src/domain/transactions/batches/batches.ts'
import { setActive } from '../../src/domain/transactions/projects.ts'
import { newAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { newProject } from '../support/projects.ts'

const URL = 'https://files.example.test/orders.xml?key=secret'

describe('InsertTransactionFromFile', () => {
  test('answers the guid of a batch, which is durable and waits for a worker', async () => {
    const account = await newAccount()
    const { store } = account.service
    const project = await newProject(account)
    const guids = new Set<string>()
    await account.inEveryBinding(async call => {
      const guid = await call.InsertTransactionFromFile({
        projectGuid: project.guid,
        url: ` ${URL} `,
        format: 'text',
      })
      assert.match(guid!, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      guids.add(guid!)
      const { state, url, format, projectId, position } = await batchProgress(
        store,
        account.account.id,
        guid!,
      )
      // Waiting, or in the hands of a worker that another test runs on this store.
      assert.ok(state === 0 || state === 1, String(state))
      assert.deepEqual([url, format, projectId, position], [URL, 'text', project.id, 0])
    })
    assert.equal(guids.size, 4)
    const guid = await account.call.InsertTransactionFromFile({
      projectGuid: `{${project.guid.toUpperCase()}}` as string,
      url: URL,
      format: undefined,
    })
    assert.equal((await batchProgress(store, account.account.id, guid!)).format, 'html')
  })

  test('answers nil for a project that is not there or paused, and for what can not be fetched, and queues nothing', async () => {
    const account = await newAccount()
    const { store } = account.service
    const project = await newProject(account)
    const others = await newProject(await newAccount())
    const paused = await newProject(account, { name: 'Paused' })
    await setActive(store, account.account.id, paused.guid, false)
    const good = { strProjectGuid: project.guid, strFileUrl: URL, strFormat: 'HTML' }
    const bad = [
      { ...good, strProjectGuid: '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f' },
      { ...good, strProjectGuid: others.guid },
      { ...good, strProjectGuid: paused.guid },
      { ...good, strProjectGuid: 'Orders' },
      { ...good, strProjectGuid: '' },
      { ...good, strFileUrl: '' },
      { ...good, strFileUrl: 'orders.xml' },
      { ...good, strFileUrl: 'file:///etc/passwd' },
      { ...good, strFileUrl: 'ftp://files.example.test/orders.xml' },
      { ...good, strFormat: 'PDF' },
    ]
    for (const texts of bad) {
      await account.inEveryBinding(async (_, binding) => {
        assert.equal(
          await account.send('InsertTransactionFromFile', texts, binding),
          null,
          JSON.stringify(texts),
        )
      })
    }
    assert.deepEqual(await listBatches(store, account.account.id, 100), [])
  })

  test('tells strangers that they are none of ours, with a fault: nil is no word about credentials', async () => {
    const account = await newAccount()
    const project = await newProject(account)
    await account.as({ password: 'wrong' }).inEveryBinding(async call => {
      await assert.rejects(
        call.InsertTransactionFromFile({ projectGuid: project.guid, url: URL, format: undefined }),
        refusal('unknown-credentials'),
      )
    })
  })
})

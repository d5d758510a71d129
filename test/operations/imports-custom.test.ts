/** The import operations that wait for an import, or ask for its state. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { listImports } from '../../src/domain/imports/progress.ts'
import { newAccount, newAddress } from '../support/account.ts'
import { type FileServer, silent, status, trickle } from '../support/file-server.ts'
import { ended, onList } from '../support/imports.ts'
import { imported, importFiles, serve } from './imports-setup.ts'

let files: FileServer
let close: () => Promise<void>
before(async () => {
  ;({ files, close } = await importFiles())
})
after(() => close())

const custom = { delimiter: ';', quote: '"', escape: '"', comment: '', hasHeaders: false }

describe('InsertCsvSubscribersFromFileCustom', () => {
  test('waits for the import and answers how many people the file brought or brought up to date', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const [asa, bo] = [newAddress(), newAddress()]
    const url = serve(files, `Address|Name\n#nothing\n${asa}|'Åsa | Öberg'\n${bo}|Bo\n${asa}|Åsa\n`)
    const dialect = { delimiter: '|', quote: "'", escape: "'", comment: '#', hasHeaders: true }
    await account.inEveryBinding(async call => {
      assert.equal(await call.InsertCsvSubscribersFromFileCustom({ listId, url, ...dialect }), 2)
    })
    assert.deepEqual(
      (await onList(account, listId)).map(([email, name]) => [email, name]),
      [
        [asa, 'Åsa'],
        [bo, 'Bo'],
      ],
    )
  })

  test('answers that more than 25 fields are not activated, and changes nothing', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const row = (fields: number) => `${newAddress()};N;html${';x'.repeat(fields)}\n`
    const url = serve(files, `${row(25)}${row(26)}`)
    assert.equal(
      await account.call.InsertCsvSubscribersFromFileCustom({ listId, url, ...custom }),
      -9,
    )
    assert.deepEqual(await onList(account, listId), [])
    const hundred = await newAccount({ fieldCount: 100 })
    const theirs = await hundred.list()
    assert.equal(
      await hundred.call.InsertCsvSubscribersFromFileCustom({ listId: theirs, url, ...custom }),
      2,
    )
  })

  test('answers -2 for a file that is not there, -3 for a list that is not', async () => {
    const account = await newAccount()
    const url = files.serve('/gone.csv', status(404))
    const listId = await account.list()
    await account.inEveryBinding(async ({ InsertCsvSubscribersFromFileCustom: call }) => {
      assert.equal(await call({ listId, url, ...custom }), -2)
      assert.equal(await call({ listId: 999_999, url, ...custom }), -3)
    })
    const call = account.call.InsertCsvSubscribersFromFileCustom
    assert.equal(await call({ listId, url: 'http://169.254.169.254/latest', ...custom }), -2)
  })

  test('answers 1 only once its file is being read, else -2, and the import is given up', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const call = (url: string) =>
      account.call.InsertCsvSubscribersFromFileCustom({ listId, url, ...custom })
    const rows = Buffer.from(`${newAddress()};N\n`.repeat(40))
    // The one never answers, the other is slower than the call is patient.
    const answers = await Promise.all([
      call(files.serve('/silent.csv', silent)),
      call(files.serve('/slow.csv', trickle(rows, 10, 1_000))),
    ])
    assert.deepEqual(answers, [-2, 1])
    const given = (await listImports(account.service.store, account.account.id, 10)).find(
      ({ url }) => url!.endsWith('/silent.csv'),
    )!
    assert.equal(given.state, 3)
    assert.match(given.trouble!, /^The server sent nothing of the file within 25 s/)
  })
})

describe('GetImporterQueueImportState', () => {
  test('tells waiting or working, completed and failed', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const queue = (url: string) =>
      account.call.InsertCSVSubscribersWithDemDataFromFileToQueue({ listId, url })
    const state = (importId: number) => account.call.GetImporterQueueImportState({ importId })
    const waiting = await queue(files.serve('/never.csv', silent))
    assert.ok([0, 1].includes(await state(waiting)))
    const completed = await imported(files, account, `${newAddress()};N\n`)
    await account.inEveryBinding(async call => {
      assert.equal(await call.GetImporterQueueImportState({ importId: completed.id }), 2)
      assert.equal(await call.GetImporterQueueImportState({ importId: 999_999 }), -3)
    })
    const failed = await queue(files.serve('/404.csv', status(404)))
    await ended(account.service.store, account.account.id, failed)
    assert.equal(await state(failed), 3)
  })

  test('answers -3 for an import that is not there, or is another account’s', async () => {
    const account = await newAccount()
    const { id } = await imported(files, account, `${newAddress()};N\n`)
    const other = await newAccount()
    assert.equal(await other.call.GetImporterQueueImportState({ importId: id }), -3)
    assert.equal(await account.call.GetImporterQueueImportState({ importId: id + 1 }), -3)
    assert.equal(
      await account.as({ password: 'wrong' }).call.GetImporterQueueImportState({ importId: id }),
      -1000,
    )
  })
})

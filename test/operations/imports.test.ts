/**
 * The import operations, from the call to the rows in the store. The bad input of files is
 * test/workers/imports-bad.test.ts.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { importRejects, listImports } from '../../src/domain/imports/progress.ts'
import { newAccount, newAddress, personUnsubscribes, type TestAccount } from '../support/account.ts'
import {
  type FileServer,
  fileServer,
  silent,
  status,
  trickle,
  whole,
} from '../support/file-server.ts'
import { ended, type ImportWorker, onList, startImportWorker } from '../support/imports.ts'
import { service } from '../support/service.ts'

let files: FileServer
let worker: ImportWorker
before(async () => {
  files = await fileServer()
  // Files of other tests are its to fetch too, and they want short pauses.
  worker = await startImportWorker((await service()).store)
})
after(async () => {
  await worker.stop()
  await files.close()
})

let names = 0
const serve = (text: string): string => files.serve(`/file-${++names}.csv`, whole(text))

async function imported(account: TestAccount, text: string, listId?: number) {
  const importId = await account.call.InsertCSVSubscribersWithDemDataFromFileToQueue({
    listId: listId ?? (await account.list()),
    url: serve(text),
  })
  assert.ok(importId > 0, `queued: ${importId}`)
  return ended(account.service.store, account.account.id, importId)
}

async function rejects({ service, account }: TestAccount, importId: number) {
  const rows: unknown[] = []
  for await (const part of importRejects(service.store, account.id, importId))
    rows.push(...part.map(({ line, reason, raw }) => [line, reason, raw]))
  return rows
}

const custom = { delimiter: ';', quote: '"', escape: '"', comment: '', hasHeaders: false }

describe('InsertCSVSubscribersWithDemDataFromFileToQueue', () => {
  test('puts the people of a file on the list, with their data', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const [asa, bo] = [newAddress(), newAddress()]
    const progress = await imported(
      account,
      `${asa};Åsa;HTML;Lund;;Blue\r\n${bo};"Bo; the ""other""";text\r\n`,
    )
    assert.equal(progress.state, 2, progress.trouble ?? '')
    assert.deepEqual(
      [progress.position, progress.inserted, progress.subscribed, progress.rejected],
      [2, 2, 2, 0],
    )
    assert.deepEqual(await onList(account, listId), [
      [asa, 'Åsa', 'html', ['Lund', '', 'Blue']],
      [bo, 'Bo; the "other"', 'text', []],
    ])
  })

  test('brings known people up to date: empty values leave what is stored, an empty field is cleared, missing columns leave theirs', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const [asa, bo] = [newAddress(), newAddress()]
    const dd = (values: string) => ({ fieldNames: 'DD1;DD2;DD4', fieldValues: values })
    const person = { countryCode: '46', phone: '70', format: 'text' as const, listId }
    const id = await account.call.InsertSubscriberWithDemData({
      ...person,
      ...dd('a;b;d'),
      email: asa,
      name: 'Åsa',
    })
    await account.call.InsertSubscriberWithDemData({
      ...person,
      ...dd('a;b;d'),
      email: bo,
      name: 'Bo',
    })
    const progress = await imported(account, `${asa.toUpperCase()};;;x;\n${bo};Bo;text;a;b;;d\n`)
    assert.deepEqual(
      [progress.updated, progress.unchanged, progress.inserted, progress.subscribed],
      [1, 1, 0, 0],
    )
    const rows = await account.call.GetPagedSubscribers({ listId, page: 1, size: 10 })
    const [first] = rows
    assert.deepEqual(
      [first!.id, first!.email, first!.countryCode, first!.phone],
      [id, asa, '46', '70'],
    )
    assert.deepEqual(await onList(account, listId), [
      [asa, 'Åsa', 'text', ['x', '', '', 'd']],
      [bo, 'Bo', 'text', ['a', 'b', '', 'd']],
    ])
  })

  test('counts a repeated address, whose last row wins, column by column', async () => {
    const account = await newAccount()
    const [asa, bo] = [newAddress(), newAddress()]
    const progress = await imported(
      account,
      `${asa};First;text;1;2\n${bo};Bo\n${asa};;;9\n${asa};Last\n`,
    )
    assert.deepEqual([progress.inserted, progress.repeated, progress.position], [2, 2, 4])
    assert.deepEqual((await onList(account, await account.list()))[0], [
      asa,
      'Last',
      'text',
      ['9', '2'],
    ])
  })

  test('never brings back who opted out or unsubscribed from the list, and leaves them as they are', async () => {
    const account = await newAccount()
    const { call } = account
    const listId = await account.list()
    const [out, off, fine] = [newAddress(), newAddress(), newAddress()]
    const person = { name: 'Before', format: undefined, countryCode: '', phone: '', listId }
    await call.InsertSubscriber({ ...person, email: out })
    const offId = await call.InsertSubscriber({ ...person, email: off })
    await call.MoveSubscriberToOptOutAll({ email: out, reason: '', listText: '', sendingText: '' })
    await personUnsubscribes(account, off)
    const progress = await imported(
      account,
      `${out};After\n${off};After\n${fine};After\n${out};After\n`,
    )
    assert.deepEqual([progress.state, progress.inserted, progress.rejected], [2, 1, 3])
    assert.deepEqual(progress.rejectedBy, { 'opted-out': 2, unsubscribed: 1 })
    assert.deepEqual(await rejects(account, progress.id), [
      [1, 'opted-out', `${out};After`],
      [2, 'unsubscribed', `${off};After`],
      [4, 'opted-out', `${out};After`],
    ])
    assert.deepEqual(
      (await onList(account, listId)).map(([email]) => email),
      [fine],
    )
    // Another list of the same account is another consent.
    const other = await account.newList('Other')
    await imported(account, `${off};Elsewhere\n`, other)
    assert.deepEqual(
      (await call.GetSubscriberMailingLists({ subscriberId: offId, email: '' })).map(
        ({ listId }) => listId,
      ),
      [other],
    )
  })

  test('skips and lists rows that break a rule, and applies the others', async () => {
    const account = await newAccount()
    const fine = newAddress()
    const text = `nobody;N\n${fine};Fine\n${newAddress()};N;pdf\n${newAddress()};N;html;${'x'.repeat(501)}\n`
    const progress = await imported(account, text)
    assert.deepEqual([progress.state, progress.inserted, progress.rejected], [2, 1, 3])
    const kept = (await rejects(account, progress.id)) as [number, string, string][]
    assert.deepEqual(
      kept.map(([line, reason]) => [line, reason]),
      [
        [1, 'address'],
        [3, 'format'],
        [4, 'data-field'],
      ],
    )
  })

  test('fails when no row can be used, with a reason', async () => {
    const account = await newAccount()
    const nothing = await imported(account, '')
    assert.deepEqual([nothing.state, nothing.trouble], [3, 'The file holds no rows.'])
    const unusable = await imported(account, 'a\nb\n')
    assert.deepEqual(
      [unusable.state, unusable.trouble],
      [3, 'No row of 2 could be used (address: 2).'],
    )
  })

  test('refuses a list that is not there, an address that is none, and a wrong password', async () => {
    const account = await newAccount()
    const others = await (await newAccount()).list()
    const listId = await account.list()
    const url = serve('a')
    await account.inEveryBinding(async call => {
      const queue = call.InsertCSVSubscribersWithDemDataFromFileToQueue
      assert.equal(await queue({ listId: others + 1000, url }), -3)
      assert.equal(await queue({ listId, url: '' }), -2)
      assert.equal(await queue({ listId, url: 'file:///etc/passwd' }), -2)
    })
    await account.as({ password: 'wrong' }).inEveryBinding(async call => {
      assert.equal(
        await call.InsertCSVSubscribersWithDemDataFromFileToQueue({ listId, url }),
        -1000,
      )
    })
  })
})

describe('InsertCsvSubscribersFromFileCustom', () => {
  test('waits for the import and answers how many people the file brought or brought up to date', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const [asa, bo] = [newAddress(), newAddress()]
    const url = serve(`Address|Name\n#nothing\n${asa}|'Åsa | Öberg'\n${bo}|Bo\n${asa}|Åsa\n`)
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
    const url = serve(`${row(25)}${row(26)}`)
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
    assert.match(given.trouble!, /^Nothing of the file had come within 25 s/)
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
    const completed = await imported(account, `${newAddress()};N\n`)
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
    const { id } = await imported(account, `${newAddress()};N\n`)
    const other = await newAccount()
    assert.equal(await other.call.GetImporterQueueImportState({ importId: id }), -3)
    assert.equal(await account.call.GetImporterQueueImportState({ importId: id + 1 }), -3)
    assert.equal(
      await account.as({ password: 'wrong' }).call.GetImporterQueueImportState({ importId: id }),
      -1000,
    )
  })
})

/**
 * The import operations, from the call to the rows in the store. The bad input of files is
 * test/workers/imports-bad.test.ts.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { importRejects } from '../../src/domain/imports/progress.ts'
import { newAccount, newAddress, personUnsubscribes, type TestAccount } from '../support/account.ts'
import type { FileServer } from '../support/file-server.ts'
import { onList } from '../support/imports.ts'
import { imported, importFiles, serve } from './imports-setup.ts'

let files: FileServer
let close: () => Promise<void>
before(async () => {
  ;({ files, close } = await importFiles())
})
after(() => close())

async function rejects({ service, account }: TestAccount, importId: number) {
  const rows: unknown[] = []
  for await (const part of importRejects(service.store, account.id, importId))
    rows.push(...part.map(({ line, reason, raw }) => [line, reason, raw]))
  return rows
}

describe('InsertCSVSubscribersWithDemDataFromFileToQueue', () => {
  test('puts the people of a file on the list, with their data', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const [asa, bo] = [newAddress(), newAddress()]
    const progress = await imported(
      files,
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
    const progress = await imported(
      files,
      account,
      `${asa.toUpperCase()};;;x;\n${bo};Bo;text;a;b;;d\n`,
    )
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
      files,
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
      files,
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
    await imported(files, account, `${off};Elsewhere\n`, other)
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
    const text =
      `nobody;N\n${fine};Fine\n${newAddress()};N;pdf\n` +
      `${newAddress()};N;html;${'x'.repeat(501)}\n`
    const progress = await imported(files, account, text)
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
    const nothing = await imported(files, account, '')
    assert.deepEqual([nothing.state, nothing.trouble], [3, 'The file holds no rows.'])
    const unusable = await imported(files, account, 'a\nb\n')
    assert.deepEqual(
      [unusable.state, unusable.trouble],
      [3, 'No row of 2 could be used (address: 2).'],
    )
  })

  test('refuses a list that is not there, an address that is none, and a wrong password', async () => {
    const account = await newAccount()
    const others = await (await newAccount()).list()
    const listId = await account.list()
    const url = serve(files, 'a')
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

/** People given as XML, from the call to the rows in the store. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { editField } from '../../src/domain/demographics/change-field.ts'
import { listImports } from '../../src/domain/imports/progress.ts'
import { newAccount, newAddress } from '../support/account.ts'
import { ended, type ImportWorker, onList, startImportWorker } from '../support/imports.ts'
import { service } from '../support/service.ts'

let worker: ImportWorker
before(async () => {
  worker = await startImportWorker((await service()).store)
})
after(() => worker.stop())

describe('AddSubscribersFromXmlToQueue', () => {
  const xmlOf = (...people: string[]) =>
    `<Subscribers>${people.map(inside => `<Subscriber>${inside}</Subscriber>`).join('')}</Subscribers>`

  test('imports people by field numbers, in every binding, with data that is durable before the call is answered', async () => {
    const account = await newAccount()
    const listId = await account.list()
    await account.inEveryBinding(async (call, binding) => {
      const email = newAddress()
      const xml = xmlOf(
        `<Email>${email}</Email><Name>Åsa &amp; Bo ` +
          `${binding}</Name><Format>Text</Format><CountryCode>46</CountryCode><PhoneNumber>701</PhoneNumber><DD3>Lund</DD3>`,
      )
      const importId = await call.AddSubscribersFromXmlToQueue({ listId, xml, mapNames: false })
      const progress = await ended(account.service.store, account.account.id, importId)
      assert.deepEqual([progress.state, progress.inserted, progress.trouble], [2, 1, null])
      const row = (await account.call.GetPagedSubscribers({ listId, page: 1, size: 10 })).find(
        row => row.email === email,
      )!
      assert.deepEqual(
        [row.name, row.format, row.countryCode, row.phone],
        [`Åsa & Bo ${binding}`, 'text', '46', '701'],
      )
      assert.deepEqual((row.fields as unknown as string[]).slice(0, 3), ['', '', 'Lund'])
    })
  })

  test('imports rows of another name that have an address', async () => {
    const account = await newAccount()
    const listId = await account.list()
    await account.inEveryBinding(async call => {
      const email = newAddress()
      const xml = `<NewDataSet><About><By>me</By></About><Table><Name>Ada</Name><Email>${email}</Email><DD2>x</DD2></Table></NewDataSet>`
      const importId = await call.AddSubscribersFromXmlToQueue({ listId, xml, mapNames: false })
      const progress = await ended(account.service.store, account.account.id, importId)
      assert.deepEqual([progress.state, progress.inserted, progress.rejected], [2, 1, 0])
      assert.ok(
        (await onList(account, listId)).some(
          ([address, name]) => address === email && name === 'Ada',
        ),
      )
    })
  })

  test('leaves fields that are not given, and takes fields by the account’s names when asked to', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const email = newAddress()
    await editField(account.service.store, account.account.id, 2, { name: 'City' })
    const person = { email, name: 'N', countryCode: '', phone: '', format: undefined, listId }
    await account.call.InsertSubscriberWithDemData({
      ...person,
      fieldNames: 'DD1;DD2',
      fieldValues: 'one;two',
    })
    const xml = xmlOf(`<Email>${email}</Email><DemographicData Name="City">Malmö</DemographicData>`)
    const importId = await account.call.AddSubscribersFromXmlToQueue({
      listId,
      xml,
      mapNames: true,
    })
    assert.equal((await ended(account.service.store, account.account.id, importId)).updated, 1)
    assert.deepEqual((await onList(account, listId))[0], [email, 'N', 'html', ['one', 'Malmö']])
  })

  test('refuses what can’t be read to its end, and an unknown list, and queues nothing', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const fine = xmlOf(`<Email>${newAddress()}</Email>`)
    await account.inEveryBinding(async call => {
      const queue = (xml: string, list = listId) =>
        call.AddSubscribersFromXmlToQueue({ listId: list, xml, mapNames: false })
      assert.equal(await queue(''), -2)
      assert.equal(await queue(fine.slice(0, -5)), -2)
      assert.equal(await queue('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'), -2)
      assert.equal(await queue(fine, 999_999), -3)
    })
    assert.equal(
      await account
        .as({ password: 'wrong' })
        .call.AddSubscribersFromXmlToQueue({ listId, xml: fine, mapNames: false }),
      -1000,
    )
    assert.deepEqual(await listImports(account.service.store, account.account.id, 10), [])
  })
})

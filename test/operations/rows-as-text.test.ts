/**
 * Rows given as a text in a call: separated by any usual sign, and applied before the answer, by no
 * worker. The calls of a program that has added people so for years.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { editField } from '../../src/domain/demographics/change-field.ts'
import { importProgress, listImports } from '../../src/domain/imports/progress.ts'
import { addCredits } from '../../src/domain/sms/credits/credits.ts'
import { newAccount, newAddress, type TestAccount } from '../support/account.ts'
import { ended, onList, startImportWorker } from '../support/imports.ts'
import { newProject } from '../support/projects.ts'

const stateOf = async ({ service, account }: TestAccount, importId: number) => {
  const found = await importProgress(service.store, account.id, importId)
  return found && [found.state, found.inserted, found.updated, found.repeated, found.rejected]
}

const importsOf = ({ service, account }: TestAccount) => listImports(service.store, account.id, 100)

describe('InsertCsvSubscribersWithDemData', () => {
  test('takes rows with any delimiter, and has applied them when it answers', async () => {
    const own = await newAccount()
    const listId = await own.list()
    for (const delimiter of [';', ',', '\t'])
      await own.inEveryBinding(async ({ InsertCsvSubscribersWithDemData, UpdateSubscriber }) => {
        const [one, two] = [newAddress(), newAddress()]
        const row = (...values: string[]) => values.join(delimiter)
        const csv = `${row(one, 'Komma', 'HTML', 'd1', 'd2')}\r\n${row(two, `"a${delimiter}b"`)}`
        const importId = await InsertCsvSubscribersWithDemData({ listId, csv })
        assert.deepEqual(await stateOf(own, importId), [2, 2, 0, 0, 0])
        const named = { subscriberId: undefined, email: one }
        assert.equal(await UpdateSubscriber({ ...named, phone: '0701740610' }), 1)
        const [row1] = await own.call.GetSubscriberDetails({ email: one })
        assert.deepEqual(row1!.fields, { dd1: 'd1', dd2: 'd2' })
        assert.deepEqual([row1!.name, row1!.phone], ['Komma', '0701740610'])
        const [row2] = await own.call.GetSubscriberDetails({ email: two })
        assert.equal(row2!.name, `a${delimiter}b`)
      })
  })

  test('merges the rows of one address, and leaves the ids of the next people dense', async () => {
    const own = await newAccount()
    const listId = await own.list()
    const email = newAddress()
    const { InsertCsvSubscribersWithDemData: insert } = own.call
    const first = await insert({ listId, csv: `${email},A\n${email},B,,x\nnobody,C` })
    assert.deepEqual(await stateOf(own, first), [2, 1, 0, 1, 1])
    const again = await insert({ listId, csv: `${email},C` })
    assert.deepEqual(await stateOf(own, again), [2, 0, 1, 0, 0])
    assert.deepEqual(await onList(own, listId), [[email, 'C', 'html', ['x']]])
    const [a, b] = [newAddress(), newAddress()]
    await insert({ listId, csv: a })
    await insert({ listId, csv: b })
    const idOf = async (address: string) =>
      (await own.call.GetSubscriberDetails({ email: address }))[0]!.id
    assert.ok((await idOf(b)) - (await idOf(email)) < 100)
  })

  test('answers -2 and queues nothing if no row can be used', async () => {
    const own = await newAccount()
    const listId = await own.list()
    await own.inEveryBinding(async ({ InsertCsvSubscribersWithDemData: insert }) => {
      for (const csv of ['', ' ', '\n', 'nobody', 'nobody,x\nno@one,y', `sep=;`, 'Email,Name'])
        assert.equal(await insert({ listId, csv }), -2, JSON.stringify(csv))
    })
    assert.equal(
      await own.call.InsertCsvSubscribersWithDemData({ listId, csv: 'nobody\n'.repeat(3_000) }),
      -2,
    )
    assert.deepEqual(await importsOf(own), [])
  })

  test('skips who has opted out, which is no fault of the rows', async () => {
    const own = await newAccount()
    const listId = await own.list()
    const email = newAddress()
    await own.call.MoveSubscriberToOptOutAll({ email })
    const importId = await own.call.InsertCsvSubscribersWithDemData({ listId, csv: `${email},A` })
    assert.deepEqual(await stateOf(own, importId), [2, 0, 0, 0, 1])
    assert.deepEqual(await onList(own, listId), [])
  })

  describe('with many rows', () => {
    let worker: Awaited<ReturnType<typeof startImportWorker>>
    let own: TestAccount
    before(async () => {
      own = await newAccount()
      worker = await startImportWorker(own.service.store)
    })
    after(() => worker.stop())

    test('leaves them to the queue, wherever the first good one is', async () => {
      const listId = await own.list()
      const csv = `${'nobody\n'.repeat(2_500)}${newAddress()};A\n`
      const importId = await own.call.InsertCsvSubscribersWithDemData({ listId, csv })
      const { state, inserted, rejected } = await ended(own.service.store, own.account.id, importId)
      assert.deepEqual([state, inserted, rejected], [2, 1, 2_500])
    })
  })
})

test('the thirteen calls of a program that separates by commas', async () => {
  const own = await newAccount()
  const { store } = own.service
  const { call } = own
  const listId = await own.list()
  for (const [number, name] of ['Username', 'Password', 'Kundnummer', 'Date', 'Mobil'].entries())
    await editField(store, own.account.id, number + 1, { name })
  const { guid } = await newProject(own)
  await addCredits(store, own.account.id, '10', '')
  const [email, other] = [newAddress(), newAddress()]
  const fields = { fieldNames: 'DD1;DD3', fieldValues: 'user;77' }
  const person = { email: other, name: 'Bo Ek', format: 'html' as const }
  const nobody = { subscriberId: undefined }

  // A welcome email.
  assert.deepEqual([...(await call.GetSubscriberDetails({ subscriberId: '', email: other }))], [])
  const transaction = { ...person, ...fields, projectGuid: guid, identifier: '4711' }
  assert.ok((await call.InsertTransaction({ ...transaction, sendTime: undefined })) > 0)
  const phone = { countryCode: '46', phone: '' }
  assert.ok(
    (await call.InsertSubscriberWithDemData({ listId, ...person, ...phone, ...fields })) > 0,
  )
  const interval = { from: '2026-01-01T00:00:00', until: '2030-01-01T00:00:00' }
  const bounces = await call.GetTransactionBouncesByDateInterval({
    projectGuid: guid,
    from: new Date(interval.from),
    until: new Date(interval.until),
  })
  assert.deepEqual([...bounces], [])

  // A person is added, and the telephone set in the next call.
  const csv = `${email},Anna Berg,HTML,,,1234,2026-11-29 07:24:17,0701740610`
  assert.ok((await call.InsertCsvSubscribersWithDemData({ listId, csv })) > 0)
  const parts = { name: 'Anna Berg', countryCode: '46', phone: '701740610' }
  assert.equal(await call.UpdateSubscriber({ ...nobody, email, ...parts, format: undefined }), 1)

  // Another one leaves; who is on the list is looked up by the number of a customer.
  const leaving = { ...nobody, email: other, listId }
  assert.equal(await call.DeleteSubscription(leaving), 1)
  const rows = await call.GetSubscribers({ listId })
  assert.deepEqual(
    rows.map(row => [row.email, row.name, row.fields[2], row.fields[4]]),
    [[email, 'Anna Berg', '1234', '0701740610']],
  )
  const sms = { senderName: 'The Shop', countryCode: '46', phone: '701740610', message: 'Hej' }
  assert.equal((await call.SendSmsWithSenderName(sms)).creditCost, '1')
  assert.equal(
    await call.UpdateSubscriberData({ ...nobody, email, field: 'DD1', value: 'anna' }),
    1,
  )
  assert.equal(await call.MoveSubscriberToOptOutAll({ email: other }), 1)
  const optedOut = await call.GetOptOutAll({})
  assert.deepEqual(
    optedOut.map(row => row.email),
    [other],
  )
  const [details] = await call.GetSubscriberDetails({ subscriberId: '', email })
  assert.deepEqual(
    [details!.name, details!.countryCode, details!.phone, details!.fields.Username],
    ['Anna Berg', '46', '701740610', 'anna'],
  )
})

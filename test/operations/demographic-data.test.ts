/**
 * Demographic data: GetDemographicData, and how InsertSubscriberWithDemData takes names and values
 * apart.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { saveField } from '../../src/domain/demographics/demographics.sql.ts'
import { newAccount, newAddress, type TestAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'

/** Inserts with names and values of fields, and answers the fields as they are read back. */
async function stored(
  { call, newList }: TestAccount,
  ...inserts: [names: string, values: string][]
): Promise<string[]> {
  const [listId, email] = [await newList(), newAddress()]
  for (const [fieldNames, fieldValues] of inserts)
    assert.ok(
      (await call.InsertSubscriberWithDemData({ listId, email, fieldNames, fieldValues })) > 0,
    )
  return (await call.GetPagedSubscribers({ listId, page: 1, size: 1 }))[0]!.fields
}

describe('InsertSubscriberWithDemData, its data', () => {
  test('sets every named field, by name with or without dd in any case; the rest stay', async () => {
    const { inEveryBinding, newList } = await newAccount()
    await inEveryBinding(async own => {
      const listId = await newList()
      const person = { listId, email: newAddress() }
      const fieldsNow = async () =>
        (await own.GetPagedSubscribers({ listId, page: 1, size: 1 }))[0]?.fields
      await own.InsertSubscriberWithDemData({
        ...person,
        fieldNames: 'DD1;dd3;5',
        fieldValues: 'Lund;Åsa Öberg €;<&>"\'',
      })
      assert.deepEqual(await fieldsNow(), ['Lund', '', 'Åsa Öberg €', '', '<&>"\''])
      await own.InsertSubscriberWithDemData({
        ...person,
        fieldNames: ' DD003 ;DD2',
        fieldValues: ';two',
      })
      assert.deepEqual(
        await fieldsNow(),
        ['Lund', 'two', '', '', '<&>"\''],
        'an empty value empties its field',
      )
      await own.InsertSubscriber(person)
      assert.deepEqual(await fieldsNow(), ['Lund', 'two', '', '', '<&>"\''])
    })
  })

  test('pipes are the delimiter if the names contain one', async () => {
    assert.deepEqual(await stored(await newAccount(), ['DD1|DD2', 'a;b|c']), ['a;b', 'c'])
  })

  test('fewer values than names: the rest are empty; more: they are left out', async () => {
    const account = await newAccount()
    assert.deepEqual(await stored(account, ['DD1;DD2;DD3', 'a;b;c'], ['DD1;DD2;DD3', 'x']), ['x'])
    assert.deepEqual(await stored(account, ['DD1;DD2', 'a;b;c;d']), ['a', 'b'])
    assert.deepEqual(await stored(account, ['', 'a;b']), [])
    assert.deepEqual(await stored(account, ['DD1;', 'a;']), ['a'])
    assert.deepEqual(await stored(account, ['DD2;dd2', 'a;b']), ['', 'b'])
  })

  test('of one name alone the value is all there is', async () => {
    const account = await newAccount()
    assert.deepEqual(await stored(account, ['DD1', 'a;b|c;']), ['a;b|c;'])
    assert.deepEqual(await stored(account, [' dd2 ', ';']), ['', ';'])
    assert.deepEqual(await stored(account, ['DD1', '']), [])
  })

  test('an empty name is skipped with its value', async () => {
    const account = await newAccount()
    assert.deepEqual(await stored(account, [';DD1', 'a;b']), ['b'])
    assert.deepEqual(await stored(account, ['DD1;;DD2', 'a;b;c']), ['a', 'c'])
    assert.deepEqual(await stored(account, ['DD1| |DD2', 'a|b|c;d']), ['a', 'c;d'])
    assert.deepEqual(await stored(account, [';;', 'a;b;c']), [])
  })

  test('a value has up to 500 characters', async () => {
    const own = await newAccount()
    const listId = await own.list()
    assert.deepEqual(await stored(own, ['DD1', '€'.repeat(500)]), ['€'.repeat(500)])
    await own.inEveryBinding(async call => {
      const email = newAddress()
      const fieldValues = 'x'.repeat(501)
      assert.equal(
        await call.InsertSubscriberWithDemData({ listId, email, fieldNames: 'DD1', fieldValues }),
        -2,
      )
    })
    assert.deepEqual(await own.call.GetPagedSubscribers({ listId, page: 1, size: 10 }), [])
  })

  test('refuses names that are no field: -2, and adds no one', async () => {
    const { inEveryBinding, list, call } = await newAccount()
    const listId = await list()
    await inEveryBinding(async own => {
      for (const fieldNames of ['DD0', 'DD101', 'City', 'DD1;x;DD2', 'DD-1', 'DD1.5', 'DD1,DD2'])
        assert.equal(
          await own.InsertSubscriberWithDemData({
            listId,
            email: newAddress(),
            fieldNames,
            fieldValues: 'a;b;c',
          }),
          -2,
          fieldNames,
        )
    })
    assert.deepEqual(await call.GetPagedSubscribers({ listId, page: 1, size: 10 }), [])
  })

  test('all hundred are taken, however many are activated; as many as are activated are shown', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `DD${i + 1}`).join(';')
    const values = Array.from({ length: 100 }, (_, i) => `v${i + 1}`)
    assert.deepEqual(
      await stored(await newAccount(), [names, values.join(';')]),
      values.slice(0, 25),
    )
    assert.deepEqual(
      await stored(await newAccount({ fieldCount: 100 }), [names, values.join(';')]),
      values,
    )
  })
})

describe('GetDemographicData', () => {
  test('answers a hundred fields; so many are activated', async () => {
    for (const fieldCount of [25, 100] as const) {
      const own = await newAccount({ fieldCount })
      const { store } = own.service
      await saveField(store, {
        accountId: own.account.id,
        number: 2,
        name: 'Ort / Åäö €',
        type: 'date',
        choices: [],
      })
      const fields = await own.call.GetDemographicData()
      assert.deepEqual(
        fields,
        Array.from({ length: 100 }, (_, i) => ({
          number: i + 1,
          field: `DD${i + 1}`,
          name: i === 1 ? 'Ort / Åäö €' : `DD${i + 1}`,
          type: i === 1 ? 'date' : 'text',
          activated: i < fieldCount,
        })),
      )
      assert.deepEqual(columnsOf(fields), [
        { name: 'Id', type: 'xs:int' },
        { name: 'Field', type: 'xs:string' },
        { name: 'Name', type: 'xs:string' },
        { name: 'Type', type: 'xs:string' },
        { name: 'Activated', type: 'xs:boolean' },
      ])
    }
  })

  test('names are the account’s own', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()]
    await saveField(theirs.service.store, {
      accountId: theirs.account.id,
      number: 1,
      name: 'Theirs',
      type: 'text',
      choices: [],
    })
    assert.equal((await mine.call.GetDemographicData())[0]?.name, 'DD1')
  })

  test('refuses a stranger with a fault', async () => {
    const { as } = await newAccount()
    await assert.rejects(
      as({ password: 'wrong' }).call.GetDemographicData(),
      refusal('unknown-credentials'),
    )
  })
})

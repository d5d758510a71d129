/** Mailing list operations, section 4.3: their answers and refusals, in all four bindings. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAccount, newAddress } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'
import { bindings } from '../support/typed-client/request.ts'

const good = { name: 'Customers', fromName: 'Shop', fromEmail: 'shop@example.test' }

describe('InsertMailingList', () => {
  test('makes a list and answers its id', async () => {
    const { inEveryBinding, call } = await newAccount()
    const ids: number[] = []
    await inEveryBinding(async (own, binding) => {
      const id = await own.InsertMailingList({
        ...good,
        name: `Åsa Öberg € over ${binding}`,
        description: 'A & <b>',
      })
      assert.ok(id > 0)
      ids.push(id)
    })
    assert.equal(new Set(ids).size, bindings.length, 'each list has an id of its own')
    const lists = await call.GetMailingLists()
    assert.deepEqual(
      lists.map(({ id, name, fromName, fromEmail, description, subscribers }) => [
        id,
        name,
        fromName,
        fromEmail,
        description,
        subscribers,
      ]),
      bindings.map((binding, i) => [
        ids[i],
        `Åsa Öberg € over ${binding}`,
        'Shop',
        'shop@example.test',
        'A & <b>',
        0,
      ]),
    )
  })

  test('ids of an account are small and dense, independent of other accounts', async () => {
    const [one, other] = [await newAccount(), await newAccount()]
    assert.deepEqual([await one.newList(), await other.newList(), await one.newList()], [1, 1, 2])
  })

  test('takes character sets that emails can be written in, and iso-8859-1 for none', async () => {
    const { call } = await newAccount()
    for (const characterSet of [
      '',
      'UTF-8',
      'windows-1252',
      'ISO-8859-15',
      'iso-2022-jp',
      'koi8-r',
    ])
      assert.ok((await call.InsertMailingList({ ...good, characterSet })) > 0, characterSet)
    assert.deepEqual(
      (await call.GetMailingLists()).map(({ characterSet }) => characterSet),
      ['iso-8859-1', 'utf-8', 'windows-1252', 'iso-8859-15', 'iso-2022-jp', 'koi8-r'],
    )
  })

  test('takes a name of up to 200 characters, without the blanks around it', async () => {
    const { call } = await newAccount()
    assert.equal(await call.InsertMailingList({ ...good, name: ` ${'ä'.repeat(200)} ` }), 1)
    assert.equal((await call.GetMailingLists())[0]?.name, 'ä'.repeat(200))
    assert.equal(await call.InsertMailingList({ ...good, name: 'a'.repeat(201) }), -2)
  })

  test('takes names of several lines, and answers them as they are', async () => {
    const { call } = await newAccount()
    const name = 'Customers\nof the north'
    assert.equal(await call.InsertMailingList({ ...good, name, fromName: 'The\nShop' }), 1)
    const [list] = await call.GetMailingLists()
    assert.deepEqual([list?.name, list?.fromName], [name, 'The\nShop'])
  })

  test('refuses what no list can have: -2, and makes nothing', async () => {
    const { inEveryBinding, call } = await newAccount()
    await inEveryBinding(async own => {
      for (const wrong of [
        { name: '' },
        { name: '   ' },
        { fromEmail: '' },
        { fromEmail: 'shop' },
        { fromEmail: 'shop@example.test\r\nBcc: all@example.test' },
        { characterSet: 'klingon' },
        { characterSet: 'base64' },
        { characterSet: 'utf-16' },
        { fromName: 'x'.repeat(201) },
        { description: 'x'.repeat(2001) },
      ])
        assert.equal(
          await own.InsertMailingList({ ...good, ...wrong }),
          -2,
          JSON.stringify(wrong).slice(0, 80),
        )
    })
    assert.deepEqual(await call.GetMailingLists(), [])
  })

  test('answers -1000 to a wrong password', async () => {
    const { as } = await newAccount()
    await as({ password: 'wrong' }).inEveryBinding(async own =>
      assert.equal(await own.InsertMailingList(good), -1000),
    )
  })
})

describe('GetMailingLists', () => {
  test('answers the lists of the account alone, in the order they were made', async () => {
    const { call, newList } = await newAccount()
    const other = await newAccount()
    await other.newList('Theirs')
    const began = Date.now()
    for (const name of ['B', 'A']) await newList(name)
    const lists = await call.GetMailingLists()
    assert.deepEqual(
      lists.map(({ id, name }) => [id, name]),
      [
        [1, 'B'],
        [2, 'A'],
      ],
    )
    for (const { created } of lists) assert.ok(Math.abs(created.getTime() - began) < 60_000)
  })

  test('answers a table with its columns also when there is no list', async () => {
    const { call } = await newAccount()
    const lists = await call.GetMailingLists()
    assert.deepEqual(lists, [])
    assert.deepEqual(columnsOf(lists), [
      { name: 'MailingListID', type: 'xs:int' },
      { name: 'Name', type: 'xs:string' },
      { name: 'FromName', type: 'xs:string' },
      { name: 'FromEmail', type: 'xs:string' },
      { name: 'Description', type: 'xs:string' },
      { name: 'CharacterSet', type: 'xs:string' },
      { name: 'Created', type: 'xs:dateTime' },
      { name: 'Subscribers', type: 'xs:int' },
    ])
  })

  test('counts the subscribers', async () => {
    const { call, newList } = await newAccount()
    const [full, empty] = [await newList(), await newList()]
    for (let i = 0; i < 3; i++) await call.InsertSubscriber({ listId: full, email: newAddress() })
    const leaving = newAddress()
    await call.InsertSubscriber({ listId: full, email: leaving })
    await call.DeleteSubscription({ listId: full, email: leaving })
    assert.deepEqual(
      (await call.GetMailingLists()).map(({ id, subscribers }) => [id, subscribers]),
      [
        [full, 3],
        [empty, 0],
      ],
    )
  })

  test('refuses a stranger with a fault: there is no room for a number', async () => {
    const { as, account } = await newAccount()
    for (const credentials of [
      { password: 'wrong' },
      { password: '' },
      { username: `${account.username}-` },
      { username: '' },
    ])
      await assert.rejects(as(credentials).call.GetMailingLists(), refusal('unknown-credentials'))
  })

  test('knows the account, ignoring the case of its name', async () => {
    const { as, account } = await newAccount()
    assert.deepEqual(
      await as({ username: account.username.toUpperCase() }).call.GetMailingLists(),
      [],
    )
  })
})

describe('DeleteMailingList', () => {
  test('answers 1; subscriptions go with the list, subscribers stay', async () => {
    const { inEveryBinding, newList, call } = await newAccount()
    const kept = await newList('Kept')
    await inEveryBinding(async (own, binding) => {
      const listId = await newList(binding)
      const email = newAddress()
      const subscriberId = await own.InsertSubscriber({ listId, email, name: 'Åsa' })
      await own.InsertSubscriber({ listId: kept, email })
      assert.equal(await own.DeleteMailingList({ listId }), 1)
      assert.deepEqual(
        (await own.GetSubscriberMailingLists({ email })).map(list => list.listId),
        [kept],
      )
      assert.deepEqual(await own.GetPagedSubscribers({ listId, page: 1, size: 10 }), [])
      assert.equal(await own.InsertSubscription({ subscriberId, listId: kept }), subscriberId)
      assert.equal(await own.DeleteMailingList({ listId }), -3, 'it is gone')
      assert.equal(await own.InsertSubscriber({ listId, email }), -3)
    })
    assert.deepEqual(
      (await call.GetMailingLists()).map(({ name }) => name),
      ['Kept'],
    )
  })

  test('an id is not given again', async () => {
    const { call, newList } = await newAccount()
    const listId = await newList()
    await call.DeleteMailingList({ listId })
    assert.ok((await newList()) > listId)
  })

  test('answers -3 to a list that is not there, be it of another account, and deletes nothing', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()]
    await theirs.newList()
    const foreign = await theirs.newList()
    await mine.list()
    await mine.inEveryBinding(async (own, binding) => {
      assert.equal(await own.DeleteMailingList({ listId: foreign }), -3)
      for (const id of [
        '0',
        '2147483648',
        '99999999999',
        '123456789012345',
        '9'.repeat(30),
        '0'.repeat(30),
      ])
        assert.equal(
          await mine.send('DeleteMailingList', { strMailingListId: id }, binding),
          -3,
          id,
        )
    })
    assert.equal((await theirs.call.GetMailingLists()).length, 2)
    assert.equal((await mine.call.GetMailingLists()).length, 1)
  })

  test('takes blanks and zeros around an id, and refuses an invalid one: -2', async () => {
    const { send, newList, call } = await newAccount()
    const listId = await newList()
    for (const binding of bindings) {
      for (const id of ['', ' ', 'abc', '1.5', '-1', '+1', '0x1', '1 2', '١'])
        assert.equal(await send('DeleteMailingList', { strMailingListId: id }, binding), -2, id)
    }
    assert.equal((await call.GetMailingLists()).length, 1)
    assert.equal(
      await send('DeleteMailingList', { strMailingListId: ` 000${listId}\n` }, 'soap11'),
      1,
    )
  })

  test('answers -1000 to a wrong password', async () => {
    const { as, list } = await newAccount()
    await as({ password: 'wrong' }).inEveryBinding(async own =>
      assert.equal(await own.DeleteMailingList({ listId: await list() }), -1000),
    )
  })
})

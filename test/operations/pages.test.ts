/**
 * Subscriber operations that read, section 4.2: GetPagedSubscribers and GetSubscriberMailingLists.
 * Each is asked in all four bindings.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAccount, newAddress, personUnsubscribes } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'
import { ServiceFault } from '../support/typed-client/fault.ts'
import { bindings } from '../support/typed-client/request.ts'

/** Texts for ids that name nothing, or can't name anything. */
const NOTHING = [
  '',
  ' ',
  '0',
  '99999',
  '2147483648',
  '123456789012345',
  '9'.repeat(30),
  'abc',
  '-1',
  '1.5',
]

const withStatus = (status: number) => (error: unknown) =>
  error instanceof ServiceFault && error.status === status

describe('GetPagedSubscribers', () => {
  test('answers pages in the order of subscription, the last one short, nothing beyond', async () => {
    const { call, list } = await newAccount()
    const listId = await list()
    const ids: number[] = []
    for (let i = 0; i < 7; i++)
      ids.push(await call.InsertSubscriber({ listId, email: newAddress() }))
    const page = async (number: number, size: number) =>
      (await call.GetPagedSubscribers({ listId, page: number, size })).map(({ id }) => id)
    assert.deepEqual(await page(1, 3), ids.slice(0, 3))
    assert.deepEqual(await page(2, 3), ids.slice(3, 6))
    assert.deepEqual(await page(3, 3), ids.slice(6))
    assert.deepEqual(await page(4, 3), [])
    assert.deepEqual(await page(1, 2147483647), ids)
    assert.deepEqual(await page(2147483647, 2147483647), [])
  })

  test('a row has the columns that programs know, times at +01:00 and the activated fields', async () => {
    const { call, list, send } = await newAccount({ fieldCount: 100 })
    const listId = await list()
    const person = {
      email: newAddress(),
      name: 'Åsa <Öberg> & "€" \u{1F600}',
      countryCode: '46',
      phone: '0701-23 45 67',
    }
    const began = Date.now()
    const id = await call.InsertSubscriberWithDemData({
      listId,
      ...person,
      fieldNames: 'DD2;DD99',
      fieldValues: 'two; 99 ',
    })
    const rows = await call.GetPagedSubscribers({ listId, page: 1, size: 10 })
    const { created, subscribed, fields, ...row } = rows[0]!
    assert.deepEqual(row, { id, ...person, format: 'html' })
    assert.equal(fields.length, 99)
    assert.deepEqual([fields[1], fields[98]], ['two', ' 99 '])
    for (const moment of [created, subscribed])
      assert.ok(Math.abs(moment.getTime() - began) < 60_000)
    const fixed = [
      'SubscriberID',
      'Email',
      'Name',
      'Format',
      'CountryCode',
      'PhoneNumber',
      'Created',
      'Subscribed',
    ]
    assert.deepEqual(
      columnsOf(rows).map(({ name }) => name),
      [...fixed, ...Array.from({ length: 100 }, (_, i) => `dd${i + 1}`)],
    )
    assert.equal(columnsOf(rows)[0]?.type, 'xs:long')
    const texts = { strMailingListId: String(listId), pageIndex: '1', pageSize: '1' }
    for (const binding of bindings)
      assert.equal(((await send('GetPagedSubscribers', texts, binding)) as unknown[]).length, 1)
  })

  test('who is off the list is not on its pages: deleted, unsubscribed, opted out', async () => {
    const own = await newAccount()
    const { call, list } = own
    const listId = await list()
    const [kept, deleted, unsubscribed, out] = [
      newAddress(),
      newAddress(),
      newAddress(),
      newAddress(),
    ]
    for (const email of [deleted, kept, unsubscribed, out])
      await call.InsertSubscriber({ listId, email })
    await call.DeleteSubscription({ email: deleted })
    await personUnsubscribes(own, unsubscribed)
    await call.MoveSubscriberToOptOutAll({ email: out })
    assert.deepEqual(
      (await call.GetPagedSubscribers({ listId, page: 1, size: 10 })).map(({ email }) => email),
      [kept],
    )
  })

  test('rows are streamed beyond a thousand, in order and once each', async () => {
    const { call, list, account, service } = await newAccount()
    const listId = await list()
    await service.store.withClient(async client => {
      const values = [account.id, listId]
      await client.query(
        'insert into subscribers (account_id, id, email, email_key) select $1, 1000000 + n, ' +
          `'p' || n || '@example.test', 'p' || n || '@example.test' from generate_series(1, ` +
          '2500) n',
        [account.id],
      )
      await client.query(
        'insert into subscriptions (account_id, list_id, subscriber_id) select $1, $2, ' +
          '1000000 + n from generate_series(1, 2500) n',
        values,
      )
    })
    const rows = await call.GetPagedSubscribers({ listId, page: 1, size: 5000 })
    assert.deepEqual(
      rows.map(({ id }) => id),
      Array.from({ length: 2500 }, (_, i) => 1000001 + i),
    )
    const later = await call.GetPagedSubscribers({ listId, page: 2, size: 1200 })
    assert.deepEqual([later.length, later[0]?.id, later.at(-1)?.id], [1200, 1001201, 1002400])
  })

  test('answers a page without rows for a list that is not there, be it of another account', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()]
    const foreign = await theirs.newList()
    await theirs.call.InsertSubscriber({ listId: foreign, email: newAddress() })
    const rows = await mine.call.GetPagedSubscribers({ listId: foreign, page: 1, size: 10 })
    assert.deepEqual(rows, [])
    assert.equal(columnsOf(rows).length, 33)
    for (const binding of bindings) {
      for (const strMailingListId of NOTHING)
        assert.deepEqual(
          await mine.send(
            'GetPagedSubscribers',
            { strMailingListId, pageIndex: '1', pageSize: '10' },
            binding,
          ),
          [],
          strMailingListId,
        )
    }
  })

  test('a page or a size below 1 is a fault', async () => {
    const { call, list } = await newAccount()
    const listId = await list()
    for (const [page, size] of [
      [0, 10],
      [-1, 10],
      [1, 0],
      [1, -1],
      [-2147483648, -2147483648],
    ] as const)
      await assert.rejects(
        call.GetPagedSubscribers({ listId, page, size }),
        refusal('page-below-one'),
      )
  })

  test('so is a page or a size that is no int', async () => {
    const { send, list } = await newAccount()
    const listId = String(await list())
    for (const binding of bindings) {
      for (const wrong of ['abc', '1.5', '2147483648', '9'.repeat(30), '0x10', '١', '1e3']) {
        const texts = { strMailingListId: listId, pageIndex: '1', pageSize: wrong }
        await assert.rejects(
          send('GetPagedSubscribers', texts, binding),
          withStatus(500),
          `${binding} ${wrong}`,
        )
      }
    }
  })

  test('a missing page is 0 in SOAP, and named in the forms', async () => {
    const { send, list } = await newAccount()
    const texts = { strMailingListId: String(await list()), pageSize: '10' }
    for (const binding of bindings) {
      const reason = binding.startsWith('soap')
        ? /Pages are counted from 1/
        : /^Missing parameter: pageIndex\.$/
      await assert.rejects(send('GetPagedSubscribers', texts, binding), ({ text }: ServiceFault) =>
        reason.test(text),
      )
    }
  })

  test('refuses a stranger with a fault, before it looks at anything', async () => {
    const { as } = await newAccount()
    const stranger = as({ password: 'wrong' })
    await assert.rejects(
      stranger.call.GetPagedSubscribers({ listId: 1, page: 1, size: 1 }),
      refusal('unknown-credentials'),
    )
    for (const binding of bindings) {
      const texts = { strMailingListId: 'abc', pageIndex: '1', pageSize: '1' }
      await assert.rejects(
        stranger.send('GetPagedSubscribers', texts, binding),
        refusal('unknown-credentials'),
      )
    }
  })
})

describe('GetSubscriberMailingLists', () => {
  test('answers the lists that a person, given by id, address or both, is on', async () => {
    const own = await newAccount()
    const { call, newList } = own
    const [news, offers, left] = [
      await newList('News €'),
      await newList('Offers'),
      await newList('Left'),
    ]
    const email = newAddress()
    let subscriberId = 0
    for (const listId of [left, offers, news])
      subscriberId = await call.InsertSubscriber({ listId, email })
    await call.DeleteSubscription({ listId: left, email })
    for (const named of [
      { subscriberId },
      { email: email.toUpperCase() },
      { subscriberId, email },
    ]) {
      const lists = await call.GetSubscriberMailingLists(named)
      assert.deepEqual(
        lists.map(({ listId, name }) => [listId, name]),
        [
          [news, 'News €'],
          [offers, 'Offers'],
        ],
      )
      for (const { subscribed } of lists) assert.ok(subscribed instanceof Date)
      assert.deepEqual(
        columnsOf(lists).map(({ name, type }) => [name, type]),
        [
          ['MailingListID', 'xs:int'],
          ['Name', 'xs:string'],
          ['Subscribed', 'xs:dateTime'],
        ],
      )
    }
    await personUnsubscribes(own, email)
    assert.deepEqual(await call.GetSubscriberMailingLists({ email }), [])
  })

  test('answers nothing for an unknown person, two different people, and people of another account', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()]
    const email = newAddress()
    const foreignId = await theirs.call.InsertSubscriber({ listId: await theirs.list(), email })
    assert.deepEqual(await mine.call.GetSubscriberMailingLists({ email }), [])
    assert.deepEqual(await mine.call.GetSubscriberMailingLists({ subscriberId: foreignId }), [])
    const [one, two] = [newAddress(), newAddress()]
    await mine.call.InsertSubscriber({ listId: await mine.list(), email: one })
    const subscriberId = await mine.call.InsertSubscriber({ listId: await mine.list(), email: two })
    assert.deepEqual(await mine.call.GetSubscriberMailingLists({ email: one, subscriberId }), [])
    assert.deepEqual(await mine.call.GetSubscriberMailingLists({}), [])
    for (const binding of bindings) {
      for (const strSubscriberId of NOTHING)
        assert.deepEqual(
          await mine.send('GetSubscriberMailingLists', { strSubscriberId, strEmail: '' }, binding),
          [],
        )
    }
  })

  test('refuses a stranger with a fault', async () => {
    const { as } = await newAccount()
    const stranger = as({ password: 'wrong' })
    await assert.rejects(
      stranger.call.GetSubscriberMailingLists({ email: newAddress() }),
      refusal('unknown-credentials'),
    )
  })
})

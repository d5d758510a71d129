/**
 * Opt-out operations, section 4.2: MoveSubscriberToOptOutAll and GetOptOutAll,
 * in all four bindings.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { liftOptOut } from '../../src/domain/opt-outs/opt-out.ts'
import { newAccount, newAddress } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'
import { bindings } from '../support/typed-client/request.ts'
import { optOutsAt } from './opt-outs-setup.ts'

describe('MoveSubscriberToOptOutAll', () => {
  test('answers 1: the address leaves all lists, the person stays, and what was said is kept', async () => {
    const { inEveryBinding, newList, list } = await newAccount()
    const [one, two] = [await list(), await newList()]
    await inEveryBinding(async own => {
      const email = newAddress()
      const person = {
        email,
        name: 'Åsa Öberg €',
        countryCode: '46',
        phone: '701234567',
        format: 'text' as const,
      }
      for (const listId of [one, two]) await own.InsertSubscriber({ listId, ...person })
      const subscriberId = await own.InsertSubscriber({ listId: one, email })
      const given = {
        email: ` ${email.toUpperCase()} `,
        reason: 'Moved – no thanks €',
        listText: String(one),
        sendingText: '5000000001',
      }
      assert.equal(await own.MoveSubscriberToOptOutAll(given), 1)
      assert.deepEqual(await own.GetSubscriberMailingLists({ email }), [])
      const { id, created, ...row } = (await own.GetOptOutAll()).find(
        found => found.email === email,
      )!
      assert.ok(id > 0)
      assert.ok(Math.abs(created.getTime() - Date.now()) < 60_000)
      assert.deepEqual(row, {
        ...person,
        subscriberId,
        reason: given.reason,
        listId: one,
        sendingId: 5000000001,
      })
    })
  })

  test('already there: 1, and the first record stays', async () => {
    const { inEveryBinding, call } = await newAccount()
    const email = newAddress()
    await call.MoveSubscriberToOptOutAll({ email, reason: 'first' })
    const before = await call.GetOptOutAll()
    await inEveryBinding(async own =>
      assert.equal(
        await own.MoveSubscriberToOptOutAll({
          email: email.toUpperCase(),
          reason: 'later',
          listText: '1',
        }),
        1,
      ),
    )
    assert.deepEqual(await call.GetOptOutAll(), before)
  })

  test('takes any address, known or not, and tracking fields that can’t be read', async () => {
    const { inEveryBinding, call } = await newAccount()
    const odd = ['no address at all', 'åsa@öberg', `${'x'.repeat(300)}@example.test`]
    await inEveryBinding(async (own, binding) => {
      for (const email of odd) {
        const tracking = { reason: 'r'.repeat(5000), listText: 'abc', sendingText: '9'.repeat(30) }
        assert.equal(
          await own.MoveSubscriberToOptOutAll({
            email: `${binding} ${email}`.slice(0, 320),
            ...tracking,
          }),
          1,
        )
      }
    })
    const rows = await call.GetOptOutAll()
    assert.equal(rows.length, odd.length * bindings.length)
    for (const { listId, sendingId, reason } of rows) {
      assert.deepEqual([listId, sendingId], [null, null])
      assert.match(reason!, /^r{1000}$/)
    }
  })

  test('an unknown address is kept from being inserted later', async () => {
    const { call, list } = await newAccount()
    const email = newAddress()
    await call.MoveSubscriberToOptOutAll({ email })
    assert.equal(await call.InsertSubscriber({ listId: await list(), email }), -8)
    assert.equal((await call.GetOptOutAll())[0]?.email, email)
  })

  test('refuses no address, one with a line end, and one without end: -2', async () => {
    const { inEveryBinding, call } = await newAccount()
    await inEveryBinding(async own => {
      for (const email of [
        '',
        '  ',
        'asa@example.test\r\nBcc: all@example.test',
        `${'x'.repeat(320)}@example.test`,
      ])
        assert.equal(await own.MoveSubscriberToOptOutAll({ email }), -2)
    })
    assert.deepEqual(await call.GetOptOutAll(), [])
  })

  test('touches this account only', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()]
    const email = newAddress()
    const id = await theirs.call.InsertSubscriber({ listId: await theirs.list(), email })
    await mine.call.MoveSubscriberToOptOutAll({ email })
    assert.equal(await theirs.call.InsertSubscriber({ listId: await theirs.list(), email }), id)
    assert.deepEqual(await theirs.call.GetOptOutAll(), [])
    assert.equal((await theirs.call.GetSubscriberMailingLists({ email })).length, 1)
  })

  test('only the operator lifts it; the person is on no list then', async () => {
    const { call, list, account, service } = await newAccount()
    const listId = await list()
    const email = newAddress()
    const id = await call.InsertSubscriber({ listId, email })
    await call.MoveSubscriberToOptOutAll({ email })
    assert.equal(await liftOptOut(service.store, account.id, email), true)
    assert.deepEqual(await call.GetOptOutAll(), [])
    assert.deepEqual(await call.GetSubscriberMailingLists({ email }), [])
    assert.equal(await call.InsertSubscriber({ listId, email }), id)
  })

  test('answers -1000 to a wrong password', async () => {
    const { as } = await newAccount()
    await as({ password: 'wrong' }).inEveryBinding(async own =>
      assert.equal(await own.MoveSubscriberToOptOutAll({ email: newAddress() }), -1000),
    )
  })
})

describe('GetOptOutAll', () => {
  test('answers the newest first, in the columns that programs know', async () => {
    const own = await newAccount()
    const emails = await optOutsAt(own, [
      '2026-01-31 13:00:00+00',
      '2026-01-31 13:00:00+00',
      '2026-02-01 00:00:00.123456+00',
    ])
    const rows = await own.call.GetOptOutAll()
    assert.deepEqual(
      rows.map(({ email }) => email),
      emails.toReversed(),
    )
    assert.deepEqual(columnsOf(rows), [
      { name: 'Id', type: 'xs:long' },
      { name: 'SubscriberId', type: 'xs:long' },
      { name: 'Email', type: 'xs:string' },
      { name: 'Name', type: 'xs:string' },
      { name: 'CountryCode', type: 'xs:string' },
      { name: 'PhoneNumber', type: 'xs:string' },
      { name: 'Format', type: 'xs:string' },
      { name: 'Created', type: 'xs:dateTime' },
      { name: 'Reason', type: 'xs:string' },
      { name: 'MailingListId', type: 'xs:int' },
      { name: 'SendQueueId', type: 'xs:long' },
    ])
  })

  test('answers a table without rows when nobody has opted out', async () => {
    const { call } = await newAccount()
    const rows = await call.GetOptOutAll()
    assert.deepEqual(rows, [])
    assert.equal(columnsOf(rows).length, 11)
  })

  test('rows are streamed beyond a thousand, in order and once each', async () => {
    const { call, account, service } = await newAccount()
    await service.store.withClient(client =>
      client.query(
        'insert into opt_outs (account_id, id, subscriber_id, email, email_key) select $1, ' +
          `n, n, 'p' || n, 'p' || n from generate_series(1, 2500) n`,
        [account.id],
      ),
    )
    assert.deepEqual(
      (await call.GetOptOutAll()).map(({ id }) => id),
      Array.from({ length: 2500 }, (_, i) => 2500 - i),
    )
  })

  test('refuses a stranger with a fault', async () => {
    const { as } = await newAccount()
    await assert.rejects(
      as({ password: 'wrong' }).call.GetOptOutAll(),
      refusal('unknown-credentials'),
    )
  })
})

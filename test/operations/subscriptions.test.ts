/**
 * InsertSubscription and DeleteSubscription, section 4.2: people who are known come onto lists and
 * leave them, in all four bindings.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAccount, newAddress, personUnsubscribes, type TestAccount } from '../support/account.ts'

const only = async (call: TestAccount['call'], listId: number) => {
  const [row, ...more] = await call.GetPagedSubscribers({ listId, page: 1, size: 10 })
  assert.ok(row)
  assert.equal(more.length, 0)
  return row
}

/** Numbers in text parameters that name no list of anybody. */
const NOWHERE = ['0', '2147483648', '99999999999', '123456789012345', '9'.repeat(30)]

describe('InsertSubscription', () => {
  test('puts a known person, given by id, address or both, on a list and answers the id', async () => {
    const { inEveryBinding, list, newList } = await newAccount()
    await inEveryBinding(async own => {
      const email = newAddress()
      const subscriberId = await own.InsertSubscriber({ listId: await list(), email })
      for (const named of [
        { subscriberId },
        { email: email.toUpperCase() },
        { subscriberId, email },
      ]) {
        const listId = await newList()
        assert.equal(await own.InsertSubscription({ ...named, listId }), subscriberId)
        assert.equal(await own.InsertSubscription({ ...named, listId }), subscriberId, 'again')
        assert.equal((await only(own, listId)).id, subscriberId)
      }
    })
  })

  test('refuses no person, or two different people: -2', async () => {
    const { inEveryBinding, list, send } = await newAccount()
    const listId = await list()
    await inEveryBinding(async (own, binding) => {
      const [email, other] = [newAddress(), newAddress()]
      await own.InsertSubscriber({ listId, email })
      const otherId = await own.InsertSubscriber({ listId, email: other })
      assert.equal(await own.InsertSubscription({ listId }), -2)
      assert.equal(await own.InsertSubscription({ subscriberId: otherId, email, listId }), -2)
      assert.equal(
        await own.InsertSubscription({ subscriberId: otherId, email: newAddress(), listId }),
        -2,
      )
      const texts = { strSubscriberID: 'abc', strEmail: '', strMailingListID: String(listId) }
      assert.equal(await send('InsertSubscription', texts, binding), -2)
    })
  })

  test('answers -3 to people and lists that are not there, be they of another account', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()]
    const email = newAddress()
    const foreignList = await theirs.newList()
    for (let i = 0; i < 3; i++)
      await theirs.call.InsertSubscriber({ listId: foreignList, email: newAddress() })
    const foreignId = await theirs.call.InsertSubscriber({ listId: foreignList, email })
    const subscriberId = await mine.call.InsertSubscriber({
      listId: await mine.list(),
      email: newAddress(),
    })
    await mine.inEveryBinding(async (own, binding) => {
      const listId = await mine.list()
      assert.equal(await own.InsertSubscription({ subscriberId: foreignId, listId }), -3)
      assert.equal(await own.InsertSubscription({ email, listId }), -3)
      for (const nowhere of [listId + 1, 0, -1, 2147483647])
        assert.equal(await own.InsertSubscription({ subscriberId, listId: nowhere }), -3)
      const texts = {
        strSubscriberID: '9'.repeat(30),
        strEmail: '',
        strMailingListID: String(listId),
      }
      assert.equal(await mine.send('InsertSubscription', texts, binding), -3)
    })
  })

  test('refuses an address on OptOutAll: -8', async () => {
    const { inEveryBinding, list } = await newAccount()
    const listId = await list()
    await inEveryBinding(async own => {
      const email = newAddress()
      const subscriberId = await own.InsertSubscriber({ listId, email })
      await own.MoveSubscriberToOptOutAll({ email })
      assert.equal(await own.InsertSubscription({ subscriberId, listId }), -8)
      assert.equal(await own.InsertSubscription({ email, listId }), -8)
    })
  })

  test('lifts what a person said of this list', async () => {
    const own = await newAccount()
    const listId = await own.list()
    const email = newAddress()
    const subscriberId = await own.call.InsertSubscriber({ listId, email })
    await personUnsubscribes(own, email)
    assert.equal(await own.call.InsertSubscription({ subscriberId, listId }), subscriberId)
    assert.equal((await only(own.call, listId)).id, subscriberId)
  })

  test('answers -1000 to a wrong password', async () => {
    const { as, list } = await newAccount()
    const listId = await list()
    await as({ password: 'wrong' }).inEveryBinding(async own =>
      assert.equal(await own.InsertSubscription({ email: newAddress(), listId }), -1000),
    )
  })
})

describe('DeleteSubscription', () => {
  test('takes a person off one list, or off all, and answers how many', async () => {
    const { inEveryBinding, newList } = await newAccount()
    const lists = [await newList(), await newList(), await newList()]
    await inEveryBinding(async own => {
      const email = newAddress()
      let subscriberId = 0
      for (const listId of lists) subscriberId = await own.InsertSubscriber({ listId, email })
      assert.equal(await own.DeleteSubscription({ subscriberId, listId: lists[0] }), 1)
      assert.equal(
        await own.DeleteSubscription({ subscriberId, listId: lists[0] }),
        0,
        'there is no such subscription any more',
      )
      assert.equal(await own.DeleteSubscription({ email: email.toUpperCase(), subscriberId }), 2)
      assert.equal(await own.DeleteSubscription({ email }), 0)
      assert.deepEqual(await own.GetSubscriberMailingLists({ subscriberId }), [])
      assert.equal(
        await own.InsertSubscription({ subscriberId, listId: lists[1]! }),
        subscriberId,
        'the subscriber stays',
      )
    })
  })

  test('is a program’s act: it remembers nothing, and forgets nothing that a person said', async () => {
    const own = await newAccount()
    const listId = await own.list()
    const email = newAddress()
    await own.call.InsertSubscriber({ listId, email })
    await personUnsubscribes(own, email)
    assert.equal(await own.call.DeleteSubscription({ email }), 0)
    const { rows } = await own.service.store.withClient(client =>
      client.query('select unsubscribe_source from subscriptions where account_id = $1', [
        own.account.id,
      ]),
    )
    assert.deepEqual(rows, [{ unsubscribe_source: 'link' }])
  })

  test('answers 0 where there is nothing to do: strangers, lists that are not there, those of another account', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()]
    const email = newAddress()
    const foreignList = await theirs.list()
    const foreignId = await theirs.call.InsertSubscriber({ listId: foreignList, email })
    const known = newAddress()
    await mine.call.InsertSubscriber({ listId: await mine.list(), email: known })
    await mine.inEveryBinding(async (own, binding) => {
      assert.equal(await own.DeleteSubscription({ email }), 0)
      assert.equal(await own.DeleteSubscription({ subscriberId: foreignId + 1000 }), 0)
      for (const id of NOWHERE) {
        const texts = { strSubscriberID: '', strEmail: known, strMailingListID: id }
        assert.equal(await mine.send('DeleteSubscription', texts, binding), 0, id)
      }
    })
    assert.equal((await only(theirs.call, foreignList)).id, foreignId)
    assert.equal((await only(mine.call, await mine.list())).email, known)
  })

  test('refuses no person, two different people, and invalid ids: -2', async () => {
    const { inEveryBinding, list, send } = await newAccount()
    const listId = await list()
    await inEveryBinding(async (own, binding) => {
      const [email, other] = [newAddress(), newAddress()]
      await own.InsertSubscriber({ listId, email })
      const subscriberId = await own.InsertSubscriber({ listId, email: other })
      assert.equal(await own.DeleteSubscription({ listId }), -2)
      assert.equal(await own.DeleteSubscription({ subscriberId, email, listId }), -2)
      for (const wrong of [{ strMailingListID: 'abc' }, { strSubscriberID: '-1' }]) {
        const texts = { strSubscriberID: '', strEmail: email, strMailingListID: '', ...wrong }
        assert.equal(await send('DeleteSubscription', texts, binding), -2)
      }
    })
  })

  test('answers -1000 to a wrong password', async () => {
    const { as } = await newAccount()
    await as({ password: 'wrong' }).inEveryBinding(async own =>
      assert.equal(await own.DeleteSubscription({ email: newAddress() }), -1000),
    )
  })
})

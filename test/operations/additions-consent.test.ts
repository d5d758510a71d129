/** Removing subscribers and lifting opt-outs by programs: people's own decisions stay. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allowLifting } from '../../src/domain/accounts/change-account.ts'
import { subscriberDetail } from '../../src/domain/directory/one-subscriber.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { unsubscribePerson } from '../../src/domain/subscribers/person-consent.ts'
import { newAccount, newAddress, type TestAccount } from '../support/account.ts'

const nobody = { subscriberId: undefined, email: '' }

async function person({ call, list }: TestAccount, more: object = {}) {
  const listId = await list()
  const email = newAddress()
  const id = await call.InsertSubscriber({ listId, email, name: 'Ada', ...more })
  return { id, email, listId }
}

describe('DeleteSubscriber', () => {
  test('with a list, takes the subscriber off it only; without one, removes all', async () => {
    const own = await newAccount()
    const other = await own.newList()
    await own.inEveryBinding(async ({ DeleteSubscriber }) => {
      const { id, email, listId } = await person(own)
      await own.call.InsertSubscription({ ...nobody, email, listId: other })
      assert.equal(await DeleteSubscriber({ ...nobody, email, listId }), 1)
      assert.equal(await DeleteSubscriber({ ...nobody, email, listId }), 0)
      assert.equal((await own.call.GetSubscriberMailingLists({ ...nobody, email })).length, 1)
      assert.equal(await DeleteSubscriber({ subscriberId: id, email, listId: undefined }), 1)
      assert.deepEqual([...(await own.call.GetSubscriberDetails({ email }))], [])
      assert.equal(await DeleteSubscriber({ ...nobody, email, listId: undefined }), 0)
      assert.equal(await DeleteSubscriber({ ...nobody, listId: undefined }), -2)
      const again = await own.call.InsertSubscriber({ listId, email })
      assert.notEqual(again, id, 'nothing is left of the person')
    })
  })

  test('keeps the address of who left, and nothing else', async () => {
    const own = await newAccount()
    const { store } = own.service
    const accountId = own.account.id
    const leave: Record<string, (one: Awaited<ReturnType<typeof person>>) => Promise<unknown>> = {
      unsubscribed: ({ id, listId }) => unsubscribePerson(store, accountId, id, listId, 'page'),
      'opted out': ({ email }) => own.call.MoveSubscriberToOptOutAll({ email }),
    }
    for (const [how, leaving] of Object.entries(leave)) {
      const one = await person(own, { phone: '0701740610' })
      await leaving(one)
      const { email } = one
      assert.equal(await own.call.DeleteSubscriber({ ...nobody, email, listId: undefined }), 1)
      const [row] = await own.call.GetSubscriberDetails({ email })
      assert.deepEqual([row!.id, row!.name, row!.phone], [one.id, '', ''], how)
      const detail = await subscriberDetail(store, accountId, one.id)
      assert.ok(detail.optOut !== null || detail.subscriptions.some(s => s.unsubscribed !== null))
    }
  })
})

describe('DeleteOptOutAll', () => {
  test('lifts what a program asked for: 1, and 0 where there is nothing', async () => {
    const own = await newAccount()
    await own.inEveryBinding(async ({ DeleteOptOutAll }) => {
      const { id, email, listId } = await person(own)
      await own.call.MoveSubscriberToOptOutAll({ email })
      assert.equal(await own.call.InsertSubscriber({ listId, email }), -8)
      assert.equal(await DeleteOptOutAll({ subscriberId: id, email: '' }), 1)
      assert.equal(await DeleteOptOutAll({ ...nobody, email }), 0)
      assert.equal(await DeleteOptOutAll({ subscriberId: 999_999, email: '' }), 0)
      assert.equal(await DeleteOptOutAll(nobody), -2)
      assert.equal(await own.call.InsertSubscriber({ listId, email }), id)
    })
  })

  test("a person's own wish needs lift-opt-outs, also where a program came first", async () => {
    const own = await newAccount()
    const { store } = own.service
    const accountId = own.account.id
    const said = { reason: '', listText: '', sendingText: '' }
    const one = await person(own)
    await optOut(store, accountId, { email: one.email, ...said })
    const two = await person(own)
    await own.call.MoveSubscriberToOptOutAll({ email: two.email })
    await optOut(store, accountId, { email: two.email, ...said })
    // A program does not make it its own by saying it again.
    await own.call.MoveSubscriberToOptOutAll({ email: two.email })
    for (const { email } of [one, two])
      assert.equal(await own.call.DeleteOptOutAll({ ...nobody, email }), -9)
    assert.equal((await own.call.GetOptOutAll()).length, 2)
    await allowLifting(store, own.account.username, true)
    for (const { email } of [one, two])
      assert.equal(await own.call.DeleteOptOutAll({ ...nobody, email }), 1)
    assert.equal((await own.call.GetOptOutAll()).length, 0)
  })
})

describe('DeleteOptOutList', () => {
  test('forgets an unsubscribe where lift-opt-outs is activated, and resubscribes no one', async () => {
    const own = await newAccount()
    const { store } = own.service
    const accountId = own.account.id
    const { id, email, listId } = await person(own)
    await own.inEveryBinding(async ({ DeleteOptOutList }) => {
      await allowLifting(store, own.account.username, false)
      await unsubscribePerson(store, accountId, id, listId, 'one-click')
      assert.equal(await DeleteOptOutList({ ...nobody, email, listId }), -9)
      await allowLifting(store, own.account.username, true)
      assert.equal(await DeleteOptOutList({ subscriberId: id, email, listId }), 1)
      assert.equal(await DeleteOptOutList({ ...nobody, email, listId }), 0)
      assert.equal(await DeleteOptOutList({ ...nobody, email: newAddress(), listId }), 0)
      assert.equal(await DeleteOptOutList({ ...nobody, email, listId: 99 }), -3)
      assert.equal((await own.call.GetSubscriberMailingLists({ ...nobody, email })).length, 0)
    })
  })
})

describe('a mailbox that does not exist', () => {
  test('stays suppressed when a program removes its subscriber', async () => {
    const own = await newAccount()
    const { store } = own.service
    const { id, email, listId } = await person(own)
    await store.withClient(client =>
      client.query(
        `update subscribers set undeliverable_since = now(), undeliverable_reason = 'bad-mailbox'
         where account_id = $1 and id = $2`,
        [own.account.id, id],
      ),
    )
    assert.equal(await own.call.DeleteSubscriber({ ...nobody, email, listId: undefined }), 1)
    assert.equal(await own.call.InsertSubscriber({ listId, email }), id)
  })
})

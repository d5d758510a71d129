/** "That was a mistake": for a day, a person who left by an email can return by the same email. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messageTokens } from '../../src/mail/links/links.ts'
import { newReader, ON_LIST, ONE_CLICK, type Reader } from './setup.ts'

const BACK = new URLSearchParams({ from: 'back' })
const from = (what: string) => new URLSearchParams({ from: what })
const pathOf = ({ tokens }: Reader) => `/u/${tokens.unsubscribe}`
const postBack = async (reader: Reader, path = pathOf(reader)) =>
  (await reader.post(path, BACK)).text()

const hasWayBack = (page: string) => page.includes('value="back"')

describe('that was a mistake', () => {
  for (const [name, body] of [
    ['one click', ONE_CLICK],
    ['the list', from('list')],
    ['everything', from('everything')],
  ] as const)
    test(`after ${name}: the page offers it, and the person is on the list again`, async () => {
      const reader = await newReader()
      assert.ok(hasWayBack(await (await reader.post(pathOf(reader), body)).text()))
      assert.ok(hasWayBack(await (await reader.visit(pathOf(reader))).text()))
      assert.match(await postBack(reader), /You are subscribed again/)
      assert.deepEqual(await reader.standing(), ON_LIST)
      assert.match(await postBack(reader), /What should stop\?/, 'said twice it is the same')
      assert.deepEqual(await reader.standing(), ON_LIST)
    })

  test('is not offered to who never left, and changes nothing', async () => {
    const reader = await newReader()
    const before = await reader.rows()
    assert.ok(!hasWayBack(await (await reader.visit(pathOf(reader))).text()))
    await postBack(reader)
    assert.equal(await reader.rows(), before)
  })

  test('lifts no opt-out that a program or another email made', async () => {
    const reader = await newReader()
    await reader.call.MoveSubscriberToOptOutAll({
      email: reader.email,
      reason: 'asked by telephone',
      listId: '',
      sendingId: '',
    } as never)
    const before = await reader.rows()
    assert.ok(!hasWayBack(await postBack(reader)))
    assert.equal(await reader.rows(), before)

    const other = await newReader()
    await other.post(pathOf(other), from('everything'))
    const foreign = messageTokens({ ...other.ref, ofId: other.sendingId + 1 } as never, other.key)
    const left = await other.rows()
    assert.ok(!hasWayBack(await postBack(other, `/u/${foreign.unsubscribe}`)))
    assert.equal(await other.rows(), left)
  })

  test('lifts no complaint, and nothing of the day before yesterday', async () => {
    for (const change of [
      "unsubscribe_source = 'complaint'",
      "unsubscribed_at = now() - interval '25 hours'",
    ]) {
      const reader = await newReader()
      await reader.post(pathOf(reader), ONE_CLICK)
      await reader.service.store.withClient(client =>
        client.query(`update subscriptions set ${change} where account_id = $1`, [
          reader.account.id,
        ]),
      )
      const before = await reader.rows()
      assert.ok(!hasWayBack(await postBack(reader)))
      assert.equal(await reader.rows(), before)
    }
  })
})

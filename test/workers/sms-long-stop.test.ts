/**
 * After a long stop SMS that were on their way wait for a person; what was released since goes.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelMessage } from '../../src/domain/sms/cancel-message.ts'
import { balanceOf } from '../../src/domain/sms/credits/credits.ts'
import { holdMessages } from '../../src/domain/sms/hold-messages.ts'
import { smsProgress } from '../../src/domain/sms/progress.ts'
import { sendSmsToList } from '../../src/domain/sms/send-sms.ts'
import { smsAccount } from '../domain/sms/setup.ts'

test('SMS in flight before the stop wait, paid for; cancelled, they are refunded', async () => {
  const own = await smsAccount('10')
  const { store, accountId } = own
  const { listId } = await own.listOf(2)
  const { messageId: before } = await sendSmsToList(store, accountId, listId, 'Hej')
  await own.rows(
    "update sms_messages set released_at = now() - interval '3 days' where account_id = $1",
  )
  const { messageId: since } = await sendSmsToList(store, accountId, listId, 'Hej')
  const held = await holdMessages(store, new Date(Date.now() - 2 * 86_400_000))
  assert.deepEqual(
    held.filter(row => row.accountId === accountId),
    [{ accountId, id: before }],
  )
  const stands = async (id: number) => (await smsProgress(store, accountId, id)).state
  assert.deepEqual([await stands(before), await stands(since)], ['unconfirmed', 'sending'])
  const due = await own.rows<{ id: number }>(
    "select source_id::int as id from work where account_id = $1 and kind = 'sms' " +
      "and due < 'infinity'",
  )
  assert.deepEqual(due, [{ id: since }])
  assert.deepEqual(await cancelMessage(store, accountId, before), { withdrawn: 2, givenBack: '2' })
  assert.equal(await balanceOf(store, accountId), '8')
})

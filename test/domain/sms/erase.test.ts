/**
 * A person is erased: no number is left anywhere, what was paid for SMS that were not sent
 * returns, and "no SMS" still holds.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ourTables } from '../../../src/db/backup/our-tables.ts'
import { takeIds } from '../../../src/db/ids.ts'
import { schemaNumber } from '../../../src/db/migrate.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { exportPerson } from '../../../src/domain/privacy/export-person.ts'
import { keepSms } from '../../../src/domain/sandbox/sms.sql.ts'
import { balanceOf } from '../../../src/domain/sms/credits/credits.ts'
import { liftSmsOptOut, optOutOfSms, recordReply } from '../../../src/domain/sms/opt-outs.ts'
import { claimSms } from '../../../src/domain/sms/receipts/deliveries.sql.ts'
import { handOverSms } from '../../../src/domain/sms/receipts/settle.ts'
import { sendSmsToList } from '../../../src/domain/sms/send-sms.ts'
import { newAddress } from '../../support/account.ts'
import { smsAccount } from './setup.ts'

const NUMBER = '+46709123987'

test('everything is told before, and nothing readable is left after', async () => {
  const own = await smsAccount('10')
  const { store, accountId, call } = own
  const [listId, email] = [await own.newList(), newAddress()]
  const id = await call.InsertSubscriber({
    listId,
    email,
    countryCode: '46',
    phone: '070-912 39 87',
  })
  const { messageId } = await sendSmsToList(store, accountId, listId, 'Hej')
  const ids = await takeIds(store, accountId, 'sandbox sms', 1)
  await keepSms(store, {
    accountId,
    ids,
    messageIds: [messageId],
    deliveryIds: [id],
    numbers: [NUMBER],
    sender: '',
    text: 'Hej',
  })
  await recordReply(store, { number: NUMBER, text: 'STOPP tack', meaning: 'stop' })

  const known = await exportPerson(store, own.account, email)
  assert.deepEqual(
    [known!.sms.map(sms => [sms.number, sms.state]), known!.smsReplies.map(reply => reply.text)],
    [[[NUMBER, 'planned']], ['STOPP tack']],
  )
  assert.deepEqual([known!.smsOptOuts.length, known!.sandboxSms.length], [1, 1])

  assert.ok(await erase(store, accountId, email))
  await store.withClient(async client => {
    for (const { name } of await ourTables(client, schemaNumber())) {
      const { rows } = await client.query(
        `select 1 from ${name} t where t::text like '%709123987%' or t::text like '%70-912 ` +
          `39 87%' or t::text like '%STOPP tack%' limit 1`,
      )
      assert.deepEqual(rows, [], name)
    }
  })

  // The worker finds nobody there.
  const worker = randomUUID()
  const claimId = randomUUID()
  const [claimed] = await claimSms(store, {
    accountId,
    messageId,
    worker,
    claimId,
    leaseSeconds: 60,
    most: 10,
  })
  assert.deepEqual([claimed?.id, claimed?.number], [id, ''])
  const asked = await handOverSms(
    store,
    accountId,
    messageId,
    { ids: [id], claimId, worker },
    () => 0,
  )
  assert.deepEqual(
    asked.map(({ mayGo }) => mayGo),
    [false],
  )
  assert.equal(await balanceOf(store, accountId), '10')

  // The number comes back with somebody else, and still gets no SMS until it is let in.
  await call.InsertSubscriber({ listId, email: newAddress(), phone: NUMBER })
  assert.deepEqual((await sendSmsToList(store, accountId, listId, 'Hej')).leftOut, {
    'opted out of SMS': 1,
  })
  assert.equal(await liftSmsOptOut(store, accountId, NUMBER), true)
  assert.equal((await sendSmsToList(store, accountId, listId, 'Hej')).planned, 1)
})

test('another person with the same number keeps their texts', async () => {
  const own = await smsAccount('10')
  const { store, accountId, call } = own
  const [listId, email, number] = [await own.newList(), newAddress(), '+46709123000']
  await call.InsertSubscriber({ listId, email: newAddress(), phone: number })
  await call.InsertSubscriber({ listId, email, phone: number })
  await sendSmsToList(store, accountId, listId, 'Hej')
  await optOutOfSms(store, accountId, number, '')
  await erase(store, accountId, email)
  assert.deepEqual(await own.rows('select number from sms_deliveries where account_id = $1'), [
    { number },
  ])
})

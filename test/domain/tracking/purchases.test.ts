/**
 * Purchases of a person: told to who asks what is known, and without a trace of who it was when the
 * person is forgotten.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { mailOfPerson } from '../../../src/domain/privacy/mail-of-person.ts'
import { convert } from '../../../src/domain/tracking/convert.ts'
import { emailKey } from '../../../src/lib/email-address.ts'
import { newAddress } from '../../support/account.ts'
import { conversionsOfSource } from '../../support/hit-queries.ts'
import { recorder } from './recorder.ts'

test('what a person bought is known, and forgotten with them; it still counts', async () => {
  const { store, accountId, call, list, hit, ask } = await recorder()
  const email = newAddress()
  const subscriberId = await call.InsertSubscriber({ email, listId: await list() })
  const click = await hit({ kind: 'click', link: 2, deliveryId: subscriberId, at: Date.now() })
  const purchase = { value: '9.90', order: `order of ${email}`, currency: 'EUR' }
  assert.equal(await convert(store, click, purchase, 30), 'counted')
  const these = {
    accountId,
    subscriberIds: [subscriberId],
    emailKey: emailKey(email),
    spellings: [emailKey(email)],
  }
  const known = async () =>
    (await mailOfPerson(store, these)).purchases.map(({ sendingId, link, orderNumber, value }) => [
      sendingId,
      link,
      orderNumber,
      value,
    ])
  assert.deepEqual(await known(), [[1, 2, purchase.order, '9.90']])
  await erase(store, accountId, email)
  assert.deepEqual(await known(), [])
  const rows = await ask(
    `select row_to_json(c)::text from conversions c where account_id = ${accountId}`,
  )
  assert.equal(rows.length, 1)
  assert.ok(!rows[0]![0]!.includes(email))
  const [total] = await conversionsOfSource(store, { accountId, sourceKind: 1, sourceId: 1 })
  assert.deepEqual(total, { link: 2, currency: 'EUR', closures: 1, value: '9.90' })
})

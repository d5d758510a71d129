/**
 * Retention: old messages go, and bounces that suppress no one; unjudged messages, hard bounces and
 * complaints stay.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trimBounceFacts } from '../../../src/domain/bounces/trim.ts'
import { complaint, inboundSetup, report } from '../../support/inbound.ts'
import { moved } from '../../support/moved.ts'

test('messages and bounces are kept for so many days', async () => {
  const inbound = await inboundSetup({ people: 5 })
  try {
    const sendingId = await inbound.accepted()
    const comes = (id: number, message: string) =>
      inbound.deliver(message, inbound.returnPath(sendingId, id))
    await comes(1, report('5.1.1', '550 5.1.1 unknown', 'p1@example.test'))
    await comes(2, report('5.2.2', '552 5.2.2 full', 'p2@example.test'))
    await comes(3, complaint(`<${inbound.tokensOf(sendingId, 3).messageId}@x.test>`))
    await inbound.judged()
    await inbound.stopWorkers()
    const trim = () => trimBounceFacts(inbound.store, 90, new AbortController().signal)
    const left = async () => [
      (await inbound.ask('select count(*) from inbound_messages'))[0]![0],
      (await inbound.ask('select kind from bounces order by kind')).join(),
    ]
    assert.equal(await trim(), false)
    assert.deepEqual(await left(), ['3', 'complaint,hard,soft'])
    await inbound.ask(
      `update inbound_messages set received_at = ${moved('received_at', '-91 * 86400')}`,
    )
    await inbound.ask(`update bounces set received_at = ${moved('received_at', '-91 * 86400')}`)
    await inbound.ask("update inbound_messages set state = 'new' where delivery_id = 1")
    assert.equal(await trim(), false)
    assert.deepEqual(await left(), ['1', 'complaint,hard'])
    assert.equal((await inbound.person(1)).undeliverable, true)
    assert.equal((await inbound.person(3)).complained, true)
  } finally {
    await inbound.close()
  }
})

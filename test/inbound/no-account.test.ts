/**
 * Mail without an account: strangers can't fill the disk with it, nor keep others from postmaster@
 * and abuse@.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { NO_ACCOUNT, trimUnowned } from '../../src/domain/bounces/messages/store-message.ts'
import { trimBounceFacts } from '../../src/domain/bounces/trim.ts'
import { createPeerQuota } from '../../src/inbound/peer-quota.ts'
import { complaint, DOMAIN, deliver, type Inbound, inboundSetup, talk } from '../support/inbound.ts'

const HOUR = 3_600_000
const message = (text: string) =>
  `From: a@stranger.test\nSubject: ${text.slice(0, 20)}\n\n${text}\n`

describe('mail for nobody', () => {
  let inbound: Inbound
  before(async () => {
    inbound = await inboundSetup()
  })
  after(() => inbound.close())
  const kept = () =>
    inbound.ask(
      'select size, octet_length(content) from inbound_messages where account_id = 0 order by id',
    )

  test('of a large one 64 kB are kept', async () => {
    assert.match(
      await inbound.deliver(message('0123456789abcde\n'.repeat(20_000)), `postmaster@${DOMAIN}`),
      /^250 /,
    )
    const [[size, octets]] = (await kept()) as [[string, string]]
    assert.deepEqual([Number(size) > 300_000, octets], [true, '65536'])
  })

  test('when all together are too many the oldest go', async () => {
    for (const text of ['one', 'two', 'three'])
      await inbound.deliver(message(text), `abuse@${DOMAIN}`)
    assert.equal(await trimUnowned(inbound.store), 0)
    // Each counts as 2 kB at least.
    assert.equal(await trimUnowned(inbound.store, 5_000), 2)
    assert.equal((await kept()).length, 2)
  })

  test('they are kept for 14 days, those of an account as long as is set', async () => {
    const sendingId = await inbound.accepted()
    await inbound.deliver(message('somebody wrote'), inbound.returnPath(sendingId, 1))
    await inbound.judged()
    await inbound.ask("update inbound_messages set received_at = now() - interval '15 days'")
    await inbound.deliver(message('new'), `abuse@${DOMAIN}`)
    await trimBounceFacts(inbound.store, 90, new AbortController().signal)
    const left = await inbound.ask('select account_id from inbound_messages order by account_id')
    assert.deepEqual(left, [[String(NO_ACCOUNT)], [String(inbound.accountId)]])
  })

  test('a peer that brings a lot of it is told to come back in an hour; complaints about emails are not counted', async () => {
    const sendingId = await inbound.accepted()
    const about = (id: number) =>
      complaint(`<${inbound.tokensOf(sendingId, id).messageId}@x.test>`, `mailto:${id}@x.test`)
    for (let i = 1; i <= 5; i++)
      assert.match(await inbound.deliver(about(i), `abuse@${DOMAIN}`), /^250 /)
    const replies: string[] = []
    while (replies.length < 100 && !replies.at(-1)?.startsWith('452'))
      replies.push(
        await inbound.deliver(message(`flood ${replies.length}`), `postmaster@${DOMAIN}`),
      )
    assert.match(replies.at(-1)!, /^452 4\.7\.1 /)
    // Five came before, in the other tests.
    assert.equal(replies.length, 60 - 5 + 1)
    assert.match(
      await deliver(inbound.port(), {
        to: [inbound.returnPath(sendingId, 3)],
        message: message('x'),
      }),
      /^250 /,
    )
    const lines = [
      'EHLO me',
      'MAIL FROM:<>',
      `RCPT TO:<abuse@${DOMAIN}>`,
      `RCPT TO:<${inbound.returnPath(sendingId, 2)}>`,
    ]
    assert.deepEqual(
      (await talk(inbound.port(), lines)).slice(3).map(reply => reply.slice(0, 3)),
      ['452', '250'],
    )
  })
})

test('a quota of peers ends with its hour, and remembers so many peers and no more', () => {
  const quota = createPeerQuota({ ofPeer: 2, peers: 3 })
  for (const at of [0, 1]) quota.count('a', at)
  assert.deepEqual(
    [quota.usedUp('a', 2), quota.usedUp('b', 2), quota.usedUp('a', HOUR)],
    [true, false, false],
  )
  for (const peer of ['b', 'c', 'd']) quota.count(peer, 3)
  assert.equal(quota.usedUp('a', 4), false)
})

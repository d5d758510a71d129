/**
 * A sending through Debian's Postfix to people who are there, who don't exist, whose mailboxes are
 * full, and who refuse: what it sends back comes through the listener into the ledger. One of those
 * who got the email complains about it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sendingByCommand } from '../cli/sending-setup.ts'
import { freePort } from '../support/free-port.ts'
import { complaint, DOMAIN, deliver } from '../support/inbound.ts'
import { noPostfix, startPostfix } from '../support/postfix.ts'

const TIMEOUT = 300_000

test('bounces of Postfix and a complaint, into the ledger and out of the next sending', async t => {
  if (noPostfix !== undefined) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', noPostfix)
    return t.skip(noPostfix)
  }
  const port = await freePort()
  const transport = `/@bounces\\.example\\.test$/ smtp:[127.0.0.1]:${port}
/^p2@/ error:5.2.2 The mailbox is over its quota
/^p3@/ error:5.7.1 Refused by the policy of the receiver: listed at zen.spamhaus.org
`
  const postfix = await startPostfix(/^p([4-9])@example\.test$/, { transport, returns: true })
  const setup = await sendingByCommand(6, {
    SMTP_URL: `smtp://127.0.0.1:${postfix.port}`,
    PUBLIC_URL: 'https://mail.example.test',
    BOUNCE_DOMAIN: DOMAIN,
    BOUNCE_PORT: String(port),
    BOUNCE_HOST: '127.0.0.1',
  })
  try {
    const { json, run, rows, listId, newsletter, worker } = setup
    const newsletterId = await newsletter()
    worker()
    const sent = await json([
      'send',
      '--hold',
      '0',
      '--newsletter',
      newsletterId,
      '--list',
      listId,
      '--wait',
    ])
    // Postfix took them all.
    assert.equal(sent.counts.accepted + (sent.counts.bounced ?? 0), 6)
    const until = async (says: string, done: () => Promise<boolean>) => {
      for (const from = Date.now(); !(await done()); await pause(200))
        assert.ok(Date.now() - from < TIMEOUT, `${says}: ${postfix.log()}`)
    }
    const counts = async () => (await json(['sending', 'show', '1'])).counts
    await until('three emails came back', async () => (await counts()).bounced === 3)
    const bounced = await rows(
      "select id, reason, reply from deliveries where state = 'bounced' order by id",
    )
    assert.deepEqual(
      bounced.map(([id, reason]) => `${id} ${reason}`),
      ['1 bad-mailbox', '2 mailbox-full', '3 sender-blocked'],
      JSON.stringify(bounced),
    )
    const people = await rows('select id from subscribers where undeliverable_since is not null')
    assert.deepEqual(people.flat().map(Number), [1])
    const identities = await rows('select distinct identity from bounces')
    assert.deepEqual(identities, [['token']])

    // The email as it arrived, in a report of a provider.
    await until('three emails arrived', async () => postfix.mailbox().length === 3)
    const message = postfix.mailbox().find(bytes => /^To: .*p4@/m.test(bytes.toString('latin1')))!
    const [, messageId] = /^Message-ID: (\S+)$/im.exec(message.toString('latin1'))!
    assert.match(
      await deliver(port, { to: [`abuse@${DOMAIN}`], message: complaint(messageId!) }),
      /^250 /,
    )
    await until('the complaint is judged', async () =>
      (await run(['optout', 'list'])).out.includes('p4@example.test  complaint'),
    )

    const second = await json([
      'send',
      '--repeat',
      '--hold',
      '0',
      '--newsletter',
      newsletterId,
      '--list',
      listId,
      '--wait',
    ])
    await until(
      'the other two came back again',
      async () => (await json(['sending', 'show', String(second.id)])).counts.bounced === 2,
    )
    const next = await rows(`select id from deliveries where source_id = ${second.id} order by id`)
    assert.deepEqual(next.flat().map(Number), [2, 3, 5, 6])
    const show = await run(['sending', 'show', String(second.id)])
    assert.match(show.out, /left out: undeliverable 1/)
  } finally {
    await setup.drop()
    await postfix.stop()
  }
})

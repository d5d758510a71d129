/**
 * A relay that passes on what ten mailbox providers say when they are sent too much, each with its
 * own limit and its published words: everybody gets the email once, few tries are wasted, and the
 * slowdown ends by itself when the provider takes more. Minutes are seconds here.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { findSending } from '../../src/domain/sendings/sendings.sql.ts'
import { emailsTried } from '../../src/lib/telemetry.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'

interface Receiver {
  domain: string
  provider: string
  reply: string
  /** Emails that it takes in a window. */
  most: number
  at?: 'mail' | 'rcpt' | 'dot'
  ends?: true
}

const RECEIVERS: Receiver[] = [
  {
    domain: 'gmail.com',
    provider: 'Gmail',
    reply:
      '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating\r\n' +
      '421-4.7.28 from your IP address. To protect our users from spam, mail sent\r\n' +
      '421 4.7.28 from your IP address has been temporarily rate limited. - gsmtp',
    most: 10,
    at: 'dot',
  },
  {
    domain: 'outlook.com',
    provider: 'Outlook',
    reply:
      '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP ' +
      'reputation.',
    most: 20,
  },
  {
    domain: 'yahoo.com',
    provider: 'Yahoo',
    reply:
      '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume ' +
      'or user complaints - 4.16.55.1',
    most: 15,
    ends: true,
  },
  {
    domain: 'icloud.com',
    provider: 'iCloud',
    reply: '421 4.7.1 Messages to this domain are being rate limited. Please slow down [CS01]',
    most: 20,
    at: 'dot',
  },
  {
    domain: 'gmx.de',
    provider: 'GMX',
    reply: '421 gmx.net (mxgmx106) Nemesis ESMTP Service not available: rate limit exceeded',
    most: 20,
  },
  {
    domain: 't-online.de',
    provider: 'T-Online',
    reply: '421 4.7.0 Too many messages from 192.0.2.1 (rate exceeded), try again later',
    most: 12,
  },
  {
    domain: 'orange.fr',
    provider: 'Orange',
    reply: '450 Trop de connexions, veuillez verifier votre configuration. OFR004_104 [104]',
    most: 8,
  },
  {
    domain: 'comcast.net',
    provider: 'Comcast',
    reply: '421 4.1.0 192.0.2.1 Throttled - try again later. RL000010',
    most: 25,
  },
  {
    domain: 'mail.ru',
    provider: 'Mail.ru',
    reply: '451 Ratelimit exceeded for mailbox. Try again later.',
    most: 15,
  },
  {
    domain: 'qq.com',
    provider: 'QQ',
    reply: '450 Connection frequency limited. http://service.mail.qq.com/',
    most: 10,
  },
]
const EACH = 100
const WINDOW = 2_000
const SHAPING_TIMES = {
  windowMillis: WINDOW,
  soonestMillis: 200,
  pauseMillis: WINDOW,
  raiseMillis: WINDOW,
}

const tricks = RECEIVERS.map(({ domain, reply, most, at = 'rcpt', ends }) => ({
  at,
  do: ends ? ('bye' as const) : ('reply' as const),
  reply,
  about: `@${domain}`,
  beyond: { commands: most, millis: WINDOW },
}))

test('ten providers, from the first sign to recovery', async t => {
  const sink = await startSink({ keep: 0, tricks })
  const setup = await sendingSetup(EACH * RECEIVERS.length)
  const { store, accountId, ask, send } = setup
  await ask(
    "update subscribers set email = 'p' || id::text || '@' || ($1::text[])[1 + id % $2], " +
      "email_key = 'p' || id::text || '@' || ($1::text[])[1 + id % $2]",
    [RECEIVERS.map(({ domain }) => domain), RECEIVERS.length],
  )
  const workers = await setup.startWorkers(sink.port, {}, store, { shapingTimes: SHAPING_TIMES })
  const stateOf = async (sendingId: number) =>
    (await findSending(store, { accountId, sendingId }))?.state
  const sendToAll = async () => {
    const sendingId = await send()
    while ((await stateOf(sendingId)) !== 'finished') {
      // Emails that were tried wait for a minute and more: seconds, here.
      await ask(
        "update deliveries set next_try_at = now() + interval '1 second' where attempts > 0 " +
          "and state = 'deferred' and next_try_at > now() + interval '10 seconds'",
      )
      await ask("update work set due = now() where due > now() + interval '1 second'")
      await pause(500)
    }
  }
  const wasted = new Map<string, number>()
  emailsTried.subscribe(({ provider, outcome }) => {
    if (outcome === 'deferred' || outcome === 'refused')
      wasted.set(provider, (wasted.get(provider) ?? 0) + 1)
  })
  try {
    await sendToAll()
    assert.equal(sink.counts.size, EACH * RECEIVERS.length)
    assert.ok([...sink.counts.values()].every(count => count === 1))
    for (const { provider } of RECEIVERS) {
      const tries = wasted.get(provider) ?? 0
      t.diagnostic(`${provider}: ${tries} tries wasted for ${EACH} emails accepted`)
      assert.ok(tries >= 1, `${provider} was never told to send less`)
      assert.ok(tries < EACH, `${provider}: ${tries} tries wasted`)
    }

    // They take everything now: the slowdowns end one after another.
    sink.tell([])
    while ((await ask('select 1 from route_slowdowns')).length > 0) await sendToAll()
  } finally {
    await workers.stop()
    await sink.stop()
    await setup.drop()
  }
})

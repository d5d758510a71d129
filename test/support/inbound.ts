/**
 * A store with a sending that was accepted, a listener for what comes back, and a client that talks
 * to it line by line.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { mailToken } from '../../src/mail/links/mail-address.ts'
import { macKey } from '../../src/mail/links/signing.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type BounceWorkersOptions, startBounceWorkers } from '../../src/start/bounce-workers.ts'
import { SECRET, sendingSetup } from './sending.ts'
import { until } from './until.ts'

export const DOMAIN = 'bounces.example.test'

export interface InboundOptions {
  people?: number
  env?: Record<string, string>
  limits?: BounceWorkersOptions['limits']
  judging?: BounceWorkersOptions['judging']
  patienceMillis?: number
}

export async function inboundSetup({
  people = 5,
  env = {},
  limits,
  judging,
  patienceMillis,
}: InboundOptions = {}) {
  const setup = await sendingSetup(people)
  const { store, accountId, ask } = setup
  const sealer = createSealer(SECRET)
  const keys = await openKeys(store, sealer)
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    level: 'info',
    to: { write: (line: string) => void lines.push(JSON.parse(line)) },
  })
  const settings = readConfig({ BOUNCE_DOMAIN: DOMAIN, BOUNCE_HOST: '127.0.0.1', ...env })
  const config = { ...settings, bounces: { ...settings.bounces, port: 0 } }
  const start = async () => {
    const started = await startBounceWorkers({
      config,
      store,
      keys,
      sealer,
      log,
      ...(limits && { limits }),
      ...(judging && { judging }),
      ...(patienceMillis && { patienceMillis }),
    })
    started.begin()
    return started
  }
  let workers = await start()

  /** Plans a sending to the list; all its emails were taken by a relay. */
  const accepted = async (): Promise<number> => {
    const sendingId = await setup.send()
    await planSending(store, accountId, sendingId, 1e9)
    await ask(
      `update deliveries set state = 'accepted', attempts = 1, next_try_at = null, \
changed_at = now(), reply = '250 2.0.0 Ok', route_id = 7
       where source_id = $1`,
      [sendingId],
    )
    return sendingId
  }
  const tokensOf = (sendingId: number, id: number, of: 'sending' | 'test' = 'sending') => {
    const { id: keyId, secret } = keys.newest()
    return messageTokens({ accountId, of, ofId: sendingId, id }, macKey(keyId, secret))
  }
  return {
    ...setup,
    keys,
    sealer,
    log: lines,
    accepted,
    tokensOf,
    port: () => workers.listener!.port,
    returnPath: (sendingId: number, id: number, of?: 'sending' | 'test') =>
      `${mailToken('b', tokensOf(sendingId, id, of).bounce)}@${DOMAIN}`,
    unsubscribeAddress: (sendingId: number, id: number) =>
      `${mailToken('u', tokensOf(sendingId, id).unsubscribe)}@${DOMAIN}`,
    deliver: (message: string | Buffer, to: string, from = '') =>
      deliver(workers.listener!.port, { from, to: [to], message }),
    /** Waits until everything that came in is judged. */
    judged: () =>
      until(
        async () =>
          (await ask("select 1 from inbound_messages where state = 'new' limit 1")).length === 0,
      ),
    person: async (id: number) => {
      const [row] = await ask(
        'select undeliverable_since is not null, undeliverable_reason, complained_at is not ' +
          'null, opted_out_at is not null from subscribers where id = $1',
        [id],
      )
      const [undeliverable, reason, complained, optedOut] = row!
      return {
        undeliverable: undeliverable === 't',
        reason,
        complained: complained === 't',
        optedOut: optedOut === 't',
      }
    },
    async restart() {
      await workers.stop()
      workers = await start()
    },
    stopWorkers: () => workers.stop(),
    async close() {
      await workers.stop()
      keys.close()
      await setup.drop()
    },
  }
}

export type Inbound = Awaited<ReturnType<typeof inboundSetup>>

/**
 * Sends lines one by one, and answers the reply to each; the greeting is the first. Ends when the
 * server hangs up.
 */
export async function talk(port: number, lines: readonly (string | Buffer)[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  const replies: string[] = []
  let text = ''
  let closed = false
  socket.setEncoding('utf8')
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
  })
  const reply = async () => {
    for (;;) {
      const found = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text)
      if (found) {
        text = text.slice(found[0].length)
        replies.push(found[0].trimEnd())
        return true
      }
      if (closed) return false
      await Promise.race([
        once(socket, 'data').then(([chunk]) => (text += chunk)),
        once(socket, 'close'),
      ])
    }
  }
  await reply()
  for (const line of lines) {
    if (closed) break
    socket.write(typeof line === 'string' ? `${line}\r\n` : line)
    if (!(await reply())) break
  }
  socket.destroy()
  return replies
}

/** The reply to the end of the message, or the first that refuses. */
export async function deliver(
  port: number,
  { from = '', to, message }: { from?: string; to: readonly string[]; message: string | Buffer },
): Promise<string> {
  const text = Buffer.isBuffer(message)
    ? message.toString('latin1')
    : Buffer.from(message).toString('latin1')
  const stuffed = Buffer.from(
    `${text.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')}\r\n.\r\n`,
    'latin1',
  )
  const replies = await talk(port, [
    'EHLO client.example.test',
    `MAIL FROM:<${from}>`,
    ...to.map(address => `RCPT TO:<${address}>`),
    'DATA',
    stuffed,
  ])
  return replies.slice(2).find(reply => /^[45]/.test(reply)) ?? replies.at(-1)!
}

const corpus = new URL('../corpus/bounces/', import.meta.url)

/** A message of the collection, by its name. */
export const fromCorpus = (name: string): Buffer => readFileSync(new URL(`${name}.eml`, corpus))

/** A report for machines (RFC 3464) about one address or several. */
export const report = (status: string, diagnostic: string, ...recipients: string[]): string =>
  `From: MAILER-DAEMON@mx.example.test
To: somebody@${DOMAIN}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.test

${recipients
  .map(
    address => `Final-Recipient: rfc822; ${address}
Action: failed
Status: ${status}
Diagnostic-Code: smtp; ${diagnostic}
`,
  )
  .join('\n')}
--b1--
`

/**
 * A complaint in the form of RFC 5965 about an email with this Message-ID and unsubscribe address.
 */
export const complaint = (messageId: string, listUnsubscribe = ''): string =>
  `From: feedback@provider.example.test
To: abuse@${DOMAIN}
Subject: FW: News
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="f1"

--f1
Content-Type: text/plain

This is an email abuse report.

--f1
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1

--f1
Content-Type: message/rfc822

From: shop@example.test
To: redacted@provider.example.test
Subject: News
Message-ID: ${messageId}
${listUnsubscribe === '' ? '' : `List-Unsubscribe: <${listUnsubscribe}>\n`}
Hello.

--f1--
`

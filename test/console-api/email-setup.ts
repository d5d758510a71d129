/** Emails sent by calls of the JSON API, to a relay that keeps them. */
import assert from 'node:assert/strict'
import PostalMime from 'postal-mime'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startSendingWorkers } from '../../src/start/sending-workers.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { apiSetup } from './api-setup.ts'

/** The account signs it. */
export const DOMAIN = 'shop.example.test'
export const from = { email: `orders@${DOMAIN}`, name: 'Lädchen' }

let people = 0
export const fresh = () => `reader-${++people}@mail.example.test`

export type EmailSetup = Awaited<ReturnType<typeof emailSetup>>

export async function emailSetup({ log = createLog({ level: 'silent' }) } = {}) {
  const setup = await apiSetup()
  const { store, keys, sealer, origin } = setup.running
  const sink = await startSink({ keep: 1_000 })
  const workers = await startSendingWorkers({
    config: readConfig({
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      PUBLIC_URL: origin,
      BOUNCE_DOMAIN: 'bounce.example.test',
    }),
    store,
    keys,
    sealer,
    log,
  })
  async function made(path: string, body: object) {
    const answer = await setup.call('POST', path, body)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  await made('/dkim-keys', { domain: DOMAIN })
  const messageTo = (email: string) =>
    sink.messages.find(({ rcpts }) => rcpts.some(to => to.includes(email)))
  return {
    ...setup,
    sink,
    /** What `POST` makes. */
    made,
    fresh,

    send: (body: object) => setup.call('POST', '/emails', { from, subject: 'Hello', ...body }),

    async received(email: string) {
      const { bytes, rcpts } = await until(() => messageTo(email))
      const source = bytes.toString('utf8')
      const head = source.split('\r\n\r\n')[0]!
      return { mail: await PostalMime.parse(bytes), source, bytes, head, rcpts }
    },

    async count(text: string): Promise<number> {
      const answer = await store.run({ name: '', text, again: false }, [setup.accountId])
      return Number((answer as { rows: unknown[][] }).rows[0]![0])
    },

    async close() {
      await workers.stop()
      await sink.stop()
      await setup.running.close()
    },
  }
}

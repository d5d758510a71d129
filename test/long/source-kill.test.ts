/**
 * A shop posts carts and orders to a source, signed, and tries again as shops do. Service, store,
 * and both at once are killed with -9 meanwhile, and both again as the emails go out: the recipe
 * for carts left behind writes once to each who left, and to nobody who ordered.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { openStore } from '../../src/db/open-store.ts'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { addressOf, cartOf, oneEmailToWhoLeft, orders } from '../support/carts.ts'
import { freePort } from '../support/free-port.ts'
import { type ServiceProcess, startService } from '../support/service-process.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const VISITORS = Math.round(120 * Number(process.env.TEST_SCALE ?? 1))
const WORKERS_OF_SHOP = 4

/** On the store of the service, also while it is being killed. */
async function ask(dataDir: string, text: string): Promise<Record<string, unknown>[]> {
  for (;;) {
    const embedded = await openEmbedded({ dataDir })
    const client = new pg.Client(embedded.connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text)).rows
    } catch (error) {
      // Recovering, or cut off: all statements of this test may be repeated.
      if (/syntax|does not exist/.test(String(error))) throw error
      await pause(100)
    } finally {
      await client.end().catch(() => {})
      await embedded.release()
    }
  }
}

async function newKey(dataDir: string): Promise<string> {
  const embedded = await openEmbedded({ dataDir })
  const store = openStore({ connection: embedded.connection, connections: 1 })
  try {
    const { token } = await makeApiKey(store, 1, {
      name: 'set up',
      rights: ['read', 'people', 'content', 'send', 'own'],
      maker: { kind: 'command' },
    })
    return token
  } finally {
    await store.close()
    await embedded.release()
  }
}

test('kill -9 of service and store: one email to who left a cart, none to who ordered', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-source-kill-'))
  const sink = await startSink({ keep: 10_000 })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    PUBLIC_URL: 'https://mail.example.test',
    SECRET_KEY: 'a secret for the tests, long enough',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    API_CALLS_PER_MINUTE: '100000',
    LEASE_SECONDS: '3',
    UNCERTAIN_MAX: '20',
  }
  let service: ServiceProcess = await startService(dataDir, env)
  const rows = (text: string) => ask(dataDir, text)
  const number = async (text: string) => Number(Object.values((await rows(text))[0]!)[0])
  let over = false
  let lost = 0
  try {
    const token = await newKey(dataDir)
    const api = async (path: string, body: object) => {
      const answer = await fetch(`${origin}/api/v1${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await answer.text()
      assert.ok(answer.ok, `${path}: ${answer.status} ${text}`)
      return text === '' ? {} : JSON.parse(text)
    }
    const list = await api('/lists', { name: 'Customers', fromEmail: 'shop@example.test' })
    const { id } = await api('/recipes/cart', { listId: list.id })
    await rows(`update trigger_versions set definition =
      jsonb_set(definition, '{start,adds}', 'true') where trigger_id = ${id}`)
    await api(`/triggers/${id}/resume`, {})
    const { address, secret } = await api('/event-sources', {
      name: 'shop',
      scheme: 'shopify',
      eventAt: 'type',
      idAt: 'id',
      values: { items: 'cart.items', total: 'cart.total' },
    })

    /** As a shop does: until the answer says that no other try is needed. */
    const post = async (event: object): Promise<void> => {
      const body = JSON.stringify(event)
      const signature = createHmac('sha256', secret).update(body).digest('base64')
      for (;;) {
        const answer = await fetch(`${origin}${new URL(address).pathname}`, {
          method: 'POST',
          headers: { 'X-Shopify-Hmac-Sha256': signature },
          body,
        }).catch(() => undefined)
        const said = await answer?.json().catch(() => undefined)
        if (answer?.status === 200 && said) {
          assert.equal((said as { recorded: boolean }).recorded, true, JSON.stringify(said))
          return
        }
        if (answer && said) assert.equal(answer.status, 503, JSON.stringify(said))
        if (over) throw new Error('it is over')
        lost++
        await pause(20)
      }
    }
    const waiting = Array.from({ length: VISITORS }, (_, i) => i + 1)
    let visited = 0
    const shop = Promise.all(
      Array.from({ length: WORKERS_OF_SHOP }, async () => {
        for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
          const email = addressOf(one)
          const cart = { type: 'cart', id: one, email, cart: cartOf(one) }
          await post(cart)
          // A job of the shop that ran twice.
          if (one % 7 === 0) await post(cart)
          if (orders(one)) await post({ type: 'order', id: one, email })
          visited++
        }
      }),
    )
    const restart = async () => {
      await service.kill()
      service = await startService(dataDir, env)
    }
    const killBoth = async () => {
      service.killStore()
      await restart()
    }
    const kills = [restart, async () => service.killStore(), killBoth]
    for (const [at, kill] of kills.entries()) {
      const share = ((at + 1) * VISITORS) / (kills.length + 1)
      await Promise.race([until(() => visited >= share), shop])
      await kill()
    }
    await shop
    const entered = 'select count(*) from trigger_entries'
    const buyers = Math.floor(VISITORS / 3)
    await until(async () => (await number(entered)) === VISITORS)
    await until(async () => (await number(`${entered} where due_at is null`)) === buyers)

    // Four hours go by, also if the statement is tried again.
    await rows(`update trigger_entries set due_at = now() - interval '1 second',
      waits_until = now() - interval '1 second' where due_at is not null
      and due_at > now() + interval '1 hour'`)
    await until(() => sink.seen.messages > 0)
    await killBoth()
    await until(async () => (await number(`${entered} where due_at is not null`)) === 0)
    const unsent = `select count(*) from deliveries where next_try_at is not null
      or state in ('claimed', 'handed over')`
    await until(async () => (await number(unsent)) === 0)

    assert.equal(await number(entered), VISITORS)
    assert.equal(await number('select count(*) from program_events'), VISITORS + buyers)
    assert.equal(await number('select count(*) from deliveries'), VISITORS - buyers)
    const uncertain = await rows('select email from deliveries where was_uncertain')
    oneEmailToWhoLeft(sink, VISITORS, new Set(uncertain.map(({ email }) => String(email))))
    console.log(`${VISITORS} visitors, ${VISITORS - buyers} emails, ${lost} posts tried again`)
  } finally {
    over = true
    await service.stop()
    await sink.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
})

/**
 * A shop posts carts and orders, and the recipe for carts left behind writes to who left, not to
 * who bought: once each, though the service is killed again and again, and the shop posts events
 * again whose answer was lost.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { addressOf, cartOf, oneEmailToWhoLeft, orders } from '../support/carts.ts'
import { temporaryStore } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { moved } from '../support/moved.ts'
import { startService } from '../support/service-process.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { databaseUrl } from '../support/worker-process.ts'

const VISITORS = Math.round(150 * Number(process.env.TEST_SCALE ?? 1))
const PROGRAMS = 4
const KILLS = 3

type Post = (path: string, body: object) => Promise<Record<string, unknown>>

/** The shop: each visitor fills a cart, and every third one orders. */
async function visit(post: Post, visitor: number): Promise<void> {
  const email = addressOf(visitor)
  const cart = { name: 'cart', email, id: `cart-${visitor}`, values: cartOf(visitor) }
  await post('/events', cart)
  // A job of the shop that ran twice.
  if (visitor % 7 === 0) await post('/events', cart)
  if (orders(visitor)) await post('/events', { name: 'order', email, id: `order-${visitor}` })
}

test('kill -9 while a shop posts carts: one email to who left, none to who bought', async () => {
  const { store, connection, drop } = await temporaryStore()
  const ask = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
  const number = async (text: string) => Number((await ask(text))[0]![0])
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-carts-'))
  const sink = await startSink({ keep: 10_000 })
  const port = await freePort()
  const env = {
    PORT: String(port),
    PUBLIC_URL: 'https://mail.example.test',
    DATABASE_URL: databaseUrl(connection),
    SECRET_KEY: 'a secret for the tests, long enough',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    LEASE_SECONDS: '3',
    UNCERTAIN_MAX: '20',
  }
  let service = await startService(dataDir, env)
  let over = false
  let lost = 0
  try {
    const accountId = await number('select min(id) from accounts')
    const maker = { kind: 'command' } as const
    const rights = ['read', 'people', 'content', 'send'] as const
    const given = { name: 'shop', rights: [...rights], maker, callsPerMinute: 100_000 }
    const { token } = await makeApiKey(store, accountId, given)
    /** As a program does that must not lose an event: until there is an answer. */
    const post: Post = async (path, body) => {
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }).catch(() => undefined)
        const said = (await answer?.json().catch(() => undefined)) as Record<string, unknown>
        if (answer?.ok && said) return said
        if (answer && answer.status !== 503) assert.fail(`${answer.status} ${JSON.stringify(said)}`)
        if (over) throw new Error('it is over')
        lost++
        await pause(20)
      }
    }
    const list = await post('/lists', { name: 'Customers', fromEmail: 'shop@example.test' })
    const { id } = await post('/recipes/cart', { listId: list.id })
    await ask(`update trigger_versions set definition =
      jsonb_set(definition, '{start,adds}', 'true') where trigger_id = ${id}`)
    await post(`/triggers/${id}/resume`, {})

    const waiting = Array.from({ length: VISITORS }, (_, i) => i + 1)
    let visited = 0
    const shop = Promise.all(
      Array.from({ length: PROGRAMS }, async () => {
        for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
          await visit(post, one)
          visited++
        }
      }),
    )
    const kill = async () => {
      await service.kill()
      service = await startService(dataDir, env)
    }
    for (let kills = 1; kills <= KILLS; kills++) {
      await Promise.race([until(() => visited >= (kills * VISITORS) / (KILLS + 1)), shop])
      await kill()
    }
    await shop
    const entered = 'select count(*) from trigger_entries'
    const buyers = Math.floor(VISITORS / 3)
    await until(async () => (await number(entered)) === VISITORS)
    await until(async () => (await number(`${entered} where due_at is null`)) === buyers)

    // Four hours go by, and it is killed while the emails go out.
    await ask(`update trigger_entries set due_at = ${moved('due_at', '-14500')},
      waits_until = ${moved('waits_until', '-14500')} where due_at is not null`)
    await until(() => sink.seen.messages > 0)
    await kill()
    const unsent = `select count(*) from deliveries where next_try_at is not null
      or state in ('claimed', 'handed over')`
    const leavers = VISITORS - buyers
    await until(async () => (await number(`${entered} where due_at is not null`)) === 0)
    await until(async () => (await number(unsent)) === 0)

    assert.equal(await number(entered), VISITORS)
    assert.equal(await number('select count(*) from program_events'), VISITORS + buyers)
    assert.equal(await number('select count(*) from deliveries'), leavers)
    const uncertain = await ask('select email from deliveries where was_uncertain')
    oneEmailToWhoLeft(sink, VISITORS, new Set(uncertain.map(([email]) => String(email))))
    console.log(`${VISITORS} visitors, ${leavers} emails, ${lost} posts without an answer`)
  } finally {
    over = true
    await service.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

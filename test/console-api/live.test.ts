/** Live states by server-sent events. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLiveHub } from '../../src/console-api/v1/live/hub.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { pauseSending } from '../../src/domain/sendings/steer-sending.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let sendingId: number
let key: { id: number; token: string }
before(async () => {
  setup = await apiSetup()
  const { call, accountId, running } = setup
  const list = await call('POST', '/lists', { name: 'Customers', fromEmail: 'news@x.test' })
  const newsletter = await call('POST', '/newsletters', { subject: 'News', text: 'x' })
  sendingId = await makeSending(running.store, accountId, {
    newsletterId: newsletter.body.id,
    listId: list.body.id,
    dueAt: new Date(Date.now() + 86_400_000),
    zone: '+01:00',
  })
  const made = await call('POST', '/api-keys', { name: 'live', rights: ['read'] })
  key = made.body
})
after(() => setup.running.close())

interface Stream {
  status: number
  headers: Headers
  /** The next event, undefined at the end. */
  next(): Promise<{ event: string; data: unknown } | undefined>
  cancel(): Promise<void>
}

async function stream(topics: string, token = key.token): Promise<Stream> {
  const { status, headers, body } = await fetch(
    `${setup.running.origin}/api/v1/live?topics=${topics}`,
    { headers: { Authorization: `Bearer ${token}` } },
  )
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    status,
    headers,
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n')
        const block = text.slice(0, Math.max(0, end))
        if (end >= 0) text = text.slice(end + 2)
        const [, event] = /^event: (.*)$/m.exec(block) ?? []
        if (event !== undefined) {
          const [, data = ''] = /^data: (.*)$/m.exec(block) ?? []
          return { event, data: JSON.parse(data) }
        }
        if (end >= 0) continue
        const { value, done } = await reader.read()
        if (done) return undefined
        text += value
      }
    },
    cancel: () => reader.cancel(),
  }
}

const stateIn = ({ data }: { data: unknown }) => (data as { state: string }).state

test('a state comes at once, and again when it changes', async () => {
  const { status, headers, next, cancel } = await stream(`sending:${sendingId}`)
  assert.equal(status, 200)
  assert.match(headers.get('content-type')!, /^text\/event-stream/)
  assert.equal(headers.get('x-accel-buffering'), 'no')
  const first = (await next())!
  assert.deepEqual([first.event, stateIn(first)], [`sending:${sendingId}`, 'scheduled'])
  await pauseSending(setup.running.store, setup.accountId, sendingId)
  assert.equal(stateIn((await next())!), 'paused')
  await cancel()
})

test('an unknown topic is refused; another account sees nothing', async () => {
  const { call, stranger } = setup
  for (const topics of ['', 'sending', 'sending:0', 'accounts:1', 'constructor:1', 'sending:1,x'])
    assert.equal((await call('GET', `/live?topics=${topics}`)).body.field, 'query.topics', topics)
  const other = await stranger('POST', '/api-keys', { name: 'live', rights: ['read'] })
  const { next, cancel } = await stream(`sending:${sendingId}`, other.body.token)
  assert.deepEqual(await next(), { event: 'gone', data: `sending:${sendingId}` })
  await cancel()
  const without = await stranger('POST', '/api-keys', { name: 'no', rights: ['content'] })
  assert.equal((await stream(`sending:${sendingId}`, without.body.token)).status, 403)
})

test('the store is asked once for a topic, however many watch it', async () => {
  let asked = 0
  const hub = createLiveHub(
    setup.running.store,
    async () => ({ asked: ++asked }),
    () => {},
  )
  const told: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const viewer = () => ({
    masked: false,
    tell: ({ version }: { version: number }) => {
      told.push(version)
      if (told.length === 40) resolve()
    },
    end: () => {},
  })
  const stops = Array.from({ length: 20 }, () => hub.watch(1, ['x:1'], viewer()))
  await promise
  assert.equal(asked, 2)
  assert.deepEqual(told, [...Array(20).fill(1), ...Array(20).fill(2)])
  for (const stop of stops) stop()
  hub.close()
})

test('a caller has a bounded number of streams', async () => {
  const made = await setup.call('POST', '/api-keys', { name: 'many', rights: ['read'] })
  const open = () => stream(`sending:${sendingId}`, made.body.token)
  const streams = await Promise.all(Array.from({ length: 51 }, open))
  const refused = streams.filter(({ status }) => status === 429)
  assert.equal(refused.length, 1)
  await Promise.all(streams.map(({ cancel }) => cancel()))
  for (;;) {
    const again = await open()
    await again.cancel()
    if (again.status === 200) break
  }
})

test('streams end first when the service stops', async () => {
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => stream(`sending:${sendingId}`)),
  )
  await Promise.all(streams.map(({ next }) => next()))
  await setup.running.close()
  for (const { next } of streams) assert.equal(await next(), undefined)
})

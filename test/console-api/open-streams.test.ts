/** Streams release their resources when they end, and expire meanwhile. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { createLiveHub, type LiveHub } from '../../src/console-api/v1/live/hub.ts'
import { registerLive } from '../../src/console-api/v1/live/route.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { until } from '../support/until.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

/** The route of streams by itself, with its resources. */
async function serveStreams(t: TestContext, beatMillis?: number) {
  const { store } = setup.running
  /** Viewers whom the hub tells states, and requests that have come. */
  const held = { watching: 0, come: 0 }
  const real = createLiveHub(
    store,
    async () => ({}),
    () => {},
  )
  const hub: LiveHub = {
    ...real,
    watch(...given) {
      held.watching++
      const stop = real.watch(...given)
      return () => {
        held.watching--
        stop()
      }
    },
  }
  const app = Fastify({ logger: false })
  const factsOf = () => {
    held.come++
    return { origin: 'http://127.0.0.1', peer: '127.0.0.1' }
  }
  const options = { db: store, hub, factsOf, ...(beatMillis && { beatMillis }) }
  registerLive(app, '/live', options)
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  async function ask(header: string): Promise<Socket> {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(`GET /live?topics=home HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`)
    return socket
  }
  return { held, ask }
}

const keyOf = async (accountId: number) => {
  const given = { name: 'watcher', rights: ['read'], maker: { kind: 'account' as const } }
  const { key, token } = await makeApiKey(setup.running.store, accountId, given)
  return { id: key.id, header: `Authorization: Bearer ${token}` }
}

async function statusOf(socket: Socket): Promise<string> {
  const [first] = await once(socket, 'data')
  return String(first).split(' ', 2)[1]!
}

async function ended(socket: Socket): Promise<string> {
  let text = ''
  for await (const piece of socket) text += piece
  return text
}

test('those that are dropped at once take no place, and leave nothing to be asked', async t => {
  const { held, ask } = await serveStreams(t)
  const { header } = await keyOf(setup.accountId)
  for (let i = 0; i < 120; i++) {
    const socket = await ask(header)
    // Within the look for the caller, and around it.
    if (i % 2 === 0) socket.destroy()
    else setTimeout(() => socket.destroy(), i % 5)
  }
  await until(() => held.come === 120)
  // Callers are looked for in their order: theirs were before this one.
  const socket = await ask(header)
  assert.equal(await statusOf(socket), '200')
  await until(async () => held.watching === 1)
  socket.destroy()
  await until(async () => held.watching === 0)
})

test('a mask or rights that changed meanwhile end them', async t => {
  const { held, ask } = await serveStreams(t, 50)
  const { id, header } = await keyOf(setup.accountId)
  for (const change of ['masked = true', `rights = '{read,content}'`]) {
    const socket = await ask(header)
    await until(async () => held.watching === 1)
    await setup.running.store.run(
      {
        name: '',
        again: false,
        text: `update api_keys set ${change} where account_id = $1 and id = $2`,
      },
      [setup.accountId, id],
    )
    assert.match(await ended(socket), /event: home\n/)
  }
})

test('an open one keeps no session alive', async t => {
  const { ask } = await serveStreams(t, 50)
  const { store } = setup.running
  const token = await openSession(store, setup.accountId)
  const text = `update sessions set seen_at = seen_at - interval '1 hour',
    expires_at = now() + interval '1 second' where account_id = $1`
  await store.run({ name: '', text, again: false }, [setup.accountId])
  const socket = await ask(`Cookie: pennypost_session=${token}`)
  assert.match(await ended(socket), /^HTTP\/1\.1 200 /, 'ended with its session')
})

test('nor does an unattended page', async () => {
  const { store, origin } = setup.running
  const token = await openSession(store, setup.accountId)
  const ask = (text: string) => store.run({ name: '', text, again: false }, [setup.accountId])
  await ask(`update sessions set seen_at = seen_at - interval '1 hour' where account_id = $1`)
  const seenAt = async () =>
    String((await ask('select max(seen_at) from sessions where account_id = $1')).rows)
  const before = await seenAt()
  const call = (header: string) =>
    fetch(`${origin}/api/v1/lists`, {
      headers: { Cookie: `pennypost_session=${token}`, 'X-Pennypost-Console': header },
    })
  assert.equal((await call('unattended')).status, 200)
  assert.equal(await seenAt(), before)
  assert.equal((await call('1')).status, 200)
  assert.notEqual(await seenAt(), before)
})

test('an account has a bounded number, however many keys it has', async t => {
  const { held, ask } = await serveStreams(t)
  const sockets: Socket[] = []
  for (let key = 0; key < 4; key++) {
    const { header } = await keyOf(setup.accountId)
    for (let i = 0; i < 50; i++) sockets.push(await ask(header))
  }
  await until(async () => held.watching === 200)
  const { header } = await keyOf(setup.accountId)
  const [refused] = await once(await ask(header), 'data')
  assert.match(String(refused), /There are 50 streams of .* already, or 200 of the account\./)
  for (const socket of sockets) socket.destroy()
  await until(async () => held.watching === 0)
  const again = await ask(header)
  assert.equal(await statusOf(again), '200')
  again.destroy()
})

/**
 * Connecting to a node whose kernel takes connections that its server does not come to, as those in
 * a full accept queue: none is given up there, and there is one at a time.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as netConnect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createAttempts } from '../../src/db/at-node/attempts.ts'
import { startHeartbeat } from '../../src/db/at-node/heartbeat.ts'
import { openNodePool } from '../../src/db/at-node/node-pool.ts'
import { needsAllNodes } from '../../src/db/at-node/placed-statements.ts'
import { DEADLINES } from '../../src/db/deadlines.ts'
import { temporaryStore } from '../support/database.ts'
import { until } from '../support/until.ts'

const CONNECTIONS = 16

let setup: Awaited<ReturnType<typeof temporaryStore>>
before(async () => {
  setup = await temporaryStore()
})
after(() => setup.drop())

interface BusyNode {
  host: string
  port: number
  /** Connections that its kernel took, and those of them that were given up before it served. */
  taken: number
  givenUp: number
  /** Comes to those that wait, and to all others. */
  serve(): void
}

async function withBusyNode(work: (node: BusyNode) => Promise<void>): Promise<void> {
  const { host = '127.0.0.1', port: storePort = 5432 } = setup.connection
  const sockets = new Set<Socket>()
  let isServing = false
  const waiting: (() => void)[] = []
  const server = createServer(socket => {
    node.taken++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!isServing) node.givenUp++
    })
    // Read, so that the end of the connection is noticed.
    const sent: Buffer[] = []
    const keep = (chunk: Buffer) => void sent.push(chunk)
    socket.on('data', keep)
    const pass = () => {
      const store = host.startsWith('/')
        ? netConnect(`${host}/.s.PGSQL.${storePort}`)
        : netConnect(Number(storePort), host)
      sockets.add(store.on('error', () => {}))
      store.on('close', () => socket.destroy())
      socket.on('close', () => store.destroy())
      socket.off('data', keep)
      for (const chunk of sent) store.write(chunk)
      socket.pipe(store).pipe(socket)
    }
    if (isServing) pass()
    else waiting.push(pass)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const node: BusyNode = {
    host: '127.0.0.1',
    port,
    taken: 0,
    givenUp: 0,
    serve() {
      isServing = true
      for (const pass of waiting) pass()
    },
  }
  await work(node).finally(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
}

const connectionTo = ({ host, port }: BusyNode) => ({ ...setup.connection, host, port })

test('a heartbeat and sixteen callers make one attempt together, and wait for it', () =>
  withBusyNode(async node => {
    const attempts = createAttempts()
    let beats = 0
    const heartbeat = startHeartbeat({
      connection: connectionTo(node),
      attempts,
      isReached: async () => {
        beats++
        return false
      },
      onDown() {},
      timeOuts: { between: 5, connect: 20, most: 20 },
    })
    const pool = openNodePool(
      node,
      {
        connection: setup.connection,
        connections: CONNECTIONS,
        deadlines: DEADLINES,
        patienceMillis: 20,
        ask: async () => ({ rows: [['t']], count: 1 }),
      },
      attempts,
    )
    const callers = () => Promise.allSettled(Array.from({ length: CONNECTIONS }, pool.connect))
    try {
      const outcomes = await callers()
      assert.ok(outcomes.some(({ status }) => status === 'rejected'))
      // Now it is known that nobody gets one.
      assert.ok((await callers()).every(({ status }) => status === 'fulfilled'))
      const before = beats
      await until(() => beats >= before + 3)
      assert.deepEqual([heartbeat.isDown(), node.taken, node.givenUp], [true, 1, 0])
      node.serve()
      await until(() => !heartbeat.isDown())
      await until(() => pool.counts().idle > 0)
      const client = await pool.connect()
      assert.deepEqual((await client!.query('select 1 as n')).rows, [{ n: 1 }])
      client!.release()
    } finally {
      await heartbeat.stop()
      await pool.close()
    }
  }))

test('an attempt that waits is ended with the connections to the node', () =>
  withBusyNode(async node => {
    const attempts = createAttempts()
    const pool = openNodePool(
      node,
      {
        connection: setup.connection,
        connections: CONNECTIONS,
        deadlines: DEADLINES,
        patienceMillis: 10,
        ask: async () => ({ rows: [['t']], count: 1 }),
      },
      attempts,
    )
    await assert.rejects(pool.connect(), /^Error: the node \S+ does not answer$/)
    await until(() => node.taken === 1)
    await pool.close()
    await until(() => node.givenUp === 1)
  }))

test('who waits for an attempt that fails fails with it, and the next is made anew', async () => {
  const attempts = createAttempts()
  const attempt = (begin: () => Promise<unknown>) => attempts.connect(new pg.Client(), begin)
  let made = 0
  const refused = async () => {
    made++
    await pause(1)
    throw new Error('refused')
  }
  const outcomes = await Promise.allSettled([refused, refused, refused].map(attempt))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.equal(made, 1)
  let running = 0
  const alone = async () => {
    assert.equal(running++, 0)
    await pause(1)
    running--
  }
  await Promise.all([alone, alone, alone].map(attempt))
})

test('one that the kernel does not take is given up soon, the others late', async () => {
  const given = { taken: 5, served: 60_000 }
  const attempts = createAttempts(given)
  // Its socket never connects.
  const client = new pg.Client()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  await attempts.connect(client, () => once(stream, 'close'))
  assert.ok(stream.destroyed)
})

test('statements over all accounts that need every node are known', () => {
  const names = new Map(['deliveries', 'accounts', 'routes'].map(name => [name, `${name}_7`]))
  const group = { id: '7', host: 'x', port: 1, names }
  const needs = (text: string) => needsAllNodes(text, group)
  assert.ok(needs('select account_id from deliveries where state = 1'))
  assert.ok(needs('update routes set paused = true where name = $1'))
  assert.ok(needs('delete from deliveries'))
  // Copies of a table that is the same on all nodes, and those of the coordinator alone.
  assert.ok(!needs('select a.deliveries from accounts a join routes on true'))
  assert.ok(!needs('insert into workers (id, host) values ($1, $2)'))
})

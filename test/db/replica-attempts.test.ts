/** Connecting to a standby whose kernel takes connections that its server does not come to. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { DEADLINES } from '../../src/db/deadlines.ts'
import { openReplica } from '../../src/db/replica.ts'
import { temporaryStore } from '../support/database.ts'

let setup: Awaited<ReturnType<typeof temporaryStore>>
before(async () => {
  setup = await temporaryStore()
})
after(() => setup.drop())

test('one attempt at a time is made, for any caller, and reads go to the primary', async () => {
  const sockets = new Set<Socket>()
  let open = 0
  let mostOpen = 0
  let taken = 0
  const server = createServer(socket => {
    taken++
    mostOpen = Math.max(mostOpen, ++open)
    sockets.add(socket.on('error', () => {}).on('close', () => open--))
    socket.resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reasons: unknown[] = []
  const replica = openReplica({
    connection: { ...setup.connection, host: '127.0.0.1', port } as typeof setup.connection,
    connections: 16,
    deadlines: DEADLINES,
    primary: statement => setup.store.run(statement, []),
    onUnusable: reason => void reasons.push(reason),
  })
  const statement = { name: 'of.test', text: 'select 1', again: true }
  const reads = () => Promise.all(Array.from({ length: 16 }, () => replica.read(statement, [])))
  try {
    assert.deepEqual(new Set(await reads()), new Set([undefined]))
    assert.equal(taken, 1)
    while (taken < 2) {
      await reads()
      await pause(50)
    }
    assert.deepEqual([mostOpen, reasons.length], [1, 1])
  } finally {
    await replica.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

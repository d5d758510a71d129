/** Files that are too large, cut off, or for which there is no room: refused, and nothing stays. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { smallDisk } from '../support/small-disk.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

const MEGABYTE = 1_000_000
const LARGE = 200 * MEGABYTE

let setup: ApiSetup
let key = ''
let listId = 0
const ready = async (env: Record<string, string> = {}) => {
  setup = await apiSetup({ IMPORT_MAX_BYTES: String(5 * MEGABYTE), ...env })
  const made = await setup.call('POST', '/api-keys', { name: 'crm', rights: ['people', 'read'] })
  key = made.body.token
  const list = { name: 'Readers', fromEmail: 'news@shop.test' }
  listId = (await setup.call('POST', '/lists', list)).body.id
}
before(() => ready())
after(() => setup.running.close())

/** A call whose body is written bit by bit, until it is answered. */
async function send(path: string, bytes: number, { declared }: { declared: boolean }) {
  const req = request(`${setup.running.origin}/api/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/octet-stream',
      ...(declared && { 'Content-Length': bytes }),
    },
  })
  const answered = once(req, 'response')
  const piece = Buffer.alloc(MEGABYTE, 'mia@readers.test\n')
  const half = () => {
    let written = 0
    const go = async () => {
      for (; written < bytes && !req.destroyed; written += piece.length)
        if (!req.write(piece)) await Promise.race([once(req, 'drain'), once(req, 'close')])
      req.end()
    }
    return go()
  }
  req.on('error', () => {}).setMaxListeners(0)
  const writing = half()
  const [res] = await answered
  let text = ''
  for await (const part of res) text += part
  req.destroy()
  await writing
  return { status: res.statusCode, body: JSON.parse(text) }
}

const PATHS = () => [
  `/imports?listId=${listId}&name=f.csv`,
  '/opt-outs/import',
  '/suppressions/import',
  '/media',
]
const rows = async (text: string) =>
  (await setup.running.store.run({ name: '', text, again: true }, [])).rows

test('a file of 200 MB is refused before it has come, and as it comes', async () => {
  const before = process.memoryUsage().rss
  const rights = ['people', 'read', 'content']
  key = (await setup.call('POST', '/api-keys', { name: 'all', rights })).body.token
  for (const path of PATHS())
    for (const declared of [true, false]) {
      // The rest of what has come is read and dropped.
      const bytes = declared || path === PATHS()[0] ? LARGE : LARGE / 10
      const { status, body } = await send(path, bytes, { declared })
      assert.deepEqual([status, body.reason], [413, 'too-large'], path)
      assert.match(body.detail, /_MAX_BYTES allows: \d+ bytes/)
    }
  assert.ok(process.memoryUsage().rss - before < LARGE, 'the files are in memory')
  const list = await setup.call('GET', '/imports')
  const states = list.body.items.map(({ state }: { state: string }) => state)
  assert.deepEqual(states, ['failed'], 'the import that turned out to be too large')
  assert.deepEqual(await rows('select 1 from import_documents'), [])
})

test('an upload that is cut off can not be started, and leaves no part of its file', async () => {
  const req = request(`${setup.running.origin}/api/v1${PATHS()[0]}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/octet-stream',
      'Content-Length': 4 * MEGABYTE,
    },
  })
  req.on('error', () => {})
  req.write(Buffer.alloc(3 * MEGABYTE, 'mia@readers.test\n'))
  const parts = () => rows('select 1 from import_documents')
  while ((await parts()).length === 0) await pause(20)
  const { items } = (await setup.call('GET', '/imports')).body
  const start = () => setup.call('POST', `/imports/${items[0].id}/start`, { columns: ['email'] })
  const early = await start()
  assert.deepEqual([early.status, early.body.reason], [409, 'not-now'])
  req.destroy()
  while ((await parts()).length > 0) await pause(20)
  const cut = (await setup.call('GET', `/imports/${items[0].id}`)).body
  assert.deepEqual([cut.state, cut.trouble], ['failed', 'The upload was cut off.'])
  assert.equal((await start()).status >= 400, true)
})

test('a full disk is told of, nothing is kept, and room is enough to go on', async (t: TestContext) => {
  const disk = smallDisk(t, 8)
  if (disk === undefined) return
  await setup.running.close()
  try {
    await ready({ DATA_DIR: disk.dataDir })
    disk.fill(1_500_000)
    for (const path of ['/opt-outs/import', '/suppressions/import']) {
      const { status, body } = await send(path, 5 * MEGABYTE, { declared: true })
      assert.deepEqual([status, body.reason], [507, 'disk-full'], JSON.stringify(body))
      assert.match(body.detail, /disk of the service is full/)
    }
    assert.equal((await setup.call('GET', '/lists')).status, 200)
    const left = readdirSync(disk.dataDir, { recursive: true }).filter(name =>
      String(name).includes('upload-'),
    )
    assert.deepEqual(left, [], join(disk.dataDir, 'upload-'))
    assert.deepEqual((await setup.call('GET', '/opt-outs')).body.items, [])
    disk.makeRoom()
    const again = await send('/opt-outs/import', MEGABYTE, { declared: true })
    assert.deepEqual([again.status, again.body.added], [200, 1])
  } finally {
    disk.remove()
  }
})

/** An outage in the log: few lines, with how much has failed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isStoreUnreachable } from '../../src/db/again.ts'
import { openStore } from '../../src/db/open-store.ts'
import { createLog } from '../../src/lib/log.ts'
import { createOutageLog } from '../../src/lib/outage-log.ts'
import { testServer } from '../support/database.ts'
import { storeProxy } from '../support/store-proxy.ts'

test('an outage is told when it begins, once a second with counts, and when it is over', async () => {
  const lines: [level: string, facts: Record<string, unknown>, message: string][] = []
  const outage = createOutageLog({
    write: (...line) => void lines.push(line),
    everyMillis: 100,
    quietMillis: 1000,
  })
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (let n = 0; n < 500; n++) outage.count(away, { call: n })
  for (let n = 0; n < 20; n++) outage.count(away, { worker: 'imports' })
  while (lines.length < 3) await pause(20)
  assert.deepEqual(lines[0], [
    'error',
    { reason: away.message, code: 'ECONNREFUSED' },
    'the store is unreachable',
  ])
  assert.deepEqual(lines[1], [
    'error',
    { calls: 500, turns: 20 },
    'the store is unreachable: 500 calls, 20 worker turns failed in the last second',
  ])
  assert.equal(lines[2]![0], 'info')
  assert.match(
    lines[2]![2],
    /^no failure because of the store for 1 seconds; .* 500 calls, 20 worker turns$/,
  )
  await pause(300)
  assert.equal(lines.length, 3)
})

test('the log writes no stack of what failed because the store was away, and one of anything else', async () => {
  const lines: string[] = []
  const log = createLog({
    level: 'info',
    to: { write: line => void lines.push(line) },
    isOutage: isStoreUnreachable,
  })
  const server = await testServer()
  const proxy = await storeProxy(server.connection)
  const store = openStore({
    connection: proxy.connection,
    onLost: error => log.info({ part: 'store', error }, 'a connection to the store was lost'),
  })
  try {
    const asked = () => store.run({ name: '', text: 'select 1', again: false }, [])
    await asked()
    proxy.away(true)
    const failed = await Promise.all(
      Array.from({ length: 30 }, () =>
        asked().then(
          () => undefined,
          error => error,
        ),
      ),
    )
    for (const [call, error] of failed.entries()) log.error({ call, error }, 'a call failed')
    assert.equal(failed.filter(isStoreUnreachable).length, 30)
    log.error(
      { error: Object.assign(new Error('a file'), { code: 'ENOENT' }), worker: 'x' },
      'a worker failed',
    )
    const own = lines.map(line => JSON.parse(line))
    assert.equal(own.filter(({ error }) => error?.stack).length, 1)
    assert.equal(own.filter(({ msg }) => msg === 'the store is unreachable').length, 1)
    assert.ok(own.length < 15, `${own.length} lines`)
  } finally {
    await store.close()
    await proxy.close()
    await server.release()
  }
})

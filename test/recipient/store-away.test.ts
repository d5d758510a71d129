/** A store that is away while somebody signs up: 503, nothing half done, and it goes on. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { pathOfForm } from '../../src/domain/forms/form.ts'
import { keyOfLinks, macKeyOf } from '../../src/domain/keys/link-keys.ts'
import { createRequestBodies } from '../../src/lib/request-bodies.ts'
import { createRecipient } from '../../src/recipient/routes.ts'
import { signUpSetup } from '../domain/sign-ups/setup.ts'
import { isCluster } from '../support/cluster.ts'

const skip = (await isCluster()) && 'the node goes on while the coordinator is away'

test('a post while the database is away is refused for now, and leaves nothing', {
  skip,
}, async () => {
  const setup = await signUpSetup()
  const { store, keys, connection, accountId, formId, ask } = setup
  const reported: unknown[] = []
  const recipient = createRecipient({
    db: store,
    bodies: createRequestBodies({ most: 1 << 20, networkOf: () => '' }),
    keyOf: keyOfLinks(keys),
    newestKey: () => macKeyOf(keys.newest()),
    peerOf: () => '192.0.2.1',
    report: error => void reported.push(error),
  })
  const server = createServer((req, res) => void recipient(req, res))
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}${pathOfForm(accountId, formId)}`
  const post = (email: string) =>
    fetch(url, {
      method: 'POST',
      headers: { Referer: 'https://shop.example.test/' },
      body: new URLSearchParams({ email, consent: 'yes' }),
    })
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  const { database } = connection
  try {
    assert.equal((await fetch(url)).status, 200)
    await admin.query(`alter database "${database}" allow_connections false`)
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and backend_type = 'client backend'`,
      [database],
    )
    const answers = await Promise.all(['a@b.test', 'c@d.test'].map(post))
    for (const answer of answers) {
      assert.equal(answer.status, 503)
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
    }
    assert.ok(reported.length > 0)
    await admin.query(`alter database "${database}" allow_connections true`)
    assert.deepEqual(await ask('select email from sign_ups'), [])
    assert.equal((await post('e@f.test')).status, 200)
    assert.deepEqual(await ask('select email, state from sign_ups'), [['e@f.test', 'new']])
  } finally {
    await admin.query(`alter database "${database}" allow_connections true`)
    await admin.end()
    server.closeAllConnections()
    server.close()
    await setup.close()
  }
})

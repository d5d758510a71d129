/**
 * The same rows on a cluster and on one server: every page of the JSON API and every operation that
 * reads answers alike, the latter in all four bindings. The program makes the rows on the cluster,
 * and a restored backup brings them to the other server.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createApp } from '../../src/app.ts'
import { routes } from '../../src/console-api/v1/table.ts'
import { sessionCookie } from '../../src/console-api/visitor.ts'
import { entryOf, operationNames } from '../../src/contract/index.ts'
import { pauseOutgoing } from '../../src/db/backup/restore-holds.ts'
import type { Store } from '../../src/db/db.ts'
import { openStore } from '../../src/db/open-store.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { readConfig } from '../../src/settings/config.ts'
import { emptyDatabase } from '../cli/setup.ts'
import { apiClient } from '../console-api/api-setup.ts'
import { createCaller } from '../support/client.ts'
import { temporaryStore } from '../support/database.ts'
import { SECRET } from '../support/sending.ts'
import { backedUp, restored } from './backup-setup.ts'
import { type Filled, fillEverything } from './same-answers-setup.ts'

interface Service {
  call: ReturnType<typeof apiClient>
  caller: ReturnType<typeof createCaller>
  close(): Promise<void>
}

async function serviceOn(
  store: Store,
  { accountId, username, password }: Filled,
): Promise<Service> {
  const config = readConfig({ PORT: '0', PUBLIC_URL: 'https://mail.example.test' })
  const sealer = createSealer(SECRET)
  const keys = await openKeys(store, sealer)
  const consoleFolder = join(import.meta.dirname, 'no-console')
  const app = createApp({
    config,
    store,
    sealer,
    keys,
    consoleFolder,
    log: createLog({ level: 'error' }),
  })
  const { port } = await app.listen()
  const cookie = `${sessionCookie.name(config.http.publicUrl!)}=${await openSession(store, accountId)}`
  const origin = `http://127.0.0.1:${port}`
  return {
    call: apiClient(origin, { cookie, 'X-Pennypost-Console': '1' }),
    caller: createCaller({
      url: `${origin}/externalapiservice.asmx`,
      namespace: config.api.namespace,
      username,
      password,
    }),
    async close() {
      await app.close({ patienceMillis: 0 })
      keys.close()
    },
  }
}

/** About this very call, counted from now, or with the moment of the call within. */
const PASSING = new Set(['call', 'since', 'pace', 'perSecond', 'countedAt', 'cursor'])
const lasting = (key: string, value: unknown) => (PASSING.has(key) ? undefined : value)

/** About the session or the server itself. */
const OWN = ['/sessions', '/audit', '/installation/store', '/installation/checks']

/** Ids that something has, and one that nothing has. */
const IDS = ['1', '2', '31', '999']

/** The pages that answer differently, and how. */
async function unlikePages(one: Service, two: Service): Promise<string[]> {
  const unlike: string[] = []
  let good = 0
  for (const { path, method } of routes) {
    if (method !== 'GET' || OWN.includes(path)) continue
    const filled = IDS.map(id => path.replace(/:\w+/g, id))
    const ways = path.includes(':') ? filled : [path, `${path}?limit=3`]
    for (const way of ways) {
      const [expected, found] = await Promise.all(
        [two, one].map(async ({ call }) => {
          const { status, body } = await call('GET', way)
          if (status === 200) good++
          return JSON.stringify({ status, body }, lasting)
        }),
      )
      if (found !== expected) unlike.push(`${way}: ${found}, and on one server ${expected}`)
    }
  }
  assert.ok(good > 250, `${good} answers had something to compare`)
  return unlike
}

/** A value for each parameter of an operation that reads. */
const valuesOf = ({ guid }: Filled): Record<string, unknown> => ({
  listId: 1,
  sendingId: 1,
  newsletterId: 1,
  importId: 1,
  triggerId: 1,
  filterIds: [1],
  page: 1,
  size: 1_000,
  projectGuid: guid,
  id: '',
  identifier: 'order 7',
  field: 'DD1',
  subscriberId: '31',
  email: 'p31@example.test',
  url: 'https://example.test/',
  from: new Date('2000-01-01T00:00:00Z'),
  until: new Date('2090-01-01T00:00:00Z'),
})

/** As unlikePages(), of the operations. */
async function unlikeCalls(one: Service, two: Service, filled: Filled): Promise<string[]> {
  const unlike: string[] = []
  const values = valuesOf(filled)
  for (const name of operationNames) {
    const operation = entryOf(name)!
    // Its answer is a secret, another one each time.
    if (!operation.reads || name === 'GetLoginLink') continue
    const given = Object.fromEntries(Object.keys(operation.params).map(key => [key, values[key]]))
    const [expected, found] = await Promise.all(
      [two, one].map(({ caller }) =>
        (caller.call[name] as (given: object) => Promise<unknown>)(given).then(
          answer => JSON.stringify(answer),
          String,
        ),
      ),
    )
    if (found !== expected) unlike.push(`${name}: ${found}, and on one server ${expected}`)
  }
  return unlike
}

test('answers are those of one server', async () => {
  const cluster = await temporaryStore()
  const plain = await emptyDatabase()
  const other = openStore({ connection: plain.connection })
  const services: Service[] = []
  try {
    const filled = await fillEverything(cluster)
    await restored(other, await backedUp(cluster.store))
    // As the restore did.
    await cluster.store.withClient(pauseOutgoing)
    for (const store of [cluster.store, other]) services.push(await serviceOn(store, filled))
    const [one, two] = services as [Service, Service]
    const differences = [...(await unlikePages(one, two)), ...(await unlikeCalls(one, two, filled))]
    assert.deepEqual(differences, [])
  } finally {
    for (const service of services) await service.close()
    await other.close()
    await plain.drop()
    await cluster.drop()
  }
})

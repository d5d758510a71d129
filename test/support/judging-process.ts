/**
 * A process that takes mail in and judges it with a thread that may spin, on a database given as
 * JSON; tells its port, and is killed.
 */

import { openStore } from '../../src/db/open-store.ts'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startBounceWorkers } from '../../src/start/bounce-workers.ts'

const { connection, secret } = JSON.parse(process.argv[2]!)
const store = openStore({ connection, connections: 4 })
const sealer = createSealer(secret)
const settings = readConfig({ BOUNCE_DOMAIN: 'bounces.example.test', BOUNCE_HOST: '127.0.0.1' })
const config = { ...settings, bounces: { ...settings.bounces, port: 0 } }
const workers = await startBounceWorkers({
  config,
  store,
  sealer,
  keys: await openKeys(store, sealer),
  log: createLog({ level: 'warn' }),
  judging: { entry: new URL('./spinning-thread.ts', import.meta.url), limitMillis: 3_600_000 },
})
workers.begin()
process.stdout.write(`${workers.listener!.port}\n`)

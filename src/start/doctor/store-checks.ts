/** The checks of the store, and of the DNS of its senders. They make and change nothing. */

import type { RelaySettings } from '../../actions/relays/known-routes.ts'
import { lastBackup } from '../../db/backup/backups.sql.ts'
import { clusterStatus } from '../../db/cluster/status.ts'
import type { Store } from '../../db/db.ts'
import { accountsInOrder } from '../../domain/accounts/accounts.sql.ts'
import { signingKeys } from '../../domain/keys/keys.sql.ts'
import { openKeys } from '../../domain/keys/keys.ts'
import { createSealer } from '../../lib/secrets.ts'
import { size } from '../../lib/size.ts'
import type { Config } from '../../settings/config.ts'
import { findSecret, keyFile } from '../secret-key.ts'
import { bad, type DoctorFinding, ok, warn } from './finding.ts'
import { dnsOfSenders } from './sender-checks.ts'
import { standby } from './standby.ts'
import { type StoreFacts, schemaLine, storeFacts } from './store-facts.ts'

export async function storeFindings(
  config: Config,
  db: Store,
  relays: RelaySettings,
): Promise<DoctorFinding[]> {
  const facts = await storeFacts(db, config.store)
  const kind =
    facts.kind === 'embedded'
      ? `embedded, in ${config.store.dataDir}`
      : 'the PostgreSQL of DATABASE_URL'
  const found = [
    ok('store', `${kind}: PostgreSQL ${facts.version}, ${size(facts.bytes)}`),
    schema(facts),
    storeClock(facts),
    ...(await clusterFindings(db)),
  ]
  const { replicaUrl } = config.store
  if (replicaUrl !== undefined) found.push(await standby(db, replicaUrl))
  if (facts.missing.length > 0) return found
  const opened = await keys(config, db)
  // Keys and relay passwords are encrypted: without the secret there is nothing to compare.
  const dns = opened.state === 'bad' ? [] : await dnsOfSenders(db, relays)
  return [...found, opened, await accounts(db), await backup(db), ...dns]
}

function schema(facts: StoreFacts): DoctorFinding {
  const says = schemaLine(facts)
  if (facts.schema > facts.newestSchema)
    return bad('schema', says, 'Run the newer version of Pennypost.')
  return facts.missing.length > 0
    ? warn('schema', says, 'The next start applies it, or: pennypost store upgrade')
    : ok('schema', says)
}

function storeClock({ clockAheadMillis }: StoreFacts): DoctorFinding {
  const seconds = Math.abs(clockAheadMillis) / 1000
  const says =
    `The store's clock is ${seconds.toFixed(1)} s ` +
    `${clockAheadMillis < 0 ? 'behind' : 'ahead'}.`
  const todo = 'Set the clocks of both machines by NTP.'
  if (seconds > 60) return bad('store clock', says, todo)
  return seconds > 2 ? warn('store clock', says, todo) : ok('store clock', 'The same as here.')
}

/** Nothing for a store on one server. */
export async function clusterFindings(db: Store): Promise<DoctorFinding[]> {
  const status = await clusterStatus(db)
  if (!status) return []
  const { distributed, undistributed, unset, uncopied, nodes, obstacles } = status
  if (!distributed && nodes.length < 2) return []
  const todo = 'Stop the processes, then: pennypost store distribute'
  if (!distributed) return [warn('cluster', 'The store is not distributed.', todo)]
  const found = obstacles.map(({ says, todo: remedy }) => bad('cluster', says, remedy))
  if (undistributed.length > 0)
    found.push(bad('cluster', `Not distributed: ${undistributed.join(', ')}.`, todo))
  if (unset.length > 0)
    found.push(bad('cluster', `Other settings of sessions than ours: ${unset.join(', ')}.`, todo))
  if (uncopied > 0)
    found.push(warn('cluster', `${uncopied} groups of shards lack our functions.`, todo))
  return found.length > 0 ? found : [ok('cluster', `Distributed; ${nodes.length} nodes answer.`)]
}

async function keys(config: Config, db: Store): Promise<DoctorFinding> {
  const there = await signingKeys(db, {})
  const secret = findSecret(config.store)
  if (there.length === 0) return ok('signing keys', 'None yet: the first start makes one.')
  if (!secret)
    return bad(
      'signing keys',
      'The store has keys, but there is nothing to open them with: no SECRET_KEY, no ' +
        `${keyFile(config.store)}.`,
      'Bring back the secret.key that belongs to the store, or set SECRET_KEY. Both are in ' +
        'a backup.',
    )
  try {
    const opened = await openKeys(db, createSealer(secret.secret))
    opened.close()
    return ok('signing keys', `${there.length}, the newest is ${opened.newest().id}`)
  } catch (error) {
    return bad(
      'signing keys',
      (error as Error).message,
      'Bring back the right one; a backup has it.',
    )
  }
}

/** Days after which the alert of deploy/prometheus-alerts.yml comes, too. */
const BACKUP_DAYS = 2

async function backup(db: Store): Promise<DoctorFinding> {
  const { seconds } = await lastBackup(db, {})
  const todo = 'Run pennypost backup FILE each night, unless you back up by other means.'
  if (seconds === 0) return warn('backup', 'None was made by pennypost backup.', todo)
  const says = `The last one is of ${new Date(seconds * 1000).toISOString()}.`
  const days = (Date.now() / 1000 - seconds) / 86_400
  return days > BACKUP_DAYS ? warn('backup', says, todo) : ok('backup', says)
}

async function accounts(db: Store): Promise<DoctorFinding> {
  const open = (await accountsInOrder(db, {})).filter(({ closedAt }) => closedAt === null)
  if (open.length === 0)
    return warn(
      'accounts',
      'No account is open: no program can call.',
      'pennypost account add USER',
    )
  return ok('accounts', open.length === 1 ? 'One is open.' : `${open.length} are open.`)
}

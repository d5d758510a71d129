/** The checks of the store, and of the DNS of its senders. They make and change nothing. */

import { type DoctorFinding, doctorSentence } from '../../actions/installation/doctor-words.ts'
import type { RelaySettings } from '../../actions/relays/known-routes.ts'
import { lastBackup } from '../../db/backup/backups.sql.ts'
import { clusterStatus } from '../../db/cluster/status.ts'
import type { Store } from '../../db/db.ts'
import { accountsInOrder } from '../../domain/accounts/accounts.sql.ts'
import { signingKeys } from '../../domain/keys/keys.sql.ts'
import { openKeys } from '../../domain/keys/keys.ts'
import { createSealer, SealedOtherwise } from '../../lib/secrets.ts'
import type { Config } from '../../settings/config.ts'
import { findSecret, keyFile } from '../secret-key.ts'
import { bad, ok, warn } from './finding.ts'
import { dnsOfSenders } from './sender-checks.ts'
import { standby } from './standby.ts'
import { type StoreFacts, storeFacts } from './store-facts.ts'

export async function storeFindings(
  config: Config,
  db: Store,
  relays: RelaySettings,
): Promise<DoctorFinding[]> {
  const facts = await storeFacts(db, config.store)
  const known = { version: facts.version, stored: facts.bytes }
  const found = [
    ok(
      'store',
      facts.kind === 'embedded'
        ? doctorSentence('store-embedded', { folder: config.store.dataDir, ...known })
        : doctorSentence('store-external', { setting: 'DATABASE_URL', ...known }),
    ),
    schemaFinding(facts),
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

function schemaFinding(facts: StoreFacts): DoctorFinding {
  const { schema, newestSchema: newest } = facts
  if (schema > newest)
    return bad(
      'schema',
      doctorSentence('schema-newer', { schema, newest }),
      doctorSentence('schema-run-newer'),
    )
  if (facts.missing.length === 0) return ok('schema', doctorSentence('schema-current', { schema }))
  const files = facts.missing.join(', ')
  return warn(
    'schema',
    schema === 0
      ? doctorSentence('schema-none', { files })
      : doctorSentence('schema-missing', { schema, files }),
    doctorSentence('schema-upgrade', { command: 'pennypost store upgrade' }),
  )
}

function storeClock({ clockAheadMillis }: StoreFacts): DoctorFinding {
  const seconds = Math.abs(clockAheadMillis) / 1000
  const says = doctorSentence(clockAheadMillis < 0 ? 'store-clock-behind' : 'store-clock-ahead', {
    seconds,
  })
  const todo = doctorSentence('store-clock-set')
  if (seconds > 60) return bad('store-clock', says, todo)
  return seconds > 2
    ? warn('store-clock', says, todo)
    : ok('store-clock', doctorSentence('store-clock-same'))
}

/** Nothing for a store on one server. */
export async function clusterFindings(db: Store): Promise<DoctorFinding[]> {
  const status = await clusterStatus(db)
  if (!status) return []
  const { distributed, undistributed, unset, uncopied, nodes, obstacles } = status
  if (!distributed && nodes.length < 2) return []
  const todo = doctorSentence('cluster-distribute', { command: 'pennypost store distribute' })
  if (!distributed) return [warn('cluster', doctorSentence('cluster-alone'), todo)]
  const found = obstacles.map(({ says, todo: remedy }) =>
    bad(
      'cluster',
      doctorSentence('cluster-obstacle', { says }),
      doctorSentence('cluster-obstacle', { says: remedy }),
    ),
  )
  if (undistributed.length > 0)
    found.push(
      bad(
        'cluster',
        doctorSentence('cluster-undistributed', { tables: undistributed.join(', ') }),
        todo,
      ),
    )
  if (unset.length > 0)
    found.push(
      bad('cluster', doctorSentence('cluster-settings', { settings: unset.join(', ') }), todo),
    )
  if (uncopied > 0)
    found.push(warn('cluster', doctorSentence('cluster-functions', { groups: uncopied }), todo))
  return found.length > 0
    ? found
    : [ok('cluster', doctorSentence('cluster-fine', { nodes: nodes.length }))]
}

async function keys(config: Config, db: Store): Promise<DoctorFinding> {
  const there = await signingKeys(db, {})
  const secret = findSecret(config.store)
  if (there.length === 0) return ok('signing-keys', doctorSentence('keys-none'))
  if (!secret)
    return bad(
      'signing-keys',
      doctorSentence('keys-sealed', { setting: 'SECRET_KEY', file: keyFile(config.store) }),
      doctorSentence('keys-bring-back', { setting: 'SECRET_KEY' }),
    )
  try {
    const opened = await openKeys(db, createSealer(secret.secret))
    opened.close()
    const newest = opened.newest().id
    return ok('signing-keys', doctorSentence('keys-open', { keys: there.length, newest }))
  } catch (error) {
    const setting = 'SECRET_KEY'
    return bad(
      'signing-keys',
      error instanceof SealedOtherwise
        ? doctorSentence('keys-otherwise', { setting })
        : doctorSentence('keys-fail', { says: (error as Error).message }),
      doctorSentence('keys-right'),
    )
  }
}

/** Days after which the alert of deploy/prometheus-alerts.yml comes, too. */
const BACKUP_DAYS = 2

async function backup(db: Store): Promise<DoctorFinding> {
  const { seconds } = await lastBackup(db, {})
  const todo = doctorSentence('backup-nightly', { command: 'pennypost backup FILE' })
  if (seconds === 0) return warn('backup', doctorSentence('backup-none'), todo)
  const says = doctorSentence('backup-last', { at: new Date(seconds * 1000).toISOString() })
  const days = (Date.now() / 1000 - seconds) / 86_400
  return days > BACKUP_DAYS ? warn('backup', says, todo) : ok('backup', says)
}

async function accounts(db: Store): Promise<DoctorFinding> {
  const open = (await accountsInOrder(db, {})).filter(({ closedAt }) => closedAt === null)
  if (open.length === 0)
    return warn(
      'accounts',
      doctorSentence('accounts-none'),
      doctorSentence('run', { command: 'pennypost account add USER' }),
    )
  return ok(
    'accounts',
    open.length === 1
      ? doctorSentence('accounts-one')
      : doctorSentence('accounts-open', { accounts: open.length }),
  )
}

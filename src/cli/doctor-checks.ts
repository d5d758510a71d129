/**
 * The checks of `pennypost doctor`. Each finding has a state and, if it is not ok, a remedy. Checks
 * make and change nothing.
 */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Store } from '../db/db.ts'
import { embeddedStatus } from '../db/embedded/embedded.ts'
import { accountsInOrder } from '../domain/accounts/accounts.sql.ts'
import { signingKeys } from '../domain/keys/keys.sql.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { isLoopback } from '../lib/loopback.ts'
import { createSealer } from '../lib/secrets.ts'
import type { Config } from '../settings/config.ts'
import { findSecret, keyFile, keyFileReaders } from '../start/secret-key.ts'
import { withOpened } from './context.ts'
import { dnsOfSenders } from './doctor-dns.ts'
import type { DoctorFinding } from './doctor-finding.ts'
import { size } from './long-work.ts'
import { type StoreFacts, schemaLine, storeFacts } from './store.ts'

const MB = 1e6
/** Free space below which the store soon fails, and below which a warning is due. */
const ROOM = { bad: 200 * MB, warn: 2000 * MB }
const NODE_WANTED = 24
/** Before this program was written: a clock showing this was never set. */
const EARLIEST = Date.UTC(2025, 0)

const ok = (check: string, says: string): DoctorFinding => ({ check, state: 'ok', says })
const warn = (check: string, says: string, todo: string): DoctorFinding => ({
  check,
  state: 'warn',
  says,
  todo,
})
const bad = (check: string, says: string, todo: string): DoctorFinding => ({
  check,
  state: 'bad',
  says,
  todo,
})

export function node(): DoctorFinding {
  const { node: version } = process.versions
  return Number(version.split('.')[0]) < NODE_WANTED
    ? bad('node', `Node.js ${version}`, `Install Node.js ${NODE_WANTED} or later.`)
    : ok('node', `Node.js ${version}`)
}

export function clock(): DoctorFinding {
  const now = new Date()
  return now.getTime() < EARLIEST
    ? bad('clock', `The clock of this machine shows ${now.toISOString()}.`, 'Set it; best by NTP.')
    : ok('clock', now.toISOString())
}

export function settings(read: () => Config): { finding: DoctorFinding; config?: Config } {
  try {
    return { finding: ok('settings', 'Each can be used.'), config: read() }
  } catch (error) {
    return {
      finding: bad(
        'settings',
        (error as Error).message,
        'Correct it in the environment or in .env.',
      ),
    }
  }
}

export function disk({ dataDir }: Config['store']): DoctorFinding[] {
  const there = nearestFolder(dataDir)
  const { bavail, bsize } = statfsSync(there)
  const free = bavail * bsize
  const says = `${size(free)} free on the disk of ${dataDir}`
  const todo = 'Free some space, or give it a larger disk.'
  const room =
    free < ROOM.bad
      ? bad('disk', says, todo)
      : free < ROOM.warn
        ? warn('disk', says, todo)
        : ok('disk', says)
  try {
    accessSync(there, constants.W_OK | constants.X_OK)
    return [room]
  } catch {
    return [
      room,
      bad(
        'data folder',
        `${there} can't be written by this user.`,
        'Run as the user who runs the service, or chown it.',
      ),
    ]
  }
}

function nearestFolder(path: string): string {
  try {
    if (statSync(path).isDirectory()) return path
  } catch {
    // Made at the first start.
  }
  return path === dirname(path) ? path : nearestFolder(dirname(path))
}

export function publicUrl({ publicUrl, host, trustProxy }: Config['http']): DoctorFinding[] {
  const name = 'PUBLIC_URL'
  const local = isLoopback(host)
  if (publicUrl === undefined)
    return [
      local
        ? ok(name, 'Not set; the service listens to this machine only.')
        : warn(
            name,
            `Not set, but the service listens on ${host}.`,
            'Set it to where people reach the service, so that links lead there.',
          ),
    ]
  const { protocol, hostname } = new URL(publicUrl)
  const findings: DoctorFinding[] = []
  if (isLoopback(hostname))
    findings.push(
      warn(
        name,
        `${publicUrl} leads to the reader's own machine.`,
        'Set it to the name people reach the service by.',
      ),
    )
  else if (protocol === 'http:')
    findings.push(
      warn(
        name,
        `${publicUrl} is not encrypted: passwords can be read on the way.`,
        'Put a proxy with TLS in front, and set it to https://...',
      ),
    )
  else if (trustProxy.rules.length === 0)
    findings.push(
      warn(
        name,
        `${publicUrl} needs a proxy in front, but TRUST_PROXY is empty: all calls seem to ` +
          'come from the proxy.',
        "Set TRUST_PROXY to the proxy's address, like 127.0.0.1.",
      ),
    )
  return findings.length > 0 ? findings : [ok(name, publicUrl)]
}

export function keyFilePermissions(config: Config): DoctorFinding[] {
  if (config.store.secretKey !== undefined) return [ok('key', 'SECRET_KEY is set.')]
  const file = keyFile(config.store)
  if (!existsSync(file)) return []
  const readers = keyFileReaders(config.store)
  if (!readers) return [ok('key', `Only its owner may read ${file}.`)]
  const report = readers.who === 'The group' ? warn : bad
  return [
    report('key', `${readers.who} may read ${file} (mode ${readers.mode}).`, `chmod 600 ${file}`),
  ]
}

/** The checks of the store; a missing one is not made. */
export async function store(config: Config): Promise<DoctorFinding[]> {
  try {
    if (
      config.store.databaseUrl === undefined &&
      (await embeddedStatus(config.store.dataDir)).storeMajor === undefined
    )
      return [
        warn(
          'store',
          `There is none in ${config.store.dataDir} yet.`,
          'The first start makes one; if there should be one, check DATA_DIR.',
        ),
      ]
    return await withOpened(config, async ({ store }) => {
      const facts = await storeFacts(config, store)
      const kind =
        facts.kind === 'embedded'
          ? `embedded, in ${config.store.dataDir}`
          : 'the PostgreSQL of DATABASE_URL'
      const found = [
        ok('store', `${kind}: PostgreSQL ${facts.version}, ${size(facts.bytes)}`),
        schema(facts),
        storeClock(facts),
      ]
      if (facts.missing.length > 0) return found
      const opened = await keys(config, store)
      // Keys and relay passwords are encrypted: without the secret there is nothing to compare.
      return [
        ...found,
        opened,
        await accounts(store),
        ...(opened.state === 'bad' ? [] : await dnsOfSenders(config, store)),
      ]
    })
  } catch (error) {
    const todo =
      config.store.databaseUrl === undefined
        ? 'See docs/embedded-store.md.'
        : 'Check DATABASE_URL and its server.'
    return [bad('store', (error as Error).message, todo)]
  }
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

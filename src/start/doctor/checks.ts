/** The checks of the machine and the settings. They make and change nothing. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { memoryHere } from '../../db/embedded/settings.ts'
import { isLoopback } from '../../lib/loopback.ts'
import { size } from '../../lib/size.ts'
import type { Config } from '../../settings/config.ts'
import { checkWhole } from '../../settings/whole.ts'
import { refuseWrongAccount } from '../first-account.ts'
import { keyFile, keyFileReaders } from '../secret-key.ts'
import { bad, type DoctorFinding, ok, warn } from './finding.ts'

const MB = 1e6
/** Free space below which the store soon fails, and below which a warning is due. */
const ROOM = { bad: 200 * MB, warn: 2000 * MB }
const NODE_WANTED = 24
/** A machine sold as one of 512 MB shows some less. docs/operating.md has the measurements. */
const MEMORY_WANTED = 450 * 1024 * 1024
/** Before this program was written: a clock showing this was never set. */
const EARLIEST = Date.UTC(2025, 0)

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

/** @param bytes of the machine, or the limit of the container. */
export function memory(bytes: number): DoctorFinding {
  const says = `${size(bytes)} of memory`
  return bytes < MEMORY_WANTED
    ? warn(
        'memory',
        `${says}: with less than 512 MB a large import or sending may be ended by the system.`,
        'Give it 512 MB or more; 1 GB leaves room.',
      )
    : ok('memory', says)
}

const REMEDY = 'Correct it in the environment or in .env.'

/** @param notes about names that are given and set nothing. */
export function settings(
  read: () => Config,
  notes: () => string[],
): { found: DoctorFinding[]; config?: Config } {
  try {
    const config = read()
    refuseWrongAccount(config.account)
    const said = [...notes(), ...checkWhole(config)]
    const found =
      said.length > 0
        ? said.map(note => warn('settings', note, REMEDY))
        : [ok('settings', 'Each can be used.')]
    return { found, config }
  } catch (error) {
    return { found: [bad('settings', (error as Error).message, REMEDY)] }
  }
}

function disk({ dataDir }: Config['store']): DoctorFinding[] {
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

function publicUrl({ publicUrl, host, trustProxy }: Config['http']): DoctorFinding[] {
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

function keyFilePermissions(config: Config): DoctorFinding[] {
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

/** All of them, for settings that can be used. */
export const machineFindings = (config: Config): DoctorFinding[] => [
  memory(memoryHere()),
  ...disk(config.store),
  ...publicUrl(config.http),
  ...keyFilePermissions(config),
]

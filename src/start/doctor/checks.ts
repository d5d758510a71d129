/** The checks of the machine and the settings. They make and change nothing. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DoctorFinding, doctorSentence } from '../../actions/installation/doctor-words.ts'
import { memoryHere } from '../../db/embedded/settings.ts'
import { isLoopback } from '../../lib/loopback.ts'
import type { SettingNote } from '../../lib/setting-words.ts'
import type { Config } from '../../settings/config.ts'
import { checkWhole } from '../../settings/whole.ts'
import { refuseWrongAccount } from '../first-account.ts'
import { keyFile, keyFileReaders } from '../secret-key.ts'
import { bad, ok, warn } from './finding.ts'

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
    ? bad(
        'node',
        doctorSentence('node-version', { version }),
        doctorSentence('node-install', { version: NODE_WANTED }),
      )
    : ok('node', doctorSentence('node-version', { version }))
}

export function clock(): DoctorFinding {
  const at = new Date().toISOString()
  return Date.parse(at) < EARLIEST
    ? bad('clock', doctorSentence('clock-wrong', { at }), doctorSentence('clock-set'))
    : ok('clock', doctorSentence('clock-at', { at }))
}

/** @param bytes of the machine, or the limit of the container. */
export function memory(bytes: number): DoctorFinding {
  return bytes < MEMORY_WANTED
    ? warn(
        'memory',
        doctorSentence('memory-small', { memory: bytes }),
        doctorSentence('memory-give'),
      )
    : ok('memory', doctorSentence('memory-enough', { memory: bytes }))
}

const REMEDY = doctorSentence('settings-correct')

/** @param notes about names that are given and set nothing. */
export function settings(
  read: () => Config,
  notes: () => SettingNote[],
): { found: DoctorFinding[]; config?: Config } {
  try {
    const config = read()
    refuseWrongAccount(config.account)
    const said = [...notes(), ...checkWhole(config)]
    const found =
      said.length > 0
        ? said.map(note => warn('settings', note, REMEDY))
        : [ok('settings', doctorSentence('settings-fine'))]
    return { found, config }
  } catch (error) {
    const says = (error as Error).message
    return { found: [bad('settings', doctorSentence('settings-wrong', { says }), REMEDY)] }
  }
}

function disk({ dataDir }: Config['store']): DoctorFinding[] {
  const there = nearestFolder(dataDir)
  const { bavail, bsize } = statfsSync(there)
  const free = bavail * bsize
  const says = doctorSentence('disk-free', { free, folder: dataDir })
  const todo = doctorSentence('disk-larger')
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
        'data-folder',
        doctorSentence('folder-unwritable', { folder: there }),
        doctorSentence('folder-own'),
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
  const url = publicUrl ?? ''
  const local = isLoopback(host)
  if (publicUrl === undefined)
    return [
      local
        ? ok(name, doctorSentence('url-unneeded'))
        : warn(name, doctorSentence('url-unset', { host }), doctorSentence('url-set')),
    ]
  const { protocol, hostname } = new URL(publicUrl)
  const findings: DoctorFinding[] = []
  if (isLoopback(hostname))
    findings.push(warn(name, doctorSentence('url-own', { url }), doctorSentence('url-name')))
  else if (protocol === 'http:')
    findings.push(warn(name, doctorSentence('url-plain', { url }), doctorSentence('url-encrypt')))
  else if (trustProxy.rules.length === 0)
    findings.push(
      warn(
        name,
        doctorSentence('url-no-proxy', { url, setting: 'TRUST_PROXY' }),
        doctorSentence('url-trust', { setting: 'TRUST_PROXY' }),
      ),
    )
  return findings.length > 0 ? findings : [ok(name, doctorSentence('url-fine', { url }))]
}

function keyFilePermissions(config: Config): DoctorFinding[] {
  if (config.store.secretKey !== undefined)
    return [ok('key', doctorSentence('key-set', { setting: 'SECRET_KEY' }))]
  const file = keyFile(config.store)
  if (!existsSync(file)) return []
  const readers = keyFileReaders(config.store)
  if (!readers) return [ok('key', doctorSentence('key-private', { file }))]
  const todo = doctorSentence('run', { command: `chmod 600 ${file}` })
  const { mode } = readers
  return readers.who === 'The group'
    ? [warn('key', doctorSentence('key-group-reads', { file, mode }), todo)]
    : [bad('key', doctorSentence('key-all-read', { file, mode }), todo)]
}

/** All of them, for settings that can be used. */
export const machineFindings = (config: Config): DoctorFinding[] => [
  memory(memoryHere()),
  ...disk(config.store),
  ...publicUrl(config.http),
  ...keyFilePermissions(config),
]

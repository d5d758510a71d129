// Shared by the tests of the embedded store: folders, processes that use a store, and a look at
// running ones.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { placeIn } from '../../src/db/embedded/place.ts'
import { postmasterIn } from '../../src/db/embedded/processes.ts'
import { nativeOfPackage } from '../../src/db/embedded/programs.ts'
import { stopServer } from '../../src/db/embedded/server.ts'

export const isRoot = process.getuid?.() === 0
export const memoryBytes = 256 * 1024 * 1024
const folders: string[] = []
const children: ChildProcess[] = []
const places: string[] = []

/** A folder of its own below the system's folder for temporary files. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  folders.push(folder)
  return folder
}

/** The name of a store that does not exist yet. */
export function newDataDir(...below: string[]): string {
  const dataDir = join(newFolder(), ...below, 'data')
  places.push(dataDir)
  return dataDir
}

let made: Promise<string> | undefined

/** A store that was made and stopped: a copy of one, as making one takes most of a second. */
export async function newStore(): Promise<string> {
  made ??= (async () => {
    const dataDir = newDataDir()
    const store = await openEmbedded({ dataDir, memoryBytes })
    await store.release()
    return dataDir
  })()
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', await made, dataDir])
  return dataDir
}

export async function cleanUp() {
  for (const child of children) child.kill('SIGKILL')
  for (const dataDir of places) await stopServer(placeIn(dataDir))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

export interface User {
  pid: number
  said: { adopted: boolean; connection: pg.ClientConfig; version: string; error?: string }
  leave(): Promise<number>
  kill(signal?: NodeJS.Signals): Promise<void>
}

export function startProcess(
  args: string[],
  options: { uid?: number; gid?: number; detached?: boolean } = {},
): ChildProcess {
  const program = join(import.meta.dirname, 'embedded-user.ts')
  const child = spawn(process.execPath, [program, ...args], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

/** Another process that opens the store and keeps using it. */
export async function startUser(
  dataDir: string,
  options: { native?: string; uid?: number; gid?: number; detached?: boolean } = {},
): Promise<User> {
  const { native, ...how } = options
  const child = startProcess(['hold', dataDir, ...(native ? [native] : [])], how)
  const [line] = await once(createInterface(child.stdout!), 'line')
  return {
    pid: child.pid!,
    said: JSON.parse(line),
    async leave() {
      child.stdin!.end()
      if (child.exitCode === null) await once(child, 'exit')
      return child.exitCode ?? -1
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

export async function ask(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Asks until there is an answer. */
export async function askAtLast(connection: pg.ClientConfig, sql: string) {
  for (const until = performance.now() + 15_000; ; ) {
    try {
      return await ask(connection, sql)
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(50)
    }
  }
}

export const serverOf = (dataDir: string) => postmasterIn(placeIn(dataDir))
export const logOf = (dataDir: string) => readFileSync(placeIn(dataDir).log, 'utf8')

/** A copy of the programs, as they come out of the package when its install script was not run. */
export function programsWithoutLinks(folder: string): string {
  const native = join(folder, 'native')
  cpSync(nativeOfPackage(), native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: name => !name.endsWith('.a'),
  })
  for (const entry of readdirSync(join(native, 'lib'), { withFileTypes: true }))
    if (entry.isSymbolicLink()) rmSync(join(native, 'lib', entry.name))
  return native
}

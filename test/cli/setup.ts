/** Commands run as a user runs them, on databases and data folders of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { administer, dropDatabase, temporaryDatabase, testServer } from '../support/database.ts'
import { PROGRAM, PROGRAM_ENV } from '../support/program.ts'
import { type Ended, inWarmProcess } from './warm-process.ts'

export interface RunOptions {
  input?: string
  env?: Record<string, string>
  cwd?: string
}

/**
 * Runs the command to its end, in a process that ran others before. The environment holds the given
 * variables only.
 */
export const pennypost = (
  args: string[],
  { input = '', env = {}, cwd = process.cwd() }: RunOptions = {},
): Promise<Ended> => inWarmProcess({ args, input, env: { ...PROGRAM_ENV, ...env }, cwd })

/** As a shell starts it. */
export async function inOwnProcess(
  args: string[],
  { input = '', ...options }: RunOptions = {},
): Promise<Ended> {
  const child = started(args, options)
  child.stdin!.on('error', () => {}).end(input)
  const [out, err, code] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    new Promise<number | null>(resolve => child.once('close', resolve)),
  ])
  return { out, err, code }
}

export function started(args: string[], { env = {}, cwd }: RunOptions): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...PROGRAM_ENV, ...env },
  })
}

export function urlOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const url = new URL(
    `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}`,
  )
  url.searchParams.set('host', host!)
  return url.href
}

export interface CommandDatabase {
  connection: pg.ClientConfig
  /** The environment of a command: the database, and a data folder that is not there yet. */
  env: { DATABASE_URL: string; DATA_DIR: string }
  drop(): Promise<void>
}

/** A database with nothing in it, on the server of the tests or the one given. */
export async function emptyDatabase(on?: pg.ClientConfig): Promise<CommandDatabase> {
  const server = on ? { connection: on, release: async () => {} } : await testServer()
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(server.connection, `create database ${name}`)
  return forCommands({ ...server.connection, database: name }, async () => {
    await dropDatabase(server.connection, name)
    await server.release()
  })
}

/** One that has its schema: the first command takes a second of a processor to make it. */
export async function migratedDatabase(): Promise<CommandDatabase> {
  const { connection, drop } = await temporaryDatabase()
  return forCommands(connection, drop)
}

function forCommands(connection: pg.ClientConfig, drop: () => Promise<void>): CommandDatabase {
  const folder = newFolder()
  return {
    connection,
    env: { DATABASE_URL: urlOf(connection), DATA_DIR: join(folder, 'data') },
    drop: async () => {
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder that is gone when the tests have ended. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-cli-'))
  folders.push(folder)
  return folder
}

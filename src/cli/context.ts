/**
 * What commands have in common: settings, the store, printing, asking for a password, and how they
 * end. A file of commands exports register(program, context); main.ts lists the files.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Store } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { type OpenedStore, openConfigured } from '../db/open.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { writeText } from './terminal.ts'

export interface Context {
  config(): Config
  /** A line for the person who typed the command. */
  print(line: string): void
  /** A line about work that goes on; on standard error, so that it is in no program's way. */
  progress(line: string): void
  printJson(value: unknown): void
  /**
   * From a pipe or a file, or typed unseen: never from the command line, where others could see it.
   */
  readPassword(prompt: string): Promise<string>
}

/** A group of commands: the first word behind `pennypost`. */
export interface CommandGroup {
  name: string
  about: string
  load(): Promise<{
    register(command: Command, context: Context, groups: readonly CommandGroup[]): void
  }>
}

/** Ends a command with one sentence and exit code 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

export function createContext(): Context {
  return {
    config: () => readConfig(process.env, '.env'),
    print: line => void writeText(process.stdout, `${line}\n`),
    progress: line => void writeText(process.stderr, `${line}\n`),
    printJson: value => void writeText(process.stdout, `${JSON.stringify(value, null, 2)}\n`),
    readPassword,
  }
}

/**
 * Opens the store of the settings, brings its schema up to date, and closes it when the work is
 * done.
 */
export function withStore<T>(
  config: Config,
  work: (store: Store, opened: OpenedStore) => Promise<T>,
): Promise<T> {
  return withOpened(config, async opened => {
    await migrate(opened.store)
    return work(opened.store, opened)
  })
}

/** As withStore, but leaves the schema as it is. */
export async function withOpened<T>(
  config: Config,
  work: (opened: OpenedStore) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = config.store
  const opened = await openConfigured({ dataDir, databaseUrl, connections: 4, waitMillis: 5_000 })
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

async function readPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  process.stderr.write(prompt)
  // What is typed is echoed to here, so it is not seen.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/**
 * Common parts of commands: settings, the store, output, password prompts and exit codes. A file of
 * commands exports register(program, context); main.ts lists the files.
 */
import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { Store } from '../db/db.ts'
import type { OpenedStore } from '../db/open.ts'
import { withActor } from '../domain/audit/actor.ts'
import type { SettingNote } from '../lib/setting-words.ts'
import type { Config } from '../settings/config.ts'
import { writeText } from './terminal.ts'

export interface Context {
  config(): Config
  /** About names that are given and set nothing. */
  settingNotes(): SettingNote[]
  /** Prints a line to standard output. */
  print(line: string): void
  /** Prints a progress line to standard error, so that pipes don't receive it. */
  progress(line: string): void
  printJson(value: unknown): void
  /**
   * From a pipe, a file or a hidden prompt: never from the command line, where other users could
   * see it.
   */
  readPassword(prompt: string): Promise<string>
}

/** A group of commands: the first word after `pennypost`. */
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

export type SettingsModule = typeof import('../settings/config.ts')

/** `settings` are asked for when a command runs: help needs none. */
export function createContext(settings: () => SettingsModule): Context {
  return {
    config: () => settings().readConfig(process.env, '.env'),
    settingNotes: () => settings().settingNotes(process.env, '.env'),
    print: line => void writeText(process.stdout, `${line}\n`),
    progress: line => void writeText(process.stderr, `${line}\n`),
    printJson: value => void writeText(process.stdout, `${JSON.stringify(value, null, 2)}\n`),
    readPassword,
  }
}

/** Opens the configured store, migrates its schema, and closes it after the work. */
export async function withStore<T>(
  config: Config,
  work: (store: Store, opened: OpenedStore) => Promise<T>,
): Promise<T> {
  const { migrate } = await import('../db/migrate.ts')
  return withOpened(config, async opened => {
    await migrate(opened.store)
    return withActor({ kind: 'command', name: userName() }, () => work(opened.store, opened))
  })
}

/** Who runs the command, for the audit log; a container may have users without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/** Like withStore, but without migrating the schema. */
export async function withOpened<T>(
  config: Config,
  work: (opened: OpenedStore) => Promise<T>,
): Promise<T> {
  const { openConfigured } = await import('../db/open.ts')
  const { dataDir, databaseUrl, replicaUrl } = config.store
  const opened = await openConfigured({
    dataDir,
    databaseUrl,
    replicaUrl,
    connections: 4,
    waitMillis: 5_000,
  })
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

async function readPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const { text } = await import('node:stream/consumers')
    return (await text(process.stdin)).replace(/\r?\n$/, '')
  }
  const { createInterface } = await import('node:readline/promises')
  const { Writable } = await import('node:stream')
  process.stderr.write(prompt)
  // The echo of a hidden prompt is discarded.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

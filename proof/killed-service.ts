/** Pennypost as people run it, in a folder of its own; killed with its store, and started again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { kill, processesOfServer } from './processes.ts'

export const USERNAME = 'proof'
export const PASSWORD = 'a password of the proof'

const PROGRAM = resolve(import.meta.dirname, '../bin/pennypost.js')
const POLL_MILLIS = 50
const MOST_READY_MILLIS = 120_000
const run = promisify(execFile)

export interface KilledService {
  origin: string
  /** The output of a command. Throws with its error text. */
  command(...args: string[]): Promise<string>
  /** A command that goes on. */
  begin(...args: string[]): ChildProcess
  /** Returns after how many seconds it answers that it is ready. */
  start(): Promise<number>
  /** kill -9 of the service and of each process of its store. */
  killEverything(): Promise<void>
  stop(): Promise<void>
}

/**
 * `port` is free. The folder holds its store, unless the settings name another.
 */
export function serviceIn(
  folder: string,
  port: number,
  smtpPort: number,
  settings: Record<string, string> = {},
): KilledService {
  const origin = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: origin,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}?starttls=never`,
    ACCOUNT_USERNAME: USERNAME,
    ACCOUNT_PASSWORD: PASSWORD,
    OLD_PASSWORD: PASSWORD,
    ...settings,
  }
  let service: ChildProcess | undefined
  const begin = (...args: string[]) =>
    spawn(process.execPath, [PROGRAM, ...args], { env, cwd: folder, stdio: 'ignore' })

  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      answer => answer.ok,
      () => false,
    )

  return {
    origin,
    begin,
    command: async (...args) =>
      (await run(process.execPath, [PROGRAM, ...args], { env, cwd: folder })).stdout,
    async start() {
      const began = performance.now()
      service = begin('start')
      while (!(await isReady())) {
        if (service.exitCode !== null) throw new Error('the service has ended by itself')
        if (performance.now() - began > MOST_READY_MILLIS) throw new Error('it does not get ready')
        await pause(POLL_MILLIS)
      }
      return (performance.now() - began) / 1000
    },
    async killEverything() {
      const ended = once(service!, 'exit')
      const processes = [service!.pid!, ...(await processesOfServer(folder))]
      for (const pid of processes) kill(pid)
      await ended
    },
    async stop() {
      if (!service || service.exitCode !== null) return
      const ended = once(service, 'exit')
      service.kill('SIGINT')
      await ended
    },
  }
}

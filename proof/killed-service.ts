/** Pennypost as people run it, in a folder of its own; killed with its store, and started again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

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

/** The folder holds its store; `port` is free. */
export function serviceIn(folder: string, port: number, smtpPort: number): KilledService {
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
      const processes = [service!.pid!, ...(await processesOfStore(folder))]
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

/** Of PostgreSQL: the first process, which its folder names, and its children. */
async function processesOfStore(folder: string): Promise<number[]> {
  const [file] = globSync(join(folder, '**/postmaster.pid'))
  if (file === undefined) throw new Error(`no store runs in ${folder}`)
  const first = readFileSync(file, 'utf8').split('\n')[0]!.trim()
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const children = stdout
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, parent]) => parent === first)
    .map(([pid]) => Number(pid))
  return [Number(first), ...children]
}

/** A child may have ended with its parent. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

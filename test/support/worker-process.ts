/**
 * Workers as processes of their own, as an operator runs them: started on a database, killed
 * without warning.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { PROGRAM, PROGRAM_ENV } from './program.ts'

export interface WorkerProcess {
  process: ChildProcess
  /** As a machine that loses power does: no last word. */
  kill(): Promise<void>
  /** As an operator does. */
  stop(): Promise<void>
}

/** An address of a database for DATABASE_URL, also of one behind a socket. */
export function databaseUrl({ user, password, host, port, database }: pg.ClientConfig): string {
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  const place = host?.startsWith('/')
    ? `localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(host)}`
    : `${host}:${port ?? 5432}/${database}`
  return `postgres://${encodeURIComponent(user ?? '')}${secret}@${place}`
}

/** Waits until the service on a port of this machine says that it is ready. */
export async function untilReady(port: number): Promise<void> {
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ready())) await pause(50)
}

/** Its log goes where that of the tests goes, or is `process.stderr` to be read. */
export function startWorker(
  env: Record<string, string>,
  log: 'inherit' | 'pipe' = 'inherit',
): WorkerProcess {
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    env: { ...PROGRAM_ENV, ROLES: 'worker', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', log],
  })
  const gone = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await gone
  }
  return { process: child, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

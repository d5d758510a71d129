/**
 * Postfix's smtp-sink, an independent server: its dumps are its view of the emails. And its
 * smtp-source, the pace to be held.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const SINK = '/usr/sbin/smtp-sink'
const SOURCE = '/usr/sbin/smtp-source'

/** For the `skip` of a test. */
export const withoutPostfix =
  !existsSync(SINK) &&
  'Postfix is not installed (apt-get install postfix): its smtp-sink has not judged'

export interface PostfixSink {
  port: number
  /**
   * The emails it has understood, with "X-Mail-Args" and "X-Rcpt-Args" in front; only where it was
   * asked to dump them.
   */
  dumped(): string[]
  stop(): Promise<void>
}

export async function startPostfixSink(args: string[] = [], dump = false): Promise<PostfixSink> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-sink-'))
  // It drops root, and writes as another user.
  chmodSync(folder, 0o777)
  const file = join(folder, 'messages')
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(
    SINK,
    [...user, ...(dump ? ['-D', file] : []), ...args, `127.0.0.1:${port}`, '1000'],
    { stdio: 'ignore' },
  )
  await listening(child, port)
  return {
    port,
    dumped: () =>
      existsSync(file) ? readFileSync(file, 'latin1').split(/^(?=X-Client-Addr: )/m) : [],
    stop: () =>
      new Promise(resolve => {
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true })
          resolve()
        })
        child.kill('SIGKILL')
      }),
  }
}

/** How many emails a second smtp-source hands over, connections kept. */
export async function paceOfPostfix(
  port: number,
  messages: number,
  sessions: number,
  size: number,
): Promise<number> {
  const from = performance.now()
  const args = [
    '-s',
    sessions,
    '-d',
    '-l',
    size,
    '-m',
    messages,
    '-f',
    'news@example.net',
    '-t',
    'ada@example.com',
    `127.0.0.1:${port}`,
  ]
  await promisify(execFile)(SOURCE, args.map(String), { timeout: 120_000 })
  return (messages / (performance.now() - from)) * 1000
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`smtp-sink ended with ${child.exitCode}`)
    const open = await new Promise<boolean>(resolve => {
      const socket = createConnection({ port, host: '127.0.0.1' })
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await sleep(20)
  }
  throw new Error('smtp-sink does not listen')
}

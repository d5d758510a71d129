/** The test's side of command-process.ts: processes that are kept for the next command. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PROGRAM, PROGRAM_ENV } from '../support/program.ts'
import type { Order } from './command-process.ts'

export interface Ended {
  code: number | null
  out: string
  err: string
}

export type Command = Omit<Order, 'mark'>

const HOST = fileURLToPath(new URL('./command-process.ts', import.meta.url))

/** The files that bin/pennypost.js loads: the sources of a checkout, or the build. */
const MAIN = ['../src/cli/main.ts', '../dist/cli/main.js']
  .map(path => new URL(path, pathToFileURL(PROGRAM)))
  .find(url => existsSync(url))!.href

/**
 * Runs commands of a program, the address of a module with `main(argv)`; two that are asked for at
 * a time, in two processes. A command that ends its process is answered as any other.
 */
export function warmProcesses(program: string): (command: Command) => Promise<Ended> {
  const idle: ChildProcess[] = []
  return async command => {
    const child = idle.pop() ?? start(program)
    keepAlive(child, 'ref')
    const mark = `\0${randomBytes(8).toString('hex')}`
    const ended = Promise.all([
      upTo(mark, child.stdout!),
      upTo(mark, child.stderr!),
      new Promise<number | null>(resolve => child.once('message', resolve).once('close', resolve)),
    ])
    child.send({ ...command, mark })
    const [out, err, code] = await ended
    child.removeAllListeners('message').removeAllListeners('close')
    keepAlive(child, 'unref')
    if (child.connected) idle.push(child)
    return { out, err, code }
  }
}

export const inWarmProcess = warmProcesses(MAIN)

function start(program: string): ChildProcess {
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const
  const child = fork(HOST, [program], { env: PROGRAM_ENV, execArgv: [], stdio: [...stdio] })
  for (const output of [child.stdout!, child.stderr!]) output.setEncoding('latin1')
  return child
}

/** An idle one does not keep the process of the tests alive, and ends with it. */
function keepAlive(child: ChildProcess, how: 'ref' | 'unref'): void {
  for (const part of [child, child.channel, child.stdout, child.stderr])
    (part as { ref(): void; unref(): void } | null)?.[how]()
}

/**
 * The output before the mark, or before the end of a process that ended in between; read as `text`
 * of node:stream/consumers does, without a byte order mark.
 */
function upTo(mark: string, output: Readable): Promise<string> {
  return new Promise(resolve => {
    let written = ''
    const read = (text: string) => {
      written += text
      if (written.endsWith(mark)) end()
    }
    const end = () => {
      output.off('data', read).off('end', end)
      resolve(new TextDecoder().decode(Buffer.from(written.replace(mark, ''), 'latin1')))
    }
    output.on('data', read).on('end', end)
  })
}

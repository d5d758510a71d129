/** Processes of a PostgreSQL, and how they are killed. */
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** kill -9 of each process of the PostgreSQL whose cluster is in that folder. */
export async function killServer(folder: string): Promise<void> {
  for (const pid of await processesOfServer(folder)) kill(pid)
}

/** The first process, which its folder names, and its children. */
export async function processesOfServer(folder: string): Promise<number[]> {
  const [file] = globSync(join(folder, '**/postmaster.pid'))
  if (file === undefined) throw new Error(`no PostgreSQL runs in ${folder}`)
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
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

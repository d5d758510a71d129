/**
 * The journal of forwarded changes that are not settled: a line before each, and one after. It is
 * in the page cache when a process is killed, so the next process can name those left open. It has
 * names of operations and programs only.
 */
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

export interface OpenCall {
  operation: string
  program: string
}

export interface Journal {
  /** Changes that the last process left open. */
  readonly leftOpen: readonly OpenCall[]
  begin(call: OpenCall): number
  settle(entry: number): void
  close(): void
}

const MOST_BYTES = 4 << 20

export function openJournal(path: string): Journal {
  const leftOpen = existsSync(path) ? openCalls(readFileSync(path, 'utf8')) : []
  const file = openSync(path, 'w', 0o600)
  const open = new Map<number, OpenCall>()
  let next = 1
  let bytes = 0
  const write = (line: string) => {
    bytes += writeSync(file, line)
  }
  const begun = (entry: number, { operation, program }: OpenCall) =>
    `+ ${entry} ${JSON.stringify([operation, program])}\n`
  return {
    leftOpen,
    begin(call) {
      const entry = next++
      open.set(entry, call)
      write(begun(entry, call))
      return entry
    },
    settle(entry) {
      if (!open.delete(entry)) return
      write(`- ${entry}\n`)
      if (bytes < MOST_BYTES || open.size > 1000) return
      // A process that is killed in between loses only lines of calls that are written next.
      ftruncateSync(file, 0)
      bytes = 0
      for (const [kept, call] of open) write(begun(kept, call))
    },
    close: () => closeSync(file),
  }
}

function openCalls(text: string): OpenCall[] {
  const open = new Map<string, OpenCall>()
  for (const line of text.split('\n')) {
    const [sign, entry = '', ...rest] = line.split(' ')
    if (sign === '-') open.delete(entry)
    if (sign !== '+') continue
    try {
      const [operation, program] = JSON.parse(rest.join(' ')) as [string, string]
      open.set(entry, { operation, program })
    } catch {
      // The line that the process was writing.
    }
  }
  return [...open.values()]
}

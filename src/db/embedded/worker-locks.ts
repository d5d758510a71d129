/**
 * Proof that a process has ended: a file lock. Each process with workers holds a lock on its own
 * file in the data folder, named after its mark, as long as it lives: the kernel releases it when
 * the process ends, even by a crash. A process that gets the lock knows that these workers are
 * gone, and ends their leases at once, without waiting for them to expire.
 */
import { closeSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, openAs, tryLock } from './locks.ts'

const NAME = /^worker-([0-9a-f]{8}|embedded)-([0-9a-f]{16})\.lock$/

export interface WorkerLocks {
  /** Marks of processes that have ended, each held until `done` is called. */
  ended: { mark: string; done(): void }[]
  /** This process works no more: its leases are released. */
  release(): void
}

/**
 * Holds the lock of this process, and finds released ones. A folder that several machines share
 * shows nothing about processes of other machines; the embedded store has only processes of this
 * machine, also before it was started again.
 */
export function lockWorkers(dataDir: string, mark: string, embedded: boolean): WorkerLocks {
  const machine = embedded ? 'embedded' : runOfMachine()
  if (machine === undefined) return { ended: [], release() {} }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const ended = unheldIn(dataDir, machine)
  const path = join(dataDir, `worker-${machine}-${mark}.lock`)
  const own = lockNew(path, dataDir)
  return {
    ended,
    release() {
      rmSync(path, { force: true })
      own.release()
    },
  }
}

/** Has its name only once it is locked: others would take it for one that is left behind. */
function lockNew(path: string, dataDir: string): Lock {
  const unfinished = `${path}.new`
  closeSync(openAs(unfinished, dataDir))
  const lock = tryLock(unfinished, 'exclusive')
  if (!lock) throw new Error(`The lock ${unfinished} is held by somebody else.`)
  renameSync(unfinished, path)
  return lock
}

function unheldIn(dataDir: string, machine: string): WorkerLocks['ended'] {
  return readdirSync(dataDir).flatMap(name => {
    const [, of, mark] = NAME.exec(name) ?? []
    if (mark === undefined || of !== machine) return []
    const path = join(dataDir, name)
    const lock = tryLock(path, 'exclusive')
    const done = () => {
      rmSync(path, { force: true })
      lock?.release()
    }
    return lock ? [{ mark, done }] : []
  })
}

/** The same in all containers of a machine, and another one after each start of it. */
function runOfMachine(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
  } catch {
    return undefined
  }
}

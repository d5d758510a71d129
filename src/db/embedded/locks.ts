// Locks between processes that end with the process that holds them, however it ends.
//
// Node has no flock. The SQLite built into it locks its files by fcntl, so an empty SQLite file
// serves as a lock: the kernel gives it back when the holder dies, no pid can be mistaken for
// another, and nothing stale is ever left to judge. A lock file made with O_EXCL has all of these
// troubles, and breaking a stale one safely needs a second lock.
import { chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const sqliteBusy = 5

export interface Lock {
  release(): void
}

/** Takes the lock if it is free: many may hold it shared, or one exclusively. */
export function tryLock(path: string, kind: 'shared' | 'exclusive'): Lock | undefined {
  // Opened only to be made: closing a descriptor would drop every lock of this process on the file
  // (fcntl(2)).
  if (!existsSync(path)) closeSync(openAs(path, dirname(path)))
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    // Nothing is ever written; a journal on the disk would have no room on a full one, and a
    // service could not even stop.
    file.exec('pragma journal_mode = memory')
    if (kind === 'exclusive') file.exec('begin exclusive')
    else file.exec('begin; select count(*) from sqlite_schema')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw error
  }
  let held = true
  return {
    release() {
      if (held) file.close()
      held = false
    },
  }
}

/**
 * Takes the lock as soon as it is free. `onWait` is told once when that takes longer than a moment.
 */
export async function lockWhenFree(path: string, onWait: () => void): Promise<Lock> {
  const since = performance.now()
  for (let told = false; ; ) {
    const lock = tryLock(path, 'exclusive')
    if (lock) return lock
    if (!told && performance.now() - since > 2000) {
      told = true
      onWait()
    }
    await sleep(3 + Math.random() * 4)
  }
}

/**
 * Opens a file for appending, readable by nobody else. What root makes in a folder of someone else
 * is given to that person, else one command run with sudo would lock the service out.
 */
export function openAs(path: string, folder: string): number {
  const fd = openSync(path, 'a', 0o600)
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(folder)
    if (statSync(path).uid !== uid) chownSync(path, uid, gid)
  }
  return fd
}

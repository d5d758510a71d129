// Locks between processes; the kernel releases them when their process ends.
//
// Node.js has no flock. Its built-in SQLite locks files by fcntl, so an empty SQLite file serves as
// a lock: the kernel releases it when the process dies, no pid can be confused with another, and no
// lock gets stale. A lock file created with O_EXCL has all these problems, and removing a stale one
// safely needs a second lock.
import { chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const sqliteBusy = 5

export interface Lock {
  release(): void
}

/** Acquires the lock if it is free, shared or exclusive. */
export function tryLock(path: string, kind: 'shared' | 'exclusive'): Lock | undefined {
  // Opened only if it does not exist: closing a descriptor would release all locks of this process
  // on the file (fcntl(2)).
  if (!existsSync(path)) closeSync(openAs(path, dirname(path)))
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    // Nothing is ever written; a journal on disk would fail on a full disk, and then the service
    // could not even stop.
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
 * Acquires the lock as soon as it is free. Calls `onWait` once if that takes longer than a moment.
 */
export async function lockWhenFree(path: string, onWait: () => void): Promise<Lock> {
  const since = performance.now()
  for (let noticed = false; ; ) {
    const lock = tryLock(path, 'exclusive')
    if (lock) return lock
    if (!noticed && performance.now() - since > 2000) {
      noticed = true
      onWait()
    }
    await sleep(3 + Math.random() * 4)
  }
}

/**
 * Opens a file for appending, mode 0600. In another user's folder, root gives the file to that
 * user; otherwise one command run with sudo would lock the service out.
 */
export function openAs(path: string, folder: string): number {
  const fd = openSync(path, 'a', 0o600)
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(folder)
    if (statSync(path).uid !== uid) chownSync(path, uid, gid)
  }
  return fd
}

/**
 * A hint inside one process that there is work now, so that it begins without waiting for the next look at what is due. Nothing depends on it:
 * the mark of work is in the store, and a look finds it there, in this process and in others.
 */
import type { Db } from '../../db/db.ts'

const listeners = new WeakMap<Db, Set<() => void>>()

/** Listens until the function that is answered is called. `db` is the store. */
export function onWorkHint(db: Db, listener: () => void): () => void {
  const known = listeners.get(db) ?? new Set()
  listeners.set(db, known.add(listener))
  return () => known.delete(listener)
}

/** After the commit. */
export function hintWork(db: Db): void {
  for (const listener of listeners.get(db) ?? []) listener()
}

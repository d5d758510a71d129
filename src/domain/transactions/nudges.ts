/**
 * A hint inside one process that a project has a letter due, so that it leaves without waiting for the next look of a worker. Nothing
 * depends on it: the mark of work is in the store, and workers in other processes see it there.
 */
import type { Db } from '../../db/db.ts'

export type Nudged = (accountId: number, projectId: number) => void

const listeners = new WeakMap<Db, Set<Nudged>>()

/** Listens until the function that is answered is called. `db` is the store. */
export function onNudge(db: Db, listener: Nudged): () => void {
  const known = listeners.get(db) ?? new Set()
  listeners.set(db, known.add(listener))
  return () => known.delete(listener)
}

/** After the commit. */
export function nudge(db: Db, accountId: number, projectIds: Iterable<number>): void {
  const known = listeners.get(db)
  if (!known) return
  for (const projectId of new Set(projectIds)) for (const listener of known) listener(accountId, projectId)
}

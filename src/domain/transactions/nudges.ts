/**
 * A hint inside one process that a project has a letter due, so that it leaves without waiting for
 * the next look of a worker. Nothing depends on it: the mark of work is in the store, and workers
 * in other processes see it there.
 */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'

export type NudgeListener = (accountId: number, projectId: number) => void

const listenersOf = storeLocal(() => new Set<NudgeListener>())

/** Listens until the function that is answered is called. */
export function onNudge(store: Store, listener: NudgeListener): () => void {
  const listeners = listenersOf(store).add(listener)
  return () => listeners.delete(listener)
}

/** After the commit. */
export function nudge(store: Store, accountId: number, projectIds: Iterable<number>): void {
  const listeners = listenersOf(store)
  if (listeners.size === 0) return
  for (const projectId of new Set(projectIds))
    for (const listener of listeners) listener(accountId, projectId)
}

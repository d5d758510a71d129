/**
 * An in-process hint that a project has a due email, so that it is sent without waiting for the
 * next poll of a worker. Only an optimisation: the work row in the store is authoritative, and
 * workers in other processes see it there.
 */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'

export type NudgeListener = (accountId: number, projectId: number) => void

const listenersOf = storeLocal(() => new Set<NudgeListener>())

/** Subscribes; returns the function that unsubscribes. */
export function onNudge(store: Store, listener: NudgeListener): () => void {
  const listeners = listenersOf(store).add(listener)
  return () => listeners.delete(listener)
}

/** Call it after the commit. */
export function nudge(store: Store, accountId: number, projectIds: Iterable<number>): void {
  const listeners = listenersOf(store)
  if (listeners.size === 0) return
  for (const projectId of new Set(projectIds))
    for (const listener of listeners) listener(accountId, projectId)
}

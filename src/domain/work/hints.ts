/**
 * A hint inside one process that there is work now, so that it begins without waiting for the next
 * poll. Nothing depends on it: the mark of work is in the store, and a look finds it there, in this
 * process and in others.
 */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'

const listenersOf = storeLocal(() => new Set<() => void>())

/** Listens until the function that is answered is called. */
export function onWorkHint(store: Store, listener: () => void): () => void {
  const listeners = listenersOf(store).add(listener)
  return () => listeners.delete(listener)
}

/** After the commit. */
export function hintWork(store: Store): void {
  for (const listener of listenersOf(store)) listener()
}

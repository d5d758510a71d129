/**
 * An in-process hint that there is work now, so that it begins before the next poll. Only an
 * optimisation: the work row is in the store, and polling finds it there, in this process and in
 * others.
 */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'

const listenersOf = storeLocal(() => new Set<() => void>())

/** Subscribes; returns the function that unsubscribes. */
export function onWorkHint(store: Store, listener: () => void): () => void {
  const listeners = listenersOf(store).add(listener)
  return () => listeners.delete(listener)
}

/** Call it after the commit. */
export function hintWork(store: Store): void {
  for (const listener of listenersOf(store)) listener()
}

/**
 * The outbox of webhooks: an event is written to it in the transaction of the change it reports, so
 * that neither exists without the other. Delivery is at least once (webhooks/). Accounts without
 * webhooks pay nothing: whether a webhook listens is cached for some seconds, and the events of a
 * new webhook begin after that time.
 */
import { randomUUID } from 'node:crypto'
import type { Db, Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { createCache } from '../../lib/cache.ts'
import type { SourceKind } from '../../lib/source-kind.ts'
import type { EventKind } from './event-kinds.ts'
import { addBundle, kindsListenedTo } from './events.sql.ts'

/** How long the kinds of an account are cached. */
const CACHE_MILLIS = 5_000
/**
 * From this time after a webhook was added all its events are written: older cache entries have
 * expired, and transactions that used them have ended.
 */
export const BEGINS_AFTER_MILLIS = 2 * CACHE_MILLIS
/** Accounts in the cache. */
const MOST_CACHED = 10_000

const cacheOf = storeLocal(() =>
  createCache<number, Promise<ReadonlySet<string>>>({
    most: MOST_CACHED,
    millis: CACHE_MILLIS,
  }),
)

/** Whether a webhook of the account listens to this kind of events. */
export async function hasListener(
  store: Store,
  accountId: number,
  kind: EventKind,
): Promise<boolean> {
  const kinds = cacheOf(store).through(accountId, async () => {
    const rows = await kindsListenedTo(store, { accountId })
    return new Set(rows.map(row => row.kind))
  })
  return (await kinds).has(kind)
}

/** The same, asked in the transaction of a change that is rare. */
export const isListenedTo = async (tx: Db, accountId: number, kind: EventKind): Promise<boolean> =>
  (await kindsListenedTo(tx, { accountId })).some(row => row.kind === kind)

/** Invalidates the cache of this process after a change to the account's webhooks. */
export const clearListenerCache = (store: Store, accountId: number): void =>
  void cacheOf(store).delete(accountId)

export interface OutboxBundle {
  kind: EventKind
  /** Subscribers; with a source, deliveries; 0 if there is no subscriber. */
  ids: readonly number[]
  listId?: number | null
  /** The source of the emails. */
  source?: { kind: SourceKind; id: number }
  /** Further facts, one object for each id; without addresses and names. */
  details?: readonly object[]
  /** The same facts for all ids, instead of `details`. */
  shared?: object
  /** Chosen in advance by a caller that may retry, so that the events are written once. */
  bundleId?: string
}

/**
 * Writes a bundle to the outbox, in the transaction of the change. The caller checks hasListener()
 * first, once for all its events.
 */
export async function publish(tx: Db, accountId: number, happened: OutboxBundle): Promise<void> {
  const { kind, ids, listId = null, source, details, shared, bundleId = randomUUID() } = happened
  if (ids.length === 0) return
  await addBundle(tx, {
    accountId,
    id: bundleId,
    kind,
    webhookId: null,
    listId,
    sourceKind: source?.kind ?? null,
    sourceId: source?.id ?? null,
    ids: [...ids],
    details: JSON.stringify(details ?? shared) ?? null,
  })
}

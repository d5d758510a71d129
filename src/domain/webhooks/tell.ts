/**
 * The outbox of webhooks: an event is written to it in the transaction of the change it reports, so
 * that neither exists without the other. Delivery is at least once (webhooks/). Who has no webhook
 * pays nothing: whether anybody listens is remembered for a few seconds, and a new webhook's events
 * begin a little later than that.
 */
import { randomUUID } from 'node:crypto'
import type { Db, Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { createCache } from '../../lib/cache.ts'
import type { SourceKind } from '../../lib/source-kind.ts'
import type { EventKind } from './event-kinds.ts'
import { addBundle, kindsListenedTo } from './events.sql.ts'

/** So long a process believes what it knows of an account's webhooks. */
const REMEMBERED_MILLIS = 5_000
/**
 * Events so long after a webhook was added are told for certain: what was asked before is
 * forgotten, and what was begun then is done.
 */
export const BEGINS_AFTER_MILLIS = 2 * REMEMBERED_MILLIS
/** Accounts that are remembered at a time. */
const MOST_REMEMBERED = 10_000

const rememberedBy = storeLocal(() =>
  createCache<number, Promise<ReadonlySet<string>>>({
    most: MOST_REMEMBERED,
    millis: REMEMBERED_MILLIS,
  }),
)

/** Whether a webhook of the account wants events of this kind. */
export async function listens(store: Store, accountId: number, kind: EventKind): Promise<boolean> {
  const kinds = rememberedBy(store).through(accountId, async () => {
    const rows = await kindsListenedTo(store, { accountId })
    return new Set(rows.map(row => row.kind))
  })
  return (await kinds).has(kind)
}

/** After a change to the account's webhooks, for this process. */
export const forgetListening = (store: Store, accountId: number): void =>
  void rememberedBy(store).delete(accountId)

export interface WebhookOccurrence {
  kind: EventKind
  /** Subscribers; with a source, deliveries; 0 for what is nobody's. */
  ids: readonly number[]
  listId?: number | null
  /** Where emails come from. */
  source?: { kind: SourceKind; id: number }
  /** What else is told, one for each id; of no address, no name. */
  details?: readonly object[]
  /** Taken beforehand by who may tell it twice: then it is told once. */
  bundleId?: string
}

/**
 * Writes it down, in the transaction of the fact. Asks nobody whether somebody listens: that is for
 * the caller, once for all it tells.
 */
export async function tell(tx: Db, accountId: number, happened: WebhookOccurrence): Promise<void> {
  const { kind, ids, listId = null, source, details, bundleId = randomUUID() } = happened
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
    details: details === undefined ? null : JSON.stringify(details),
  })
}

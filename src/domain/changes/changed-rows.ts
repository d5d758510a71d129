/** What has changed, noun by noun: the state now, and what is gone by its id. */
import { CHANGED } from '../../lib/changed-kind.ts'
import { type SourceKind, type SourceName, sourceName } from '../../lib/source-kind.ts'
import { type SubscriberRow, subscribersByIds } from '../directory/subscriber-rows.ts'
import {
  lookAtDeliveries,
  lookAtOptOuts,
  lookAtSubscribers,
  lookAtSubscriptions,
  lookAtTombstones,
  sourcesOfDeliveries,
} from './changes.sql.ts'
import { type ChangesPhase, changesPart } from './feed.ts'

interface Changed {
  changed: string
  /** Nothing else is known of it any more. */
  removed: boolean
}

export interface SubscriberChange extends Changed {
  id: number
  /** The id under which a removed subscriber goes on. */
  newId: number | null
  subscriber: SubscriberRow | null
}

export interface SubscriptionChange extends Changed {
  subscriberId: number
  listId: number
  subscribed: string | null
  unsubscribed: string | null
  unsubscribeSource: string | null
  unsubscribeReason: string | null
}

export interface OptOutChange extends Changed {
  id: number
  subscriberId: number | null
  /** Null: of an erased person, or removed. */
  email: string | null
  erased: boolean
  reason: string
  listId: number | null
  sendingId: number | null
  created: string | null
}

export interface DeliveryChange {
  source: SourceName
  sourceId: number
  id: number
  changed: string
  state: string
  attempts: number
  reply: string | null
  reason: string | null
}

type Tombstone = Awaited<ReturnType<typeof lookAtTombstones>>[number]

const tombstones =
  <Change>(kind: number, change: (gone: Tombstone & { id: number }) => Change) =>
  async (...[db, asked]: Parameters<ChangesPhase<Change>>) => {
    const [afterId, afterListId] = asked.after
    return changesPart(
      await lookAtTombstones(db, { ...asked, kind, afterId, afterListId }),
      asked,
      row => (row.id === null ? undefined : change({ ...row, id: row.id })),
      row => [row.id!, row.listId!, 0],
      row => [row.lastId, row.lastListId, 0],
    )
  }

export const subscriberChanges: readonly ChangesPhase<SubscriberChange>[] = [
  async (db, asked) => {
    const rows = await lookAtSubscribers(db, { ...asked, afterId: asked.after[0] })
    const part = changesPart(
      rows,
      asked,
      ({ id, changed }) => (id === null ? undefined : { id, changed: changed! }),
      row => [row.id!, 0, 0],
      row => [row.lastId, 0, 0],
    )
    const ids = part.items.map(({ id }) => id)
    const known = await subscribersByIds(db, asked.accountId, ids)
    // Whoever was removed in between is reported by the next pass.
    const items = part.items.flatMap(({ id, changed }) => {
      const subscriber = known.get(id)
      return subscriber ? [{ id, changed, removed: false, newId: null, subscriber }] : []
    })
    return { ...part, items }
  },
  tombstones(CHANGED.subscriber, ({ id, newId, removed }) => ({
    id,
    newId,
    changed: removed!,
    removed: true,
    subscriber: null,
  })),
]

export const subscriptionChanges: readonly ChangesPhase<SubscriptionChange>[] = [
  async (db, asked) => {
    const [afterId, afterListId] = asked.after
    return changesPart(
      await lookAtSubscriptions(db, { ...asked, afterId, afterListId }),
      asked,
      ({ subscriberId, listId, subscribed, unsubscribed, source, reason, changed }) =>
        subscriberId === null
          ? undefined
          : {
              subscriberId,
              listId: listId!,
              changed: changed!,
              removed: false,
              subscribed,
              unsubscribed,
              unsubscribeSource: source,
              unsubscribeReason: reason,
            },
      row => [row.subscriberId!, row.listId!, 0],
      row => [row.lastId, row.lastListId, 0],
    )
  },
  tombstones(CHANGED.subscription, ({ id, listId, removed }) => ({
    subscriberId: id,
    listId: listId!,
    changed: removed!,
    removed: true,
    subscribed: null,
    unsubscribed: null,
    unsubscribeSource: null,
    unsubscribeReason: null,
  })),
]

export const optOutChanges: readonly ChangesPhase<OptOutChange>[] = [
  async (db, asked) =>
    changesPart(
      await lookAtOptOuts(db, { ...asked, afterId: asked.after[0] }),
      asked,
      ({ lastId: _, looked: __, id, changed, erased, email, reason, ...facts }) =>
        id === null
          ? undefined
          : {
              ...facts,
              id,
              changed: changed!,
              removed: false,
              erased: erased === true,
              email: erased ? null : email,
              reason: reason ?? '',
            },
      row => [row.id!, 0, 0],
      row => [row.lastId, 0, 0],
    ),
  tombstones(CHANGED.optOut, ({ id, removed }) => ({
    id,
    changed: removed!,
    removed: true,
    subscriberId: null,
    email: null,
    erased: false,
    reason: '',
    listId: null,
    sendingId: null,
    created: null,
  })),
]

/** What a source costs at least, in rows: its statements. */
const SOURCE_COST = 500

export const deliveryChanges: readonly ChangesPhase<DeliveryChange>[] = [
  async (db, asked) => {
    const [fromKind, fromId, afterId] = asked.after
    const [source, next] = await sourcesOfDeliveries(db, { ...asked, fromKind, fromId, most: 2 })
    if (!source) return { items: [], looked: 0, after: undefined }
    const { id: sourceId } = source
    const kind = source.kind as SourceKind
    const isSame = kind === fromKind && sourceId === fromId
    const part = changesPart(
      await lookAtDeliveries(db, {
        ...asked,
        sourceKind: kind,
        sourceId,
        afterId: isSame ? afterId : 0,
      }),
      asked,
      ({ lastId: _, looked: __, id, changed, state, attempts, ...said }) =>
        id === null
          ? undefined
          : {
              ...said,
              source: sourceName(kind),
              sourceId,
              id,
              changed: changed!,
              state: state!,
              attempts: attempts!,
            },
      row => [kind, sourceId, row.id!],
      row => [kind, sourceId, row.lastId],
    )
    const after = part.after ?? (next && ([next.kind, next.id, 0] as const))
    return { ...part, after, looked: Math.max(part.looked, SOURCE_COST) }
  },
]

/**
 * Adds subscribers to lists and writes the event and the audit log in the same transaction; used if
 * a webhook listens, or if each person is recorded.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import type { Actor } from '../audit/actor.ts'
import { recordEach } from '../audit/record.ts'
import { hasListener, publish } from './publish.ts'

/** By what a person came onto a list. */
export type JoinSource = 'program' | 'import' | 'trigger' | 'form'

interface Saved {
  id: number
  joined: boolean
}

/**
 * Repeated after a COMMIT whose answer was lost, it joins no subscriber, and the first run has
 * written the event.
 */
export async function saveAndPublishJoined<Row extends Saved>(
  db: Store,
  accountId: number,
  save: (db: Db) => Promise<Row[]>,
  listOf: (row: Row) => number,
  { actor, source }: { actor: Actor | undefined; source: JoinSource },
): Promise<Row[]> {
  const listening = await hasListener(db, accountId, 'subscribed')
  return atomically(
    db,
    async tx => {
      const rows = await save(tx)
      const byList = Map.groupBy(
        rows.filter(({ joined }) => joined),
        listOf,
      )
      for (const [listId, joined] of byList) {
        const ids = joined.map(({ id }) => id)
        if (listening) await publish(tx, accountId, subscribedEvent(listId, ids, source))
        const change = { action: 'subscriber.join', ids, after: { listId } } as const
        if (actor) await recordEach(tx, accountId, change, actor)
      }
      return rows
    },
    { again: true },
  )
}

export const subscribedEvent = (listId: number, ids: number[], source: JoinSource) =>
  ({ kind: 'subscribed', listId, ids, shared: { source } }) as const

/** Whether joining a list, with values of the person, needs more than its statement. */
export const joiningIsPublished = async (
  db: Store,
  accountId: number,
  actor: Actor | undefined,
): Promise<boolean> =>
  actor !== undefined ||
  (await hasListener(db, accountId, 'subscribed')) ||
  (await hasListener(db, accountId, 'subscriber-changed'))

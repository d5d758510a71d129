/**
 * Replays events: dead letters, or all of a time. Receivers recognise a repeated event by its id.
 */
import { atomically, type Db } from '../../db/db.ts'
import { recordOnce } from '../audit/record.ts'
import { refused } from '../refusal.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { eventNumber } from './ids/event-id.ts'
import { findWebhook } from './manage-webhooks.ts'
import { countAllToReplay, countToReplay, replayEvents } from './webhooks.sql.ts'

export interface ReplaySelection {
  /** One event, by its id; otherwise all dead ones. */
  eventId?: string
  /** From this moment. */
  since?: Date
  /** Includes delivered events. */
  sent?: boolean
}

/** Events per statement. */
const PART = 5_000
const LAST = Number.MAX_SAFE_INTEGER

const statesOf = ({ eventId, sent }: ReplaySelection): string[] =>
  sent || eventId !== undefined ? ['sent', 'dead', 'waiting'] : ['dead']

/** How many events would be replayed: of all, or from a moment on. */
export async function countReplay(
  db: Db,
  accountId: number,
  name: string,
  chosen: Omit<ReplaySelection, 'eventId'>,
): Promise<number> {
  const { id: webhookId } = await findWebhook(db, accountId, name)
  const since = chosen.since ?? '-infinity'
  return (await countAllToReplay(db, { accountId, webhookId, since, states: statesOf(chosen) }))
    .count
}

/** Returns how many events are replayed. */
export async function replay(
  db: Db,
  accountId: number,
  name: string,
  chosen: ReplaySelection,
): Promise<number> {
  const { eventId, since, sent } = chosen
  const { id: webhookId } = await findWebhook(db, accountId, name)
  const number = eventId === undefined ? undefined : eventNumber(accountId, eventId)
  const states = statesOf(chosen)
  const range = { fromId: number ?? 0, untilId: number ?? LAST, since: since ?? '-infinity' }
  let replayed = 0
  const after = { name, eventId, since, sent }
  const record = recordOnce(accountId, { action: 'webhook.replay', id: webhookId, after })
  for (let fromId = range.fromId; ; ) {
    const asked = { accountId, webhookId, ...range, fromId, states, most: PART }
    const { count, lastId } = await countToReplay(db, asked)
    if (count > 0 && lastId !== null)
      replayed += await atomically(db, async tx => {
        const part = await replayEvents(tx, { ...asked, untilId: lastId })
        await markWork(tx, { accountId, kind: WORK.webhook, sourceId: webhookId, due: new Date() })
        if (part > 0) await record(tx)
        return part
      })
    if (count < PART || lastId === null) break
    fromId = lastId + 1
  }
  if (eventId !== undefined && replayed === 0)
    throw refused('not-valid', 'event-gone', { event: eventId })
  return replayed
}

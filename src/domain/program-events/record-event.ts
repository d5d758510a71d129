/**
 * Events that programs post about people: a cart, a visit, a booking. An event is recorded once,
 * however often it is posted; triggers find it in their next poll (domain/triggers/entries).
 */
import { randomUUID } from 'node:crypto'
import type { Store } from '../../db/db.ts'
import { Refusal, refused } from '../refusal.ts'
import { type SubscriberReference, subscriberNamed } from '../subscribers/named-subscriber.ts'
import { type SubscribeResult, subscribe } from '../subscribers/subscribe.ts'
import {
  addProgramEvent,
  addProgramEventName,
  findProgramEvent,
  listsThatAdd,
} from './program-events.sql.ts'

/** Names of events in one account: more come of a program that writes values into names. */
export const MOST_EVENT_NAMES = 200
export const LONGEST_EVENT_KEY = 200
/** Of the values as JSON, in characters. */
export const LONGEST_DETAILS = 16_000

export interface NewProgramEvent extends SubscriberReference {
  name: string
  /** The program's own id of the event; by default it is another one each time. */
  key: string | undefined
  values: Record<string, unknown>
}

export interface RecordedEvent {
  key: string
  subscriberId: number
  /** It was posted before, and nothing was changed. */
  repeated: boolean
}

/**
 * Records an event of a person. The same key again is the same event, and must be of the same
 * person and name. Unknown people are put on the lists of the running triggers that start by the
 * event and say so, unless they have opted out or were erased; other ones are refused, as are names
 * beyond the limit.
 */
export async function recordEvent(
  db: Store,
  accountId: number,
  { name, key, values, ...reference }: NewProgramEvent,
): Promise<RecordedEvent> {
  const details = JSON.stringify(values)
  if (details.length > LONGEST_DETAILS)
    throw refused('not-valid', 'event-values-long', { most: LONGEST_DETAILS })
  const subscriberId =
    (await subscriberNamed(db, accountId, reference)) ??
    (await added(db, accountId, name, reference))
  const event = { accountId, eventKey: key ?? randomUUID(), name, subscriberId, details }
  if (await addProgramEvent(db, event))
    return { key: event.eventKey, subscriberId, repeated: false }
  const known = await findProgramEvent(db, event)
  if (known) return repeated(event, known)
  if (!(await addProgramEventName(db, { accountId, name, most: MOST_EVENT_NAMES })))
    throw refused('not-now', 'event-names-many', { most: MOST_EVENT_NAMES })
  if (await addProgramEvent(db, event))
    return { key: event.eventKey, subscriberId, repeated: false }
  // Another process has posted it meanwhile, or the person was erased.
  const meanwhile = await findProgramEvent(db, event)
  if (meanwhile) return repeated(event, meanwhile)
  throw new Refusal('no-such-subscriber')
}

const personAt = (email: string) => ({
  email,
  name: '',
  format: undefined,
  countryCode: '',
  phone: '',
})

/** Puts an unknown person on the lists of the triggers that ask for it, if there are any. */
async function added(
  db: Store,
  accountId: number,
  name: string,
  { email, subscriberId }: SubscriberReference,
): Promise<number> {
  const lists = subscriberId === undefined ? await listsThatAdd(db, { accountId, name }) : []
  let saved: SubscribeResult | undefined
  for (const { listId } of lists)
    saved = await subscribe(db, accountId, listId, personAt(email), [], 'keep')
  if (!saved) throw new Refusal('no-such-subscriber')
  if (saved.optedOut) throw new Refusal('opted-out')
  return saved.id
}

function repeated(
  event: { eventKey: string; name: string; subscriberId: number },
  known: { name: string; subscriberId: number },
): RecordedEvent {
  if (known.name !== event.name || known.subscriberId !== event.subscriberId)
    throw refused('not-valid', 'event-of-other')
  return { key: event.eventKey, subscriberId: known.subscriberId, repeated: true }
}

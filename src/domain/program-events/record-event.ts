/**
 * Events that programs post about people: a cart, a visit, a booking. An event is recorded once,
 * however often it is posted; triggers find it in their next poll (domain/triggers/entries).
 */
import { randomUUID } from 'node:crypto'
import type { Store } from '../../db/db.ts'
import { gathered } from '../../db/gather.ts'
import { emailKey } from '../../lib/email-address.ts'
import { Refusal, refused } from '../refusal.ts'
import { type SubscriberReference, subscriberNamed } from '../subscribers/named-subscriber.ts'
import { type SubscribeResult, subscribe } from '../subscribers/subscribe.ts'
import {
  addProgramEventName,
  findProgramEvent,
  listsThatAdd,
  recordProgramEvents,
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
  const details = checkedDetails(values)
  const event = { eventKey: key ?? randomUUID(), name, details }
  const first = await record(db, accountId, {
    ...event,
    ...(await personOf(db, accountId, reference)),
  })
  if (first.recorded)
    return { key: event.eventKey, subscriberId: first.subscriberId, repeated: false }
  const subscriberId = first.subscriberId ?? (await added(db, accountId, name, reference))
  const whose = { ...event, accountId, subscriberId }
  const known = await findProgramEvent(db, whose)
  if (known) return repeated(whose, known)
  if (!(await addProgramEventName(db, { accountId, name, most: MOST_EVENT_NAMES })))
    throw refused('not-now', 'event-names-many', { most: MOST_EVENT_NAMES })
  const second = await record(db, accountId, { ...event, subscriberId, emailKey: null })
  if (second.recorded) return { key: event.eventKey, subscriberId, repeated: false }
  // Another process has posted it meanwhile, or the person was erased.
  const meanwhile = await findProgramEvent(db, whose)
  if (meanwhile) return repeated(whose, meanwhile)
  throw new Refusal('no-such-subscriber')
}

/** The values as JSON. Refuses long ones. */
export function checkedDetails(values: Record<string, unknown>): string {
  const details = JSON.stringify(values)
  if (details.length <= LONGEST_DETAILS) return details
  throw refused('not-valid', 'event-values-long', { most: LONGEST_DETAILS })
}

/** An event as it is recorded, with the id of its person or the key of the address. */
interface KeyedEvent {
  eventKey: string
  name: string
  details: string
  subscriberId: number | null
  emailKey: string | null
}

type Attempt =
  | { recorded: true; subscriberId: number }
  | { recorded: false; subscriberId: number | null }

/** Of nobody: ids begin with 1. */
const NO_ID = 0

/** Calls that come together share a statement: docs/decisions/0003-gathering-calls.md. */
const record = gathered<KeyedEvent, Attempt>({
  // Two calls of one event never share one: it inserts each key once.
  keyOf: event => event.eventKey,
  one: async (db, accountId, event) => (await recordAll(db, accountId, [event]))[0]!,
  many: recordAll,
})

async function recordAll(
  db: Store,
  accountId: number,
  events: readonly KeyedEvent[],
): Promise<Attempt[]> {
  const rows = await recordProgramEvents(db, {
    accountId,
    keys: events.map(event => event.eventKey),
    names: events.map(event => event.name),
    ids: events.map(event => event.subscriberId ?? NO_ID),
    emailKeys: events.map(event => event.emailKey),
    details: events.map(event => event.details),
  })
  return rows.map(({ subscriberId, recorded }) =>
    recorded && subscriberId !== null
      ? { recorded: true, subscriberId }
      : { recorded: false, subscriberId },
  )
}

/** Who is named by an id and an address is found first: they have to be the same. */
async function personOf(
  db: Store,
  accountId: number,
  reference: SubscriberReference,
): Promise<Pick<KeyedEvent, 'subscriberId' | 'emailKey'>> {
  const { subscriberId = null, email } = reference
  if (email.trim() === '' && subscriberId !== null) return { subscriberId, emailKey: null }
  if (email.trim() !== '' && subscriberId === null)
    return { subscriberId, emailKey: emailKey(email) }
  return { subscriberId: (await subscriberNamed(db, accountId, reference)) ?? null, emailKey: null }
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
    throw refused('not-valid', 'event-of-other').ofValue('id')
  return { key: event.eventKey, subscriberId: known.subscriberId, repeated: true }
}

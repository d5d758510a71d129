/**
 * Events of subscribers (opens, clicks, purchases, lists) for the starts and waits of triggers.
 * Changed fields are in changed-fields.ts.
 */
import type { Db } from '../../../db/db.ts'
import type { AwaitedEvent, FormStart, MeasuredEvent } from '../language/definition.ts'
import {
  confirmedSince,
  conversionsOf,
  conversionsSince,
  hitsOf,
  hitsSince,
  listedOf,
  programEventsOf,
  programEventsSince,
  signedUpSince,
  sourcesOfNewsletter,
  sourcesOfStep,
  unmeasuredOf,
} from './happenings.sql.ts'
import { joinedAfter } from './watches.sql.ts'

/** All events but changed fields. */
export type Event = Exclude<AwaitedEvent, { on: 'changed' }>

/** A subscriber, and the moment of the event in the format of the store. */
export interface PersonOccurrence {
  id: number
  at: string
}

interface Place {
  accountId: number
  triggerId: number
}

const MOST_LISTED = 5_000

/** All subscribers with the event since a moment, each once. */
export async function happenedSince(
  db: Db,
  place: Place,
  event: Event | FormStart,
  since: Date,
): Promise<PersonOccurrence[]> {
  const { accountId } = place
  if ('formId' in event) {
    const ofForm = event.on === 'confirmed' ? confirmedSince : signedUpSince
    return ofForm(db, { accountId, formId: event.formId, since })
  }
  if (event.on === 'converted') return conversionsSince(db, { accountId, since })
  if (event.on === 'event') return programEventsSince(db, { accountId, name: event.event, since })
  if (event.on === 'listed') return listedSince(db, accountId, event.listId, since)
  const sources = await sourcesOf(db, place, event)
  if (sources.kinds.length === 0) return []
  return hitsSince(db, { accountId, ...sources, ...asked(event), since })
}

/**
 * Those of these subscribers with the event since they entered; one of a program since what made
 * them enter. For lists it is the current subscription.
 */
export async function happenedTo(
  db: Db,
  place: Place,
  event: Event,
  people: readonly { id: number; enteredAt: string }[],
): Promise<Set<number>> {
  const { accountId, triggerId } = place
  const ids = people.map(({ id }) => id)
  const entered = people.map(({ enteredAt }) => enteredAt)
  const since = entered.reduce(
    (first, at) => (Date.parse(at) < Date.parse(first) ? at : first),
    entered[0]!,
  )
  const found = async (): Promise<{ id: number }[]> => {
    if (event.on === 'converted') return conversionsOf(db, { accountId, ids, entered, since })
    if (event.on === 'event')
      return programEventsOf(db, { accountId, triggerId, ids, name: event.event })
    if (event.on === 'listed') return listedOf(db, { accountId, listId: event.listId, ids })
    const sources = await sourcesOf(db, place, event)
    if (sources.kinds.length === 0) return []
    return hitsOf(db, { accountId, ids, entered, since, ...sources, ...asked(event) })
  }
  return new Set((await found()).map(({ id }) => id))
}

/**
 * Those of these subscribers who are not measured now, or were not in an email in question since
 * they entered: whether they have done it is unknown.
 */
export async function unmeasuredFor(
  db: Db,
  place: Place,
  event: MeasuredEvent,
  people: readonly { id: number }[],
): Promise<Set<number>> {
  const { accountId } = place
  const ids = people.map(({ id }) => id)
  const what = event.on === 'opened' ? 'opens' : 'clicks'
  const sources = await sourcesOf(db, place, event)
  const found = await unmeasuredOf(db, { accountId, ids, what, ...sources })
  return new Set(found.map(({ id }) => id))
}

const asked = ({ on, link }: MeasuredEvent) => ({
  kind: on === 'opened' ? 'view' : 'click',
  link: link ?? null,
})

/**
 * The sources of the emails in question: all that ever sent a newsletter, or a step of this
 * trigger.
 */
async function sourcesOf(
  db: Db,
  { accountId, triggerId }: Place,
  event: MeasuredEvent,
): Promise<{ kinds: number[]; sources: number[] }> {
  const found =
    'step' in event
      ? await sourcesOfStep(db, { accountId, triggerId, step: event.step })
      : await sourcesOfNewsletter(db, { accountId, newsletterId: event.newsletterId })
  return { kinds: found.map(({ kind }) => kind), sources: found.map(({ id }) => id) }
}

async function listedSince(
  db: Db,
  accountId: number,
  listId: number,
  since: Date,
): Promise<PersonOccurrence[]> {
  const found: PersonOccurrence[] = []
  let after = { at: since as Date | string, id: 0 }
  for (;;) {
    const part = await joinedAfter(db, {
      accountId,
      listId,
      afterAt: after.at,
      afterId: after.id,
      until: 'infinity',
      most: MOST_LISTED,
    })
    found.push(...part)
    if (part.length < MOST_LISTED) return found
    after = part.at(-1)!
  }
}

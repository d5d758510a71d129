/**
 * What happened to the letters of a trigger, one by one, in the order of their times: views, clicks
 * and what came back.
 */
import type { Db } from '../../db/db.ts'
import { noSuch } from '../refusal.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { peopleOfHits } from './reports.sql.ts'
import {
  bouncesOfLetters,
  hitsOfLetters,
  lettersOfTrigger,
  linksOfLetters,
  triggerOfReport,
} from './triggers.sql.ts'

/**
 * All of it is null of somebody who was erased; and for views and clicks where the list is tracked
 * anonymously.
 */
interface Somebody {
  subscriberId: string | null
  email: string | null
  name: string | null
}

export interface TriggerView extends Somebody {
  viewed: string
  newsletterName: string
}

export interface TriggerClick extends Somebody {
  /** As written in the newsletter. */
  link: string | null
  clicked: string
  newsletterName: string
}

export interface TriggerBounce extends Somebody {
  reason: string
  bounced: string
  newsletterName: string
}

/** `until` is the first moment that is no longer in it. */
export interface TriggerInterval {
  from: Date | string
  until: Date | string
}

/** Rows read at a time: a report of any size is in memory by such parts. */
const PART = 2000
const NOBODY: Somebody = { subscriberId: null, email: null, name: null }

interface Letter {
  newsletterName: string
  anonymous: boolean
}

type Letters = ReadonlyMap<number, Letter>

/** By id. Refuses a trigger that never was. */
async function lettersOf(db: Db, accountId: number, triggerId: number): Promise<Letters> {
  if (!(await triggerOfReport(db, { accountId, triggerId })))
    throw noSuch('no-such-trigger', triggerId)
  const letters = await lettersOfTrigger(db, { accountId, triggerId })
  return new Map(letters.map(({ id, ...letter }) => [id, letter]))
}

/** Every view that was answered before the call is in it. */
export async function viewsOfTrigger(
  db: Db,
  accountId: number,
  triggerId: number,
  interval: TriggerInterval,
): Promise<AsyncGenerator<TriggerView[]>> {
  const [letters] = await Promise.all([
    lettersOf(db, accountId, triggerId),
    foldHits(db, accountId),
  ])
  return hits(db, accountId, letters, 'view', interval, ({ at, letterId }, who) => ({
    ...who,
    viewed: at,
    newsletterName: letters.get(letterId)!.newsletterName,
  }))
}

/** Every click that was answered before the call is in it. */
export async function clicksOfTrigger(
  db: Db,
  accountId: number,
  triggerId: number,
  interval: TriggerInterval,
): Promise<AsyncGenerator<TriggerClick[]>> {
  const [letters] = await Promise.all([
    lettersOf(db, accountId, triggerId),
    foldHits(db, accountId),
  ])
  const links = await linksOfLetters(db, { accountId, letterIds: [...letters.keys()] })
  const targets = new Map(
    links.map(({ letterId, number, target }) => [`${letterId} ${number}`, target]),
  )
  return hits(db, accountId, letters, 'click', interval, ({ at, letterId, link }, who) => ({
    ...who,
    link: targets.get(`${letterId} ${link}`) ?? null,
    clicked: at,
    newsletterName: letters.get(letterId)!.newsletterName,
  }))
}

type Hit = Awaited<ReturnType<typeof hitsOfLetters>>[number]

async function* hits<Row>(
  db: Db,
  accountId: number,
  letters: Letters,
  kind: 'view' | 'click',
  { from, until }: TriggerInterval,
  rowOf: (hit: Hit, who: Somebody) => Row,
): AsyncGenerator<Row[]> {
  const letterIds = [...letters.keys()]
  let after: Pick<Hit, 'id'> & { at: Date | string } = { at: from, id: -1 }
  for (;;) {
    const part = await hitsOfLetters(db, {
      ...{ accountId, letterIds, kind, until, size: PART },
      ...{ afterAt: after.at, afterId: after.id },
    })
    const ids = [...new Set(part.flatMap(({ deliveryId }) => deliveryId ?? []))]
    const found = ids.length === 0 ? [] : await peopleOfHits(db, { accountId, ids, field: 0 })
    // Of a trigger's letter the delivery is the subscriber.
    const people = new Map(
      found.map(({ id, email, name }) => [id, { subscriberId: String(id), email, name }]),
    )
    const whoOf = ({ letterId, deliveryId }: Hit) =>
      letters.get(letterId)!.anonymous ? undefined : people.get(deliveryId ?? 0)
    if (part.length > 0) yield part.map(hit => rowOf(hit, whoOf(hit) ?? NOBODY))
    const last = part.at(-1)
    if (!last || part.length < PART) return
    after = last
  }
}

export async function bouncesOfTrigger(
  db: Db,
  accountId: number,
  triggerId: number,
  interval: TriggerInterval,
): Promise<AsyncGenerator<TriggerBounce[]>> {
  return bounces(db, accountId, await lettersOf(db, accountId, triggerId), interval)
}

async function* bounces(
  db: Db,
  accountId: number,
  letters: Letters,
  { from, until }: TriggerInterval,
): AsyncGenerator<TriggerBounce[]> {
  const letterIds = [...letters.keys()]
  let after: { id: number; bounced: Date | string } = { id: -1, bounced: from }
  for (;;) {
    const place = { afterAt: after.bounced, afterId: after.id }
    const part = await bouncesOfLetters(db, { accountId, letterIds, ...place, until, size: PART })
    if (part.length > 0)
      yield part.map(({ reason, bounced, letterId, subscriberId, email, name }) => ({
        reason,
        bounced,
        newsletterName: letters.get(letterId)!.newsletterName,
        subscriberId: subscriberId === null ? null : String(subscriberId),
        email,
        name,
      }))
    const last = part.at(-1)
    if (!last || part.length < PART) return
    after = last
  }
}

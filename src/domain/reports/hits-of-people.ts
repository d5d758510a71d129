/** Views and clicks of a sending, one by one: those of people, in the order of their times. */
import type { Db } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { noSuch } from '../refusal.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { linksOfSource } from '../tracking/tracking.sql.ts'
import { hitsOfPeople, peopleOfHits, sendingOfReport } from './reports.sql.ts'

/** Who did it. All of it is null in an anonymous sending, and of somebody who was erased. */
interface Somebody {
  subscriberId: number | null
  email: string | null
  name: string | null
  /** Of the data field that was asked for; null when it is empty, too. */
  fieldValue: string | null
}

export interface View extends Somebody {
  viewed: string
}

export interface Click extends Somebody {
  /** As written in the newsletter. */
  url: string | null
  clicked: string
}

/** `until` is the first moment that is no longer in it. */
export interface PeopleInterval {
  from: Date | string
  until: Date | string
  /** The number of a data field. */
  field?: number | undefined
}

export const ALWAYS: PeopleInterval = { from: '-infinity', until: 'infinity' }

/**
 * Hits read at a time: whatever the size of a report, two parts of it are in memory, and no
 * connection is held between them.
 */
const PART = 4000

/** Every view that was answered before the call is in it. */
export async function viewsOf(
  db: Db,
  accountId: number,
  sendingId: number,
  interval: PeopleInterval,
): Promise<AsyncGenerator<View[]>> {
  const anonymous = await prepareReport(db, accountId, sendingId)
  return parts(
    db,
    accountId,
    sendingId,
    'view',
    interval,
    anonymous,
    ({ at }, { id, email, name, fieldValue }) => ({
      subscriberId: id,
      email,
      name,
      viewed: at,
      fieldValue,
    }),
  )
}

/** Every click that was answered before the call is in it. */
export async function clicksOf(
  db: Db,
  accountId: number,
  sendingId: number,
  interval: PeopleInterval,
): Promise<AsyncGenerator<Click[]>> {
  const [anonymous, links] = await Promise.all([
    prepareReport(db, accountId, sendingId),
    linksOfSource(db, { accountId, sourceKind: SOURCE.sending, sourceId: sendingId }),
  ])
  const targets = new Map(links.map(({ number, target }) => [number, target]))
  return parts(
    db,
    accountId,
    sendingId,
    'click',
    interval,
    anonymous,
    ({ at, link }, { id, email, name, fieldValue }) => ({
      subscriberId: id,
      email,
      name,
      url: targets.get(link) ?? null,
      clicked: at,
      fieldValue,
    }),
  )
}

/** Whether the sending is anonymous. Refuses one that is not there, before anything is read. */
async function prepareReport(db: Db, accountId: number, sendingId: number): Promise<boolean> {
  const [sending] = await Promise.all([
    sendingOfReport(db, { accountId, sendingId }),
    foldHits(db, accountId),
  ])
  if (!sending) throw noSuch('no-such-sending', sendingId)
  return sending.anonymous
}

type Hit = Awaited<ReturnType<typeof hitsOfPeople>>[number]

interface Person {
  id: number | null
  email: string | null
  name: string | null
  fieldValue: string | null
}

const NOBODY: Person = { id: null, email: null, name: null, fieldValue: null }

async function* parts<Row>(
  db: Db,
  accountId: number,
  sendingId: number,
  kind: 'view' | 'click',
  { from, until, field = 0 }: PeopleInterval,
  anonymous: boolean,
  rowOf: (hit: Hit, who: Person) => Row,
): AsyncGenerator<Row[]> {
  const read = async (afterAt: Date | string, afterId: number) => {
    const hits = await hitsOfPeople(db, {
      accountId,
      sendingId,
      kind,
      afterAt,
      afterId,
      until,
      size: PART,
    })
    return {
      hits,
      people: anonymous ? new Map<number, Person>() : await peopleOf(db, accountId, hits, field),
    }
  }
  let next = read(from, -1)
  for (;;) {
    const { hits, people } = await next
    const last = hits.length === PART ? hits.at(-1) : undefined
    if (last) {
      // Read while this part is written. Nobody may come back for it, and for its failure.
      next = read(last.at, last.id)
      next.catch(() => {})
    }
    if (hits.length > 0)
      yield hits.map(hit => rowOf(hit, people.get(hit.deliveryId ?? 0) ?? NOBODY))
    if (!last) return
  }
}

/**
 * Asked for by their ids, which costs the store a quarter less than joining them hit by hit. Of a
 * sending the delivery is the subscriber.
 */
async function peopleOf(
  db: Db,
  accountId: number,
  hits: Hit[],
  field: number,
): Promise<Map<number, Person>> {
  const ids = new Set<number>()
  for (const { deliveryId } of hits) if (deliveryId !== null) ids.add(deliveryId)
  if (ids.size === 0) return new Map()
  return new Map(
    (await peopleOfHits(db, { accountId, ids: [...ids], field })).map(person => [
      person.id,
      person,
    ]),
  )
}

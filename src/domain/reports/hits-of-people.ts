/** Views and clicks of a sending by people, one by one, in the order of their times. */
import type { Db } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { noSuch } from '../refusal.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { linksOfSource } from '../tracking/tracking.sql.ts'
import { hitsOfPeople, peopleOfHits, sendingOfReport } from './reports.sql.ts'

/** The subscriber; all null in an anonymous sending, and for an erased subscriber. */
interface ReportedPerson {
  subscriberId: number | null
  email: string | null
  name: string | null
  /** The requested data field; null if it is empty. */
  fieldValue: string | null
}

export interface View extends ReportedPerson {
  viewed: string
}

export interface Click extends ReportedPerson {
  /** As written in the newsletter. */
  url: string | null
  clicked: string
}

/** `until` is exclusive. */
export interface PeopleInterval {
  from: Date | string
  until: Date | string
  /** The number of a data field. */
  field?: number | undefined
}

export const ALWAYS: PeopleInterval = { from: '-infinity', until: 'infinity' }

/**
 * Hits per page. Two pages of a report are in memory at a time, and no connection is held between
 * them.
 */
const PART = 4000

/** Includes every view answered before the call. */
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

/** Includes every click answered before the call. */
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

/** Whether the sending is anonymous. Refuses an unknown one before anything is read. */
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

const ANONYMOUS: Person = { id: null, email: null, name: null, fieldValue: null }

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
      // In other sendings who was counted in total only is no row of a person.
      unnamed: anonymous,
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
      // Reads ahead. If the consumer stops, a failure of this read is ignored.
      next = read(last.at, last.id)
      next.catch(() => {})
    }
    if (hits.length > 0)
      yield hits.map(hit => rowOf(hit, people.get(hit.deliveryId ?? 0) ?? ANONYMOUS))
    if (!last) return
  }
}

/**
 * A separate query by ids, a quarter cheaper than a join for each hit. For a sending the delivery
 * id is the subscriber id.
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

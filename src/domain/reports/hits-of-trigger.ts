/** Views, clicks and bounces of a trigger's emails, one by one, in the order of their times. */
import type { Db } from '../../db/db.ts'
import { noSuch } from '../refusal.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { peopleOfHits } from './reports.sql.ts'
import {
  bouncesOfMessages,
  hitsOfMessages,
  linksOfMessages,
  messagesOfTrigger,
  triggerOfReport,
} from './triggers.sql.ts'

/**
 * All null for an erased subscriber; for views and clicks also if the list is tracked anonymously.
 */
interface ReportedPerson {
  subscriberId: string | null
  email: string | null
  name: string | null
}

export interface TriggerView extends ReportedPerson {
  viewed: string
  newsletterName: string
}

export interface TriggerClick extends ReportedPerson {
  /** As written in the newsletter. */
  link: string | null
  clicked: string
  newsletterName: string
}

export interface TriggerBounce extends ReportedPerson {
  reason: string
  bounced: string
  newsletterName: string
}

/** `until` is exclusive. */
export interface TriggerInterval {
  from: Date | string
  until: Date | string
}

/** Rows per page, which bounds the memory of a report. */
const PART = 2000
const ANONYMOUS: ReportedPerson = { subscriberId: null, email: null, name: null }

interface Message {
  newsletterName: string
  anonymous: boolean
}

type Messages = ReadonlyMap<number, Message>

/** By id. Refuses a trigger that never existed. */
async function messagesOf(db: Db, accountId: number, triggerId: number): Promise<Messages> {
  if (!(await triggerOfReport(db, { accountId, triggerId })))
    throw noSuch('no-such-trigger', triggerId)
  const messages = await messagesOfTrigger(db, { accountId, triggerId })
  return new Map(messages.map(({ id, ...message }) => [id, message]))
}

/** Includes every view answered before the call. */
export async function viewsOfTrigger(
  db: Db,
  accountId: number,
  triggerId: number,
  interval: TriggerInterval,
): Promise<AsyncGenerator<TriggerView[]>> {
  const [messages] = await Promise.all([
    messagesOf(db, accountId, triggerId),
    foldHits(db, accountId),
  ])
  return hits(db, accountId, messages, 'view', interval, ({ at, messageId }, who) => ({
    ...who,
    viewed: at,
    newsletterName: messages.get(messageId)!.newsletterName,
  }))
}

/** Includes every click answered before the call. */
export async function clicksOfTrigger(
  db: Db,
  accountId: number,
  triggerId: number,
  interval: TriggerInterval,
): Promise<AsyncGenerator<TriggerClick[]>> {
  const [messages] = await Promise.all([
    messagesOf(db, accountId, triggerId),
    foldHits(db, accountId),
  ])
  const links = await linksOfMessages(db, { accountId, messageIds: [...messages.keys()] })
  const targets = new Map(
    links.map(({ messageId, number, target }) => [`${messageId} ${number}`, target]),
  )
  return hits(db, accountId, messages, 'click', interval, ({ at, messageId, link }, who) => ({
    ...who,
    link: targets.get(`${messageId} ${link}`) ?? null,
    clicked: at,
    newsletterName: messages.get(messageId)!.newsletterName,
  }))
}

type Hit = Awaited<ReturnType<typeof hitsOfMessages>>[number]

async function* hits<Row>(
  db: Db,
  accountId: number,
  messages: Messages,
  kind: 'view' | 'click',
  { from, until }: TriggerInterval,
  rowOf: (hit: Hit, who: ReportedPerson) => Row,
): AsyncGenerator<Row[]> {
  const messageIds = [...messages.keys()]
  let after: Pick<Hit, 'id'> & { at: Date | string } = { at: from, id: -1 }
  for (;;) {
    const part = await hitsOfMessages(db, {
      accountId,
      messageIds,
      kind,
      until,
      size: PART,
      afterAt: after.at,
      afterId: after.id,
    })
    const ids = [...new Set(part.flatMap(({ deliveryId }) => deliveryId ?? []))]
    const found = ids.length === 0 ? [] : await peopleOfHits(db, { accountId, ids, field: 0 })
    // For a trigger's email the delivery id is the subscriber id.
    const people = new Map(
      found.map(({ id, email, name }) => [id, { subscriberId: String(id), email, name }]),
    )
    const whoOf = ({ messageId, deliveryId }: Hit) =>
      messages.get(messageId)!.anonymous ? undefined : people.get(deliveryId ?? 0)
    if (part.length > 0) yield part.map(hit => rowOf(hit, whoOf(hit) ?? ANONYMOUS))
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
  return bounces(db, accountId, await messagesOf(db, accountId, triggerId), interval)
}

async function* bounces(
  db: Db,
  accountId: number,
  messages: Messages,
  { from, until }: TriggerInterval,
): AsyncGenerator<TriggerBounce[]> {
  const messageIds = [...messages.keys()]
  let after: { id: number; bounced: Date | string } = { id: -1, bounced: from }
  for (;;) {
    const place = { afterAt: after.bounced, afterId: after.id }
    const part = await bouncesOfMessages(db, { accountId, messageIds, ...place, until, size: PART })
    if (part.length > 0)
      yield part.map(({ reason, bounced, messageId, subscriberId, email, name }) => ({
        reason,
        bounced,
        newsletterName: messages.get(messageId)!.newsletterName,
        subscriberId: subscriberId === null ? null : String(subscriberId),
        email,
        name,
      }))
    const last = part.at(-1)
    if (!last || part.length < PART) return
    after = last
  }
}

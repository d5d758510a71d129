/**
 * Who got a sending and who did not, page by page, by id. A filter looks through a bounded number
 * of emails for each request, span by span, and for a bounded time: a page may be short, or empty,
 * where there is a next one.
 */
import type { Db } from '../../../db/db.ts'
import { type RemovedPeople, refuseRemoved, removedAmong } from '../../deliveries/removed.ts'
import { refused } from '../../refusal.ts'
import { providerDomains } from '../../routes/providers.ts'
import { routeNames } from '../../routes/route-names.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import { familyOf, sendingOfReport } from './figures.ts'
import {
  countRecipients,
  engagementsOfRecipients,
  lastLookedAt,
  namesOfRecipients,
  recipientIds,
  recipientsAfter,
  recipientsByEngagement,
} from './recipients.sql.ts'

export const DELIVERY_STATES = [
  ...(['planned', 'claimed', 'handed over', 'accepted', 'deferred'] as const),
  ...(['bounced', 'failed', 'uncertain', 'withdrawn'] as const),
] as const

export interface RecipientFilter {
  /** None: all. */
  states?: readonly string[] | undefined
  /** Part of the address that the email went to. */
  email?: string | undefined
  /** Part of the reply, or of the reason. */
  reply?: string | undefined
  domain?: string | undefined
  /** A mailbox provider by name: all its domains. */
  provider?: string | undefined
  opened?: boolean | undefined
  clicked?: boolean | undefined
  /** Only of this variant of an A/B test: its sample. */
  sample?: number | undefined
}

export interface RecipientRow {
  /** That of the sample, of an A/B test. */
  sendingId: number
  subscriberId: number
  email: string
  name: string
  state: string
  attempts: number
  reply: string | null
  reason: string | null
  route: string | null
  changed: string | null
  nextTry: string | null
  onceUncertain: boolean
  /** Null: not known, tracked anonymously or not at all. */
  opens: number | null
  clicks: number | null
  firstOpen: string | null
  firstClick: string | null
}

export interface RecipientPlace {
  sendingId: number
  id: number
}

export interface RecipientPage {
  items: RecipientRow[]
  /** After which the next page begins; undefined: this is the last. */
  next: RecipientPlace | undefined
  /** How many emails were looked at. */
  looked: number
  /** When the recipients were removed from it. */
  peopleRemoved: RemovedPeople | null
}

/** Emails looked at for one page. */
const MOST_LOOKED = 50_000
/** And in one statement. */
const SPAN = 5_000
/** No span begins after this time: the request is answered with the rows so far. */
const ENOUGH_MILLIS = 40

type Row = Awaited<ReturnType<typeof recipientsAfter>>[number]

export async function recipientsOf(
  db: Db,
  accountId: number,
  sendingId: number,
  filter: RecipientFilter,
  { after, limit }: { after?: RecipientPlace | undefined; limit: number },
): Promise<RecipientPage> {
  const sending = await sendingOfReport(db, accountId, sendingId)
  const unknown = sending.anonymous || sending.untracked
  const family = await sourcesOf(db, accountId, sendingId, filter)
  const first = after ? family.indexOf(after.sendingId) : 0
  const names = await routeNames(db)
  const removed = await removedAmong(db, accountId, family)
  const peopleRemoved = removed.get(sendingId) ?? null
  const page: RecipientPage = { items: [], next: undefined, looked: 0, peopleRemoved }
  const until = performance.now() + ENOUGH_MILLIS
  for (const source of first < 0 ? [] : family.slice(first)) {
    if (removed.has(source)) continue
    let afterId = after?.sendingId === source ? after.id : 0
    for (let isLast = false; !isLast; ) {
      const span = { accountId, sendingId: source, afterId }
      const { lastId, looked } = await lastLookedAt(db, { ...span, looked: SPAN })
      isLast = looked < SPAN
      if (lastId === null) break
      const most = limit - page.items.length + 1
      const rows = await matching(db, { ...span, lastId }, filter, most)
      const shown = rows.slice(0, most - 1)
      page.items.push(...(await shownRows(db, accountId, source, shown, { names, unknown })))
      page.looked += looked
      if (rows.length === most) {
        page.next = { sendingId: source, id: shown.at(-1)?.id ?? afterId }
        return page
      }
      afterId = lastId
      if (!isLast && (page.looked >= MOST_LOOKED || performance.now() > until)) {
        page.next = { sendingId: source, id: afterId }
        return page
      }
    }
  }
  return page
}

/** All of them, page by page. Refuses at once. */
export async function allRecipients(
  db: Db,
  accountId: number,
  sendingId: number,
  filter: RecipientFilter,
): Promise<AsyncGenerator<RecipientRow[]>> {
  await refuseRemoved(db, accountId, await sourcesOf(db, accountId, sendingId, filter))
  return pagesOf(db, accountId, sendingId, filter)
}

async function* pagesOf(
  db: Db,
  accountId: number,
  sendingId: number,
  filter: RecipientFilter,
): AsyncGenerator<RecipientRow[]> {
  let after: RecipientPlace | undefined
  do {
    const page = await recipientsOf(db, accountId, sendingId, filter, { after, limit: 1_000 })
    if (page.items.length > 0) yield page.items
    after = page.next
  } while (after)
}

/** As a bulk job stores it: of which sendings, and which of their recipients. */
export interface RecipientSelection {
  sendingIds: number[]
  filter: RecipientFilter
}

/** Refuses an unknown sending, and a filter by removed data. */
export async function recipientSelection(
  db: Db,
  accountId: number,
  sendingId: number,
  filter: RecipientFilter,
): Promise<RecipientSelection & { count: number }> {
  const sendingIds = await sourcesOf(db, accountId, sendingId, filter)
  await refuseRemoved(db, accountId, sendingIds)
  const { count } = await countRecipients(db, { accountId, sendingIds, ...givenOf(filter) })
  return { sendingIds, filter, count }
}

/** The next of them, by id. */
export async function selectedRecipients(
  db: Db,
  accountId: number,
  { sendingIds, filter }: RecipientSelection,
  span: { afterId: number; lastId: number; most: number },
): Promise<number[]> {
  const rows = await recipientIds(db, { accountId, sendingIds, ...givenOf(filter), ...span })
  return rows.map(({ id }) => id)
}

async function sourcesOf(
  db: Db,
  accountId: number,
  sendingId: number,
  filter: RecipientFilter,
): Promise<number[]> {
  const sending = await sendingOfReport(db, accountId, sendingId)
  if (isByEngagement(filter) && (sending.anonymous || sending.untracked))
    throw refused('not-now', 'recipients-unknown')
  await foldHits(db, accountId)
  return familyOf(sending).filter(id => filter.sample === undefined || id === filter.sample)
}

const isByEngagement = ({ opened, clicked }: RecipientFilter): boolean =>
  opened !== undefined || clicked !== undefined

function givenOf({ states = [], email = '', reply = '', ...filter }: RecipientFilter) {
  const { domain, provider, opened, clicked } = filter
  const domains = [
    ...(domain === undefined ? [] : [domain.toLowerCase()]),
    ...(provider === undefined ? [] : domainsOf(provider)),
  ]
  return {
    states: [...states],
    domains,
    email: email.trim().toLowerCase(),
    reply: reply.toLowerCase(),
    opened: opened ?? null,
    clicked: clicked ?? null,
  }
}

async function matching(
  db: Db,
  span: { accountId: number; sendingId: number; afterId: number; lastId: number },
  filter: RecipientFilter,
  most: number,
): Promise<Row[]> {
  const given = { ...span, ...givenOf(filter), most }
  return isByEngagement(filter) ? recipientsByEngagement(db, given) : recipientsAfter(db, given)
}

/** An unknown provider has none: no recipient matches. */
function domainsOf(provider: string): string[] {
  const found = providerDomains().filter(
    one => one.provider.toLowerCase() === provider.toLowerCase(),
  )
  return found.length > 0 ? found.map(({ domain }) => domain) : ['']
}

async function shownRows(
  db: Db,
  accountId: number,
  sendingId: number,
  rows: readonly Row[],
  { names, unknown }: { names: ReadonlyMap<number, string>; unknown: boolean },
): Promise<RecipientRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const people = new Map(
    (await namesOfRecipients(db, { accountId, ids })).map(one => [one.id, one]),
  )
  const did = unknown ? [] : await engagementsOfRecipients(db, { accountId, sendingId, ids })
  const byId = new Map(did.map(one => [one.id, one]))
  return rows.map(({ id, changedAt, nextTryAt, routeId, wasUncertain, ...row }) => {
    const seen = byId.get(id)
    return {
      sendingId,
      subscriberId: id,
      ...row,
      name: people.get(id)?.name ?? '',
      route: routeId === null ? null : (names.get(routeId) ?? String(routeId)),
      changed: changedAt,
      nextTry: nextTryAt,
      onceUncertain: wasUncertain,
      opens: unknown ? null : (seen?.views ?? 0),
      clicks: unknown ? null : (seen?.clicks ?? 0),
      firstOpen: seen?.firstView ?? null,
      firstClick: seen?.firstClick ?? null,
    }
  })
}

/**
 * One look at the feed of a trigger: fetched, compared with what is remembered, and what is new
 * becomes an issue, by which the people of the list enter. Memory and issue are written in one
 * transaction, so that a process that dies in between has done nothing.
 */
import { randomUUID } from 'node:crypto'
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { recordedDetails } from '../../details/recorded.ts'
import type { FeedContent } from '../../feeds/feed.ts'
import type { FeedFetch, FetchedFeed } from '../../feeds/fetch-feed.ts'
import { type NamedItem, namedItems } from '../../feeds/new-items.ts'
import type { Definition, FeedStart } from '../language/definition.ts'
import {
  addFeed,
  addIssue,
  claimFeed,
  type dueFeeds,
  forgetIssues,
  forgetItems,
  knownItems,
  lockFeed,
  postponeFeed,
  rememberItems,
  saveFailedLook,
  saveLook,
  saveUnchanged,
} from './feeds.sql.ts'
import { issueValues, newestFirst } from './issue-values.ts'
import { nextLook, nextTry } from './next-look.ts'

export type DueFeed = Awaited<ReturnType<typeof dueFeeds>>[number]

/** Longer than a fetch may take. */
const LEASE_SECONDS = 180
/** A look that is later than that, after a stop or a pause, waits for the next moment. */
const LATE_MILLIS = 12 * 3_600_000
/** Hashes that are remembered of a feed; an item has up to four. */
const MOST_KEYS = 5_000
const MOST_ISSUES = 400
/** For previews. */
const MOST_LATEST = 10

export type FeedLook = { fresh: number } | { failed: string } | 'begun' | 'postponed' | 'not ours'

/** Never throws for the feed or its server. */
export async function lookAtFeed(db: Store, due: DueFeed, fetch: FeedFetch): Promise<FeedLook> {
  const { accountId, triggerId, version } = due
  const { start, zone } = JSON.parse(due.definition) as Definition
  if (start.on !== 'feed') return 'not ours'
  const now = new Date()
  if (isForLater(due, start, now)) {
    const dueAt = nextLook(start, zone, now)
    await postponeFeed(db, { accountId, triggerId, version, dueAt })
    return 'postponed'
  }
  const { url } = start
  const claim = randomUUID()
  const place = { accountId, triggerId, claim }
  await addFeed(db, { accountId, triggerId, version, url })
  const claimed = await claimFeed(db, { ...place, version, url, leaseSeconds: LEASE_SECONDS })
  if (!claimed) return 'not ours'
  const { etag, lastModified, begun, failures } = claimed
  const fetched = await fetch(url, begun ? { etag, lastModified } : undefined)
  const dueAt = nextLook(start, zone, new Date())
  if ('why' in fetched) {
    const { why, transient } = fetched
    const again = nextTry(start, zone, new Date(), failures + 1, transient)
    await saveFailedLook(db, { ...place, trouble: recordedDetails(why)!, dueAt: again })
    return { failed: why.map(({ detail }) => detail).join(' ') }
  }
  if ('unchanged' in fetched) {
    await saveUnchanged(db, { ...place, dueAt })
    return { fresh: 0 }
  }
  return atomically(db, tx => takeItems(tx, { ...place, start, dueAt }, fetched))
}

/** The schedule has changed, or the look is too late. What the feed has at first is always read. */
function isForLater(
  { version, lookedVersion, url, due, begun }: DueFeed,
  start: FeedStart,
  now: Date,
) {
  if (!begun || url !== start.url || due === null) return false
  return lookedVersion !== version || momentOfStore(due).getTime() < now.getTime() - LATE_MILLIS
}

interface TakenBy {
  accountId: number
  triggerId: number
  claim: string
  start: FeedStart
  dueAt: Date
}

async function takeItems(
  tx: Db,
  { start, dueAt, ...place }: TakenBy,
  { feed, etag, lastModified }: FetchedFeed,
): Promise<FeedLook> {
  const { accountId, triggerId } = place
  const locked = await lockFeed(tx, place)
  if (!locked) return 'not ours'
  const named = namedItems(feed)
  const fresh = await newAmong(tx, place, named)
  // Those left out are new at the next look, which then needs the whole feed.
  const left = locked.begun ? [] : newest(fresh, start.first)
  const keys = named.filter(one => !left.includes(one)).flatMap(one => one.keys)
  await rememberItems(tx, { ...place, keys: [...new Set(keys)] })
  await forgetItems(tx, { ...place, most: MOST_KEYS })
  if (locked.begun && fresh.length > 0) {
    const items = newestFirst(fresh.map(({ item }) => item))
    await addIssue(tx, {
      accountId,
      triggerId,
      details: JSON.stringify(issueValues(feed, items)),
    })
    await forgetIssues(tx, { ...place, most: MOST_ISSUES })
  }
  await saveLook(tx, {
    ...place,
    etag: left.length > 0 ? null : etag,
    lastModified: left.length > 0 ? null : lastModified,
    fresh: locked.begun ? fresh.length : null,
    dueAt,
    title: feed.title,
    latest: latestOf(feed),
  })
  return locked.begun ? { fresh: fresh.length } : 'begun'
}

const latestOf = (feed: FeedContent): string =>
  JSON.stringify(issueValues(feed, newestFirst(feed.items).slice(0, MOST_LATEST)).items)

/** The newest so many, in the order of the feed. */
export function newest(named: readonly NamedItem[], most: number): NamedItem[] {
  const items = newestFirst(named.map(({ item }) => item)).slice(0, most)
  return named.filter(({ item }) => items.includes(item))
}

/** In the order of the feed. */
export async function newAmong(
  db: Db,
  place: { accountId: number; triggerId: number },
  named: readonly NamedItem[],
): Promise<NamedItem[]> {
  const keys = named.flatMap(({ knownBy }) => knownBy)
  const known = new Set((await knownItems(db, { ...place, keys })).map(({ key }) => key))
  return named.filter(({ knownBy }) => !knownBy.some(key => known.has(key)))
}

/** Looks at the feeds of triggers when they are due; one process looks at a feed at a time. */
import type { Store } from '../db/db.ts'
import { feedFetch } from '../domain/feeds/fetch-feed.ts'
import { dueFeeds } from '../domain/triggers/feeds/feeds.sql.ts'
import { type DueFeed, lookAtFeed } from '../domain/triggers/feeds/look-at-feed.ts'
import type { AllowedPlaces } from '../lib/fetch-guard-places.ts'
import { type Loop, startLoop } from './loop.ts'

/** Feeds that a process looks at together: a slow server holds up some others, not all. */
const TOGETHER = 8
const IDLE_MILLIS = 5_000

interface FeedOptions {
  store: Store
  /** Places that may be fetched from although they are not public. */
  allow: AllowedPlaces
  log(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}

/** Returns whether there may be more. */
export async function lookAtDueFeeds(
  { store, allow, log, report }: FeedOptions,
  stopping?: AbortSignal,
): Promise<boolean> {
  const fetch = feedFetch(allow, stopping)
  const due = await dueFeeds(store, { most: TOGETHER })
  let failed = false
  const look = async (feed: DueFeed) => {
    const { accountId, triggerId } = feed
    const found = await lookAtFeed(store, feed, fetch)
    if (typeof found === 'object') log('a feed was looked at', { accountId, triggerId, ...found })
  }
  const onFailure = (error: unknown) => {
    failed = true
    if (!stopping?.aborted) report(error, 'feeds')
  }
  await Promise.all(due.map(feed => look(feed).catch(onFailure)))
  return due.length === TOGETHER && !failed
}

export const startFeedWorker = (options: FeedOptions): Loop =>
  startLoop({
    name: 'feeds',
    step: stopping => lookAtDueFeeds(options, stopping),
    idleMillis: IDLE_MILLIS,
    report: options.report,
  })

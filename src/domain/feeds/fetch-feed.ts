/** Fetches a feed by the guarded fetcher, and reads it. */
import { fetchDocument, type KnownDocument } from '../../lib/download/download.ts'
import type { FetchRules } from '../../lib/download/request.ts'
import type { AllowedPlaces } from '../../lib/fetch-guard-places.ts'
import type { Detail } from '../details/details.ts'
import { type FeedContent, LARGEST_FEED } from './feed.ts'
import { readFeed } from './read-feed.ts'

export interface FetchedFeed {
  feed: FeedContent
  etag: string | null
  lastModified: string | null
}

interface FeedFailure {
  why: Detail[]
  /** Worth another try before the next moment of the schedule. */
  transient: boolean
}

export type FeedFetch = (
  url: string,
  known?: KnownDocument,
) => Promise<FetchedFeed | { unchanged: true } | FeedFailure>

const rules = (allow: AllowedPlaces): FetchRules => ({
  allow,
  maxBytes: LARGEST_FEED,
  connectMillis: 10_000,
  idleMillis: 15_000,
  leastRate: 1_000,
  rateMillis: 15_000,
  totalMillis: 60_000,
  tries: 1,
  firstPauseMillis: 1_000,
})

/** One try: the look is repeated later. */
export const feedFetch =
  (allow: AllowedPlaces, signal?: AbortSignal): FeedFetch =>
  async (url, known) => {
    const answer = await fetchDocument(url, rules(allow), known, signal)
    if ('unchanged' in answer || 'why' in answer) return answer
    const feed = readFeed(answer, url)
    if ('wrong' in feed) return { why: [feed.wrong], transient: false }
    return { feed, etag: answer.etag, lastModified: answer.lastModified }
  }

/** What was read of a feed, and its bounds. */

export interface FeedItem {
  /** `guid` or `id`, as the feed has it. */
  id: string | undefined
  /** Plain text; never empty. */
  title: string
  /** Plain text, cut at a word; may be empty. */
  text: string
  /** http or https. */
  link: string | undefined
  /** https only: pictures of others would be blocked, or spied on. */
  picture: string | undefined
  /** When it was published. */
  at: Date | undefined
}

export interface FeedContent {
  title: string
  /** The page that the feed is of. */
  link: string | undefined
  /** In the order of the feed, which is the newest first in most. */
  items: FeedItem[]
}

/** In bytes, unpacked. Feeds have some hundred kB. */
export const LARGEST_FEED = 4 << 20
/** The rest of a longer feed is not looked at. */
export const MOST_FEED_ITEMS = 200
export const LONGEST_TITLE = 300
export const LONGEST_TEXT = 600
export const LONGEST_LINK = 2_000
/** Of the new items in one email; more are only counted. */
export const MOST_SHOWN_ITEMS = 30

/** The items that an email is shown with while it is written: read by "Try now", else examples. */
import { createContext, useContext } from 'react'
import type { CallBody } from '../../api/client.ts'
import type { TriedFeedAnswer } from '../../api/triggers.ts'

export type ShownFeed = NonNullable<CallBody<'POST /newsletters/preview'>['feed']>

export interface FeedOfEmail {
  shown: ShownFeed | undefined
  show(feed: ShownFeed | undefined): void
  /** It has a block of a feed. */
  inEmail: boolean
}

/** None: nothing is shown with a feed there. */
export const FeedOfEmail = createContext<FeedOfEmail | undefined>(undefined)

export const useFeedOfEmail = (): FeedOfEmail | undefined => useContext(FeedOfEmail)

/** The service takes no more. */
const MOST_ITEMS = 30

export const shownOf = ({ title, items }: TriedFeedAnswer): ShownFeed => ({
  title,
  items: items.slice(0, MOST_ITEMS).map(item => ({
    title: item.title,
    text: item.text,
    link: item.link ?? '',
    picture: item.picture ?? '',
    date: item.at?.slice(0, 10) ?? '',
  })),
})

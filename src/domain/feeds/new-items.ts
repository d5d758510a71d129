/**
 * Which items of a feed are new. Feeds lose ids, change all of them when a site moves, and list an
 * item again: an item has several names, and is known by any of them.
 * docs/decisions/0093-feeds.md has the rules.
 */
import { createHash } from 'node:crypto'
import type { FeedContent, FeedItem } from './feed.ts'

export interface NamedItem {
  item: FeedItem
  /** Hashes by which it is remembered. */
  keys: string[]
  /** Those by which it is recognised. */
  knownBy: string[]
}

/** Of every item once, in the order of the feed. */
export function namedItems({
  items,
  link: home,
}: Pick<FeedContent, 'items' | 'link'>): NamedItem[] {
  // A name that several items share says nothing: the same guid for all, links to the front page.
  const shared = new Set([
    ...sharedBy(items, ({ id }) => idKey(id), sameness),
    ...sharedBy(items, ({ link }) => linkKey(link), sameness),
  ])
  const front = linkKey(home)
  if (front !== undefined) shared.add(front)
  const seen = new Set<string>()
  const named: NamedItem[] = []
  for (const item of items) {
    const one = nameItem(item, shared)
    if (one.knownBy.some(key => seen.has(key))) continue
    for (const key of one.keys) seen.add(key)
    named.push(one)
  }
  return named
}

function nameItem(item: FeedItem, shared: ReadonlySet<string>): NamedItem {
  const { id, link, title, text, at } = item
  const own = [idKey(id), linkKey(link)].filter(key => key !== undefined && !shared.has(key))
  const dated = at && hash('date', `${title}\n${at.toISOString()}`)
  const written = hash('text', `${title}\n${text}`)
  const names = [...own, dated].filter(key => key !== undefined)
  // The same words are another item where a link or a date tells them apart: "Weather today".
  const isBare = dated === undefined && !own.some(key => key?.startsWith('link'))
  return { item, keys: [...names, written], knownBy: isBare ? [...names, written] : names }
}

const hash = (kind: string, text: string): string =>
  `${kind} ${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`

const idKey = (id: string | undefined) => (id === undefined ? undefined : hash('id', id))

/** Without what changes while the page stays: scheme, fragment, parameters of campaigns. */
function linkKey(link: string | undefined): string | undefined {
  const url = link === undefined ? null : URL.parse(link)
  if (!url) return undefined
  for (const name of [...url.searchParams.keys()])
    if (/^utm_/i.test(name)) url.searchParams.delete(name)
  return hash('link', `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}`)
}

/** Listed twice, an item has the same title in both places. */
const sameness = ({ title }: FeedItem): string => title

function sharedBy(
  items: readonly FeedItem[],
  keyOf: (item: FeedItem) => string | undefined,
  what: (item: FeedItem) => string,
): string[] {
  const found = new Map<string, Set<string>>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === undefined) continue
    const whats = found.get(key) ?? new Set<string>()
    found.set(key, whats.add(what(item)))
  }
  return [...found].filter(([, whats]) => whats.size > 1).map(([key]) => key)
}

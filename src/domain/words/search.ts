/**
 * Search of subscribers as-you-type: by the beginnings of their addresses, and then by the
 * beginnings of words, which are some seconds behind: docs/decisions/0037-search-by-words.md.
 */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import {
  addressesBeginning,
  countWord,
  hasByteOrder,
  peopleWithWords,
  progressOfWords,
} from './search.sql.ts'
import { type QueryTerm, termsOf, wholeOf } from './words.ts'

/** Where the next page begins: after an address, or after a word of a subscriber. */
export type SearchCursor = { afterAddress: string } | { afterWord: string; afterId: number }

export interface SubscriberSearch {
  query: string
  after?: SearchCursor | undefined
  limit: number
}

export interface FoundSubscriber {
  id: number
  email: string
  name: string
  optedOut: boolean
  undeliverable: boolean
}

export interface SubscribersFound {
  /** May be fewer than asked for where there is a next page: each looks at so many at most. */
  items: FoundSubscriber[]
  next: SearchCursor | undefined
  /** Changes since `indexedUntil` are found by address only for now; null: all are. */
  behind: boolean
  indexedUntil: string | null
  /** The query has no term of three letters, so that nothing was looked for. */
  tooShort: boolean
}

/** Subscribers looked at for one page; a page of a rare combination is found within some. */
const MOST_LOOKED = 1000
/** Words are counted so far to choose the rarest term. */
const MOST_COUNTED = 1000
/** Above all characters that a word or an address may hold. */
export const LAST = '\u{10ffff}'

const byteOrderOf = storeLocal((): { known?: boolean } => ({}))

/** Finds the subscribers who have words beginning with each term of the query. */
export async function searchSubscribers(
  db: Store,
  accountId: number,
  { query, after, limit }: SubscriberSearch,
): Promise<SubscribersFound> {
  const terms = termsOf(query)
  const progress = await progressOfWords(db, { accountId })
  const { behind, indexedUntil } = progress ?? { behind: true, indexedUntil: null }
  const found = {
    behind: behind || indexedUntil === null,
    indexedUntil,
    tooShort: terms.length === 0,
  }
  if (terms.length === 0) return { ...found, items: [], next: undefined }
  const whole = (await hasOrderedAddresses(db)) ? wholeOf(query) : undefined
  const items: FoundSubscriber[] = []
  if (whole !== undefined && !(after && 'afterWord' in after)) {
    const afterKey = after && 'afterAddress' in after ? after.afterAddress : ''
    const size = limit + 1
    const rows = await addressesBeginning(db, { accountId, ...range(whole), afterKey, size })
    const page = rows.slice(0, limit)
    items.push(...page.map(({ emailKey: _, ...row }) => row))
    if (rows.length > limit)
      return { ...found, items, next: { afterAddress: page.at(-1)!.emailKey } }
  }
  const rest = await byWords(db, accountId, {
    terms,
    after: after && 'afterWord' in after ? after : undefined,
    limit: limit - items.length,
    notBeginning: whole ?? null,
  })
  return { ...found, items: [...items, ...rest.items], next: rest.next }
}

interface WordSearch {
  terms: QueryTerm[]
  after: { afterWord: string; afterId: number } | undefined
  limit: number
  notBeginning: string | null
}

async function byWords(
  db: Store,
  accountId: number,
  { terms, after: given, limit, notBeginning }: WordSearch,
): Promise<Pick<SubscribersFound, 'items' | 'next'>> {
  const [rarest, ...others] = await rarestFirst(db, accountId, terms)
  const after = given ?? { afterWord: rarest!.word, afterId: 0 }
  const rows = await peopleWithWords(db, {
    accountId,
    ...range(rarest!.word),
    ...after,
    firsts: others.map(({ word }) => word),
    beyonds: others.map(({ word }) => word + LAST),
    addresses: terms.flatMap(({ address }) => (address === '' ? [] : [address])),
    notBeginning,
    most: MOST_LOOKED,
    size: limit + 1,
  })
  const people = rows.flatMap(({ id, word, email, name, optedOut, undeliverable }) =>
    id === null
      ? []
      : [
          {
            id,
            word,
            email: email!,
            name: name!,
            optedOut: optedOut!,
            undeliverable: !!undeliverable,
          },
        ],
  )
  const page = people.slice(0, limit)
  const items = page.map(({ word: _, ...person }) => person)
  const last = page.at(-1)
  if (people.length > limit)
    return { items, next: last ? { afterWord: last.word!, afterId: last.id } : after }
  const ending = rows[0]
  const next =
    ending && ending.looked === MOST_LOOKED
      ? { afterWord: ending.lastWord, afterId: ending.lastId }
      : undefined
  return { items, next }
}

async function rarestFirst(db: Store, accountId: number, terms: QueryTerm[]): Promise<QueryTerm[]> {
  if (terms.length === 1) return terms
  const counted = await Promise.all(
    terms.map(async term => {
      const { count } = await countWord(db, {
        accountId,
        ...range(term.word),
        most: MOST_COUNTED,
      })
      return { term, count }
    }),
  )
  // Of two that are both frequent the longer one.
  counted.sort((a, b) => a.count - b.count || b.term.word.length - a.term.word.length)
  return counted.map(({ term }) => term)
}

const range = (beginning: string) => ({ first: beginning, beyond: beginning + LAST })

/** Whether addresses are in the order of bytes, as on the embedded server. */
export async function hasOrderedAddresses(db: Store): Promise<boolean> {
  const kept = byteOrderOf(db)
  kept.known ??= (await hasByteOrder(db, {})).byteOrder
  return kept.known
}

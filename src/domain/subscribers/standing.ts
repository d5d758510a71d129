/**
 * How a person stands, in one word: what the table, the page of the person, the list and filters
 * tell of them. The facts stay apart (docs/decisions/0008-three-facts-of-a-person.md); of several
 * the first in this order is reported, since it explains why nothing is sent.
 */
export const STANDINGS = [
  'complained',
  'opted-out',
  'unsubscribed',
  'undeliverable',
  'on no list',
  'paused',
  'reachable',
] as const

export type StandingName = (typeof STANDINGS)[number]

interface Facts {
  complained: string | null
  optedOut: string | null
  /** The lists that the person is on. */
  lists: readonly number[]
  /** When the person left a list last; null: never. */
  left: string | null
  undeliverable: unknown
  /** The end of a pause that the person asked for; null: none now. */
  paused: string | null
}

export function standingOf(facts: Facts): StandingName {
  const { complained, optedOut, lists, left, undeliverable, paused } = facts
  if (complained !== null) return 'complained'
  if (optedOut !== null) return 'opted-out'
  if (lists.length === 0 && left !== null) return 'unsubscribed'
  if (undeliverable !== null) return 'undeliverable'
  if (lists.length === 0) return 'on no list'
  return paused === null ? 'reachable' : 'paused'
}

/** The suppression list, newest first, in pages, without holding a connection between them. */
import type { Db } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { suppressedPage } from './suppression.sql.ts'

export interface SuppressedAddress {
  email: string
  since: Date | string
  /** When it is tried again; null: never by itself. */
  until: Date | string | null
  reason: string
  /** Nobody has decided yet whether it is undeliverable: `pennypost bounce holds`. */
  held: boolean
}

export interface SuppressedSelection {
  from?: Date | undefined
  until?: Date | undefined
  /** As in the key of an address. */
  domain?: string | undefined
  most?: number | undefined
  /** How long hard bounces count, in days; undefined: for good. */
  hardDays?: number | undefined
}

const PART = 1000
const DAY = 86_400_000

/** Rows that are added or released meanwhile may be missing, none comes twice. */
export async function* suppressedAddresses(
  db: Db,
  accountId: number,
  { from, until, domain, most = Number.POSITIVE_INFINITY, hardDays }: SuppressedSelection,
): AsyncGenerator<SuppressedAddress[]> {
  let person = { personTime: 'infinity', personId: 0 }
  let bounce = { bounceTime: 'infinity', bounceId: 0 }
  for (let left = most; left > 0; ) {
    const size = Math.min(PART, left)
    const part = await suppressedPage(db, {
      accountId,
      from: from ?? '-infinity',
      until: until ?? 'infinity',
      domain: domain ?? null,
      ...person,
      ...bounce,
      most: size,
    })
    if (part.length > 0)
      yield part.map(({ email, since, until: ends, reason, held }) => ({
        ...{ email, since, reason, held },
        until: ends ?? (held ? null : endOfHard(since, hardDays)),
      }))
    if (part.length < size) return
    left -= part.length
    for (const { source, id, since } of part)
      if (source === 'person') person = { personTime: since, personId: id }
      else bounce = { bounceTime: since, bounceId: id }
  }
}

const endOfHard = (since: string, days: number | undefined): Date | null =>
  days === undefined ? null : new Date(momentOfStore(since).getTime() + days * DAY)

/** The suppression list, newest first, in pages, without holding a connection between them. */
import type { Db } from '../../../db/db.ts'
import { emailKey } from '../../../lib/email-address.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { suppressedAmong, suppressedPage } from './suppression.sql.ts'

export interface SuppressedAddress {
  email: string
  since: Date | string
  /** When it is tried again; null: never by itself. */
  until: Date | string | null
  reason: string
  /** Held: not decided yet whether it is undeliverable (`pennypost bounce holds`). */
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

/** The cursor of a page: the next one is older. */
interface SuppressedPlace {
  person: { personTime: string; personId: number }
  bounce: { bounceTime: string; bounceId: number }
}

const START: SuppressedPlace = {
  person: { personTime: 'infinity', personId: 0 },
  bounce: { bounceTime: 'infinity', bounceId: 0 },
}

/** Rows that are added or released meanwhile may be missing, none comes twice. */
export async function* suppressedAddresses(
  db: Db,
  accountId: number,
  { most = Number.POSITIVE_INFINITY, ...chosen }: SuppressedSelection,
): AsyncGenerator<SuppressedAddress[]> {
  let after = START
  for (let left = most; left > 0; ) {
    const size = Math.min(PART, left)
    const part = await suppressedPart(db, accountId, { ...chosen, after, most: size })
    if (part.length > 0) yield part
    if (part.length < size) return
    left -= part.length
    after = part.at(-1)!.place
  }
}

interface SuppressedPartSelection extends SuppressedSelection {
  most: number
  after?: SuppressedPlace | undefined
}

/** At most so many, each with the place after which the next page begins. */
export async function suppressedPart(
  db: Db,
  accountId: number,
  { from, until, domain, hardDays, most, after }: SuppressedPartSelection,
): Promise<(SuppressedAddress & { place: SuppressedPlace })[]> {
  let place = after ?? START
  const part = await suppressedPage(db, {
    accountId,
    from: from ?? '-infinity',
    until: until ?? 'infinity',
    domain: domain ?? null,
    ...place.person,
    ...place.bounce,
    most,
  })
  return part.map(({ source, id, email, since, until: ends, reason, held }) => {
    place =
      source === 'person'
        ? { ...place, person: { personTime: since, personId: id } }
        : { ...place, bounce: { bounceTime: since, bounceId: id } }
    const end = ends ?? (held ? null : endOfHard(since, hardDays))
    return { email, since, reason, held, until: end, place }
  })
}

const endOfHard = (since: string, days: number | undefined): Date | null =>
  days === undefined ? null : new Date(momentOfStore(since).getTime() + days * DAY)

/** Those of some addresses that get no email, in their order, with their places among them. */
export async function suppressedOf(
  db: Db,
  accountId: number,
  emails: readonly string[],
): Promise<(Pick<SuppressedAddress, 'email' | 'since' | 'reason'> & { index: number })[]> {
  const emailKeys = [...new Set(emails.map(emailKey))]
  const found = await suppressedAmong(db, { accountId, emailKeys })
  const byKey = new Map(found.map(({ emailKey: key, since, reason }) => [key, { since, reason }]))
  return emails.flatMap((email, index) => {
    const one = byKey.get(emailKey(email))
    return one ? { index, email, ...one } : []
  })
}

/**
 * Search of single emails, the newest first: by parts of address, subject and identifier, project,
 * state and day. docs/decisions/0094-search-of-emails.md says what is found, and why no index of
 * the ledger is needed.
 */
import type { Db, Store } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { oldestNoted } from '../../transactions/emails/email-words.sql.ts'
import { type IdRange, nextIds, rareEmails } from './candidates.ts'
import { type FoundEmail, foundEmails, type LookedEmail, subjectsBy } from './found-emails.ts'
import { passingEmails } from './passing-emails.ts'
import { piecesOf } from './pieces.ts'
import { emailAtOrBelow, emailsOfIds, subjectsOfProjects } from './search-emails.sql.ts'

export interface EmailSearch {
  /** Beginnings of words of the address or subject, of the identifier; all must be met. */
  query: string
  projectId?: number | undefined
  /** Of the ledger. */
  states?: readonly string[] | undefined
  /** When it was given. */
  since?: Date | undefined
  until?: Date | undefined
  /** Emails with a lower id: the cursor. */
  before?: number | undefined
  limit: number
}

export interface EmailsFound {
  items: FoundEmail[]
  /** May be given where the page is short: each looks at so many emails at most. */
  next: number | undefined
  looked: number
  /**
   * Some emails given or tried since are not found by parts of subject or address for now;
   * undefined: all are.
   */
  behindSince: string | undefined
  /** The query has no piece of three letters: nothing was looked for. */
  tooShort: boolean
}

const MOST_LOOKED = 2_000
const MOST_STEPS = 6
/** No step begins later: of rows that lie on a disk each takes longer. */
const MOST_MILLIS = 30
/** Above all ids. */
const BEYOND = 2_147_483_647
/** Ids are reserved in blocks, so that one may be given later than its neighbours. */
const MARGIN = 2_000

export async function searchEmails(
  db: Store,
  accountId: number,
  asked: EmailSearch,
): Promise<EmailsFound> {
  const pieces = piecesOf(asked.query)
  const tooShort = pieces.length === 0 && asked.query.trim() !== ''
  const behindSince = (await oldestNoted(db, { accountId }))?.claimedAt
  if (tooShort) return { items: [], next: undefined, looked: 0, behindSince, tooShort }
  const began = performance.now()
  const subjects = await subjectsOfProjects(db, { accountId })
  const subjectOf = subjectsBy(subjects)
  const range = await idsOf(db, accountId, asked)
  const rare = pieces.length === 0 ? undefined : await rareEmails(db, accountId, pieces, subjects)
  const { projectId, states } = asked
  const knowsStates = rare === undefined && projectId !== undefined
  const among = { rare, projectId, states: knowsStates ? states : undefined }
  const wanted = { ...asked, pieces, subjectOf, states: knowsStates ? undefined : states }
  const passing: LookedEmail[] = []
  let before: number | undefined = range.before
  let looked = 0
  for (let step = 0; step < MOST_STEPS && looked < MOST_LOOKED; step++) {
    const part = await nextIds(db, accountId, { ...range, before }, among)
    const rows = await emailsOfIds(db, { accountId, ids: part.ids })
    looked += part.looked
    passing.push(...(await passingEmails(db, accountId, rows, wanted)))
    before = part.before
    if (before === undefined || passing.length > asked.limit) break
    if (performance.now() - began > MOST_MILLIS) break
  }
  const page = passing.slice(0, asked.limit)
  const next = passing.length > asked.limit ? page.at(-1)!.id : before
  const items = await foundEmails(db, accountId, page, subjectOf)
  return { items, next, looked, behindSince, tooShort }
}

/** Ids are nearly in the order of time, so days are found by bisection. */
async function idsOf(
  db: Db,
  accountId: number,
  { before = BEYOND, since, until }: Pick<EmailSearch, 'before' | 'since' | 'until'>,
): Promise<IdRange> {
  const newest = await emailAtOrBelow(db, { accountId, upTo: BEYOND })
  if (!newest) return { before, above: 0, since, until }
  const first = (at: Date) => firstIdSince(db, accountId, at, newest.id)
  const upTo = until === undefined ? BEYOND : (await first(until)) + MARGIN
  const above = since === undefined ? 0 : (await first(since)) - MARGIN
  return { before: Math.min(before, upTo), above: Math.max(0, above), since, until }
}

/** An id below those of all emails that were given since. */
export async function idBefore(db: Db, accountId: number, since: Date): Promise<number> {
  return (await idsOf(db, accountId, { since })).above
}

async function firstIdSince(db: Db, accountId: number, at: Date, newest: number): Promise<number> {
  let low = 1
  let high = newest + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await emailAtOrBelow(db, { accountId, upTo: middle })
    if (row && momentOfStore(row.created) >= at) high = row.id
    else low = middle + 1
  }
  return low
}

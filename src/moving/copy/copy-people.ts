/**
 * Copies the subscribers of each list, page by page, until a page is empty: a former service may
 * give fewer rows than asked for. Then removes from the list the people who have left it there
 * since the last pass, asking about each: pages shift while people come and go.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { passIds } from '../../db/chosen-ids.ts'
import { violatedConstraint } from '../../db/unique-violation.ts'
import { leaveLists } from '../../domain/lists/leave-lists.sql.ts'
import {
  countsOf,
  differs,
  forgetEarlierPages,
  idsOfPass,
  keepPage,
  moveOn,
} from '../../domain/moves/move.ts'
import { IdsDiffer, movePeople } from '../../domain/moves/move-people.ts'
import { createNumberSet, type NumberSet } from '../../domain/moves/number-set.ts'
import { addressOf } from '../../domain/moves/people.sql.ts'
import { type PersonHere, peopleOfPage } from '../../domain/moves/people-here.ts'
import { forgetShadowJoins, shadowJoins } from '../../domain/shadow/shadow.sql.ts'
import { takeOldIds } from '../../domain/shadow/take-old-ids.ts'
import type { CopyJob } from './job.ts'
import { createPageReader, type PageReader } from './page-reader.ts'
import type { PageOfPeople } from './read-page.ts'
import { type OldList, readLists, readTable } from './small-tables.ts'

/** How often a list is read again whose pages had fewer people than it has. */
const MOST_ROUNDS = 3
const MOST_RACES = 50
const GONE_PART = 100
/** One comes while one is looked up. The old service has one call at a time. */
const PAGES_AHEAD = 2

/** `width`: how many demographic fields the former service shows. */
export async function copyPeople(job: CopyJob, lists: OldList[], width: number): Promise<void> {
  const { move } = job
  const inOrder = [...lists].sort((a, b) => a.id! - b.id!)
  const resumed = move.step === 'subscribers' ? move : { listId: 0, page: 0 }
  const sizes = await sizesOf(job, inOrder)
  const progress = { rows: 0, of: sizes.total }
  const pages = createPageReader(width)
  try {
    for (const list of inOrder) {
      if (list.id! < resumed.listId) {
        progress.rows += list.subscribers ?? 0
        continue
      }
      const first = list.id === resumed.listId ? Math.max(1, resumed.page) : 1
      await copyList(job, list, first, pages, progress)
      await leaveGone(job, list.id!)
    }
  } finally {
    await pages.close()
  }
}

async function sizesOf(_job: CopyJob, lists: OldList[]) {
  const known = lists.every(({ subscribers }) => subscribers !== null)
  return { total: known ? lists.reduce((sum, list) => sum + list.subscribers!, 0) : undefined }
}

async function copyList(
  job: CopyJob,
  list: OldList,
  first: number,
  pages: PageReader,
  progress: { rows: number; of: number | undefined },
): Promise<void> {
  const { db, accountId, move, old } = job
  let from = first
  const noted = createNumberSet()
  const brought = await idsOfPass(db, accountId, list.id!, move.pass - 1)
  for (let round = 1; ; round++) {
    const before = progress.rows
    const seen = createNumberSet()
    const show = (rows: number) =>
      job.show({ kind: 'subscribers', ...progress, rows: before + rows, list: list.name ?? '' })
    const reading = { listId: list.id!, pages, round, noted, seen, brought, show }
    await copyPages(job, reading, from)
    progress.rows = before + seen.size
    const count = (await readLists(old)).rows.find(({ id }) => id === list.id)?.subscribers ?? null
    if (count === null || seen.size >= count) return
    // Of the process before, too.
    const here = await idsOfPass(db, accountId, list.id!, move.pass)
    const read = Math.max(seen.size, here.size)
    if (read >= count) return
    if (round === MOST_ROUNDS) {
      await moveOn(db, move, at(list.id!, 1), async () =>
        differs(
          move,
          'subscribers',
          'fewer in the pages of a list than the old service counts',
          `list ${list.id}: ${count} counted, ${read} in its pages`,
        ),
      )
      return
    }
    from = 1
    progress.rows = before
    for (const id of seen.values()) noted.add(id)
  }
}

const at = (listId: number, page: number) => ({ step: 'subscribers', listId, page })

interface Reading {
  listId: number
  pages: PageReader
  round: number
  /** Ids of former readings in this pass, and of the pages of this one. */
  noted: NumberSet
  seen: NumberSet
  /** The people on the list here after the last pass. */
  brought: NumberSet
  show(rows: number): void
}

async function copyPages(job: CopyJob, reading: Reading, first: number): Promise<void> {
  const { listId, seen } = reading
  let rows = 0
  let largest = 0
  // A service that takes no notice of the number of the page gives the same rows for ever.
  let stale = 0
  let asked = first
  const coming: Promise<FoundPage>[] = []
  const readAhead = (most: number) => {
    while (coming.length < most) coming.push(ahead(readPage(job, reading, asked++)))
  }
  readAhead(1)
  for (let page = first; stale < 2; page++) {
    job.goOn()
    const read = await coming.shift()!
    if (read.read === 0) break
    // Behind a page that is not full only the empty one is left, as a rule.
    largest = Math.max(largest, read.read)
    readAhead(read.read < largest || page === first ? 1 : PAGES_AHEAD)
    await applyPage(job, reading, page, read)
    const fresh = read.people.filter(({ id }) => seen.add(id)).length
    stale = fresh === 0 ? stale + 1 : 0
    rows += read.read
    reading.show(rows)
  }
  await Promise.allSettled(coming)
  if (stale < 2) return
  await moveOn(job.db, job.move, at(listId, first), async () =>
    differs(job.move, 'subscribers', 'pages that repeat', `list ${listId}`),
  )
}

/** `found`: who of it is here. */
type FoundPage = PageOfPeople & { found: PersonHere[] }

/** Handles the error of a page that is never waited for. */
function ahead<T>(page: Promise<T>): Promise<T> {
  page.catch(() => {})
  return page
}

/** With its ids passed, which is a transaction of its own, and who of it is here. */
async function readPage(
  { db, accountId, old, pageSize }: CopyJob,
  { listId, pages }: Reading,
  page: number,
): Promise<FoundPage> {
  const asked = { listId: String(listId), page: String(page), size: String(pageSize) }
  const read = await old.readBytes('GetPagedSubscribers', asked, answer => pages.open(answer))
  const highest = read.people.reduce((most, { id }) => Math.max(most, id), 0)
  if (highest > 0) await passIds(db, accountId, 'subscriber', highest)
  return { ...read, found: await peopleOfPage(db, accountId, listId, read.people) }
}

async function applyPage(
  { db, move }: CopyJob,
  { listId, round, noted, seen, brought }: Reading,
  page: number,
  { people, wrong, read, found: before }: FoundPage,
): Promise<void> {
  let found: PersonHere[] | undefined = before
  let idsTaken = false
  for (let races = 0; ; races++) {
    try {
      await moveOn(db, move, at(listId, page + 1), async tx => {
        const known = { has: seen.has, noted: noted.has, brought: brought.has, found, idsTaken }
        const here = await movePeople(db, tx, move, listId, people, known)
        // Another reading of the list has the same ones.
        if (round === 1)
          for (const { sentence } of wrong) differs(move, 'subscribers', 'not valid here', sentence)
        await keepPage(tx, move, { listId, page, read, ids: here ?? [] })
      })
      return
    } catch (error) {
      found = undefined
      if (error instanceof IdsDiffer) {
        await takeOldIds(db, move.accountId, error.ids)
        idsTaken = true
        continue
      }
      if (violatedConstraint(error) === undefined || races === MOST_RACES) throw error
      await pause(Math.random() * 20)
    }
  }
}

/**
 * Removes people from the list who were in the pages of the last pass, or came by a call that the
 * shadow repeated, and are not on the list there now.
 */
async function leaveGone(job: CopyJob, listId: number): Promise<void> {
  const { db, accountId, move } = job
  const before = await idsOfPass(db, accountId, listId, move.pass - 1)
  const joins = await shadowJoins(db, { accountId, listId })
  for (const { subscriberId } of joins) before.add(subscriberId)
  if (before.size > 0) {
    const now = await idsOfPass(db, accountId, listId, move.pass)
    let part: number[] = []
    for (const id of before.values()) {
      if (now.has(id)) continue
      job.goOn()
      const there = await listsThere(job, id)
      if (there.includes(listId)) continue
      if (there.length === 0 && (await isDeletedThere(job, id))) await nameDeleted(job, listId, id)
      part.push(id)
      if (part.length === GONE_PART) {
        await leave(job, listId, part)
        part = []
      }
    }
    await leave(job, listId, part)
  }
  const subscriberIds = joins.map(({ subscriberId }) => subscriberId)
  if (joins.length > 0) await forgetShadowJoins(db, { accountId, listId, subscriberIds })
  await forgetEarlierPages(db, move, listId)
}

async function listsThere({ old }: CopyJob, id: number): Promise<(number | null)[]> {
  const asked = { subscriberId: String(id) }
  const { rows } = await readTable(old, 'GetSubscriberMailingLists', ['listId'], asked)
  return rows.map(({ listId }) => listId)
}

/** Unknown, where the old service does not offer the operation that tells. */
async function isDeletedThere({ old }: CopyJob, id: number): Promise<boolean> {
  if (!old.has('GetSubscriberDetails')) return false
  const asked = { subscriberId: String(id) }
  return (await readTable(old, 'GetSubscriberDetails', ['id'], asked)).rows.length === 0
}

/** Not erased by us: whether the person asked for that is known there only. */
async function nameDeleted(job: CopyJob, listId: number, id: number): Promise<void> {
  const { db, accountId, move } = job
  const known = await addressOf(db, { accountId, subscriberId: id })
  if (!known) return
  await moveOn(db, move, at(listId, move.page), async () =>
    differs(
      move,
      'subscribers',
      'no longer there, kept here: pennypost subscriber erase ADDRESS',
      String(id),
    ),
  )
}

async function leave(
  { db, accountId, move }: CopyJob,
  listId: number,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return
  await moveOn(db, move, at(listId, move.page), async tx => {
    for (const subscriberId of ids.sort((a, b) => a - b)) {
      const { left } = await leaveLists(tx, { accountId, subscriberId, listId })
      countsOf(move, 'subscribers').removed += left
    }
  })
}

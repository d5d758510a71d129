/**
 * The copy of an account from a former service: claimed by one process at a time, and resumed where
 * the last one stopped. moving/copy/ reads the former service; this is its stored state.
 */
import { atomically, type Db, type Store, type Tx } from '../../db/db.ts'
import { packIds, unpackIds } from '../imports/packed-ids.ts'
import { refused } from '../refusal.ts'
import {
  addDifferences,
  addMove,
  addMovePage,
  claimMove,
  differencesOfMove,
  findMove,
  finishMove,
  forgetMove,
  forgetPages,
  noteMove,
  pagesOfMove,
  releaseMove,
  removeDifferences,
  removeDifferencesOf,
  removePagesBefore,
  renewMove,
} from './moves.sql.ts'
import { createNumberSet, type NumberSet } from './number-set.ts'

export const MOVE_KINDS = [
  'fields',
  'lists',
  'opt-outs',
  'subscribers',
  'bounces',
  'templates',
  'newsletters',
  'projects',
  'triggers',
  'filters',
] as const
export type MoveKind = (typeof MOVE_KINDS)[number]

export interface MoveCounts {
  /** Records of the former service. */
  read: number
  /** The same here, after the pass. */
  here: number
  added: number
  changed: number
  removed: number
  different: number
}

export type AllMoveCounts = Partial<Record<MoveKind, MoveCounts>>

export interface MoveRun {
  accountId: number
  worker: string
  fence: number
  pass: number
  step: string
  listId: number
  page: number
  counts: AllMoveCounts
  /** Differences found in the current transaction. */
  found: FoundDifference[]
}

interface FoundDifference {
  kind: MoveKind
  difference: string
  record: string
}

interface MoveSource {
  url: string
  username: string
  worker: string
  leaseSeconds: number
  /** Whether a worker is certainly dead. */
  isGone(worker: string): boolean
}

/** Another process has taken over after a pause of this one. */
export class MoveLost extends Error {
  constructor() {
    super('Another process has taken over the copy of this account.')
  }
}

/** Refuses while another process copies into the account. */
export async function beginMove(
  db: Store,
  accountId: number,
  { url, username, worker, leaseSeconds, isGone }: MoveSource,
): Promise<MoveRun> {
  return atomically(db, async tx => {
    const before = await findMove(tx, { accountId })
    if (before && before.finished === null && before.oldUrl !== url)
      throw refused('not-now', 'move-unfinished', { url: before.oldUrl }).atShell(
        'forget',
        'pennypost migrate forget',
      )
    const source = { accountId, oldUrl: url, oldUsername: username }
    await addMove(tx, source)
    const claimed = await claimMove(tx, {
      ...source,
      worker,
      leaseSeconds,
      goneWorker: before?.worker && isGone(before.worker) ? before.worker : null,
    })
    if (!claimed) throw refused('not-now', 'move-busy', { seconds: leaseSeconds })
    if (claimed.step === '') await removeDifferences(tx, { accountId })
    const { pass, step, listId, page, fence, counts } = claimed
    const read = JSON.parse(counts) as AllMoveCounts
    return { accountId, worker, fence, pass, step, listId, page, counts: read, found: [] }
  })
}

/** False: the lease is lost. */
export const keepMove = async (db: Db, move: MoveRun, leaseSeconds: number): Promise<boolean> =>
  (await renewMove(db, { ...by(move), leaseSeconds })) > 0

export const endMove = (db: Db, move: MoveRun): Promise<number> => releaseMove(db, by(move))

/** Restarts a step: drops its counts and findings. */
export function resetKind(db: Db, move: MoveRun, kind: MoveKind): Promise<number> {
  delete move.counts[kind]
  return removeDifferencesOf(db, { accountId: move.accountId, kind })
}

/** The pass has reached its end. */
export async function completeMove(db: Db, move: MoveRun): Promise<void> {
  if ((await finishMove(db, by(move))) === 0) throw new MoveLost()
}

const by = ({ accountId, worker, fence }: MoveRun) => ({ accountId, worker, fence })

export const countsOf = (move: MoveRun, kind: MoveKind): MoveCounts => {
  move.counts[kind] ??= { read: 0, here: 0, added: 0, changed: 0, removed: 0, different: 0 }
  return move.counts[kind]
}

/** Counts a difference; the first ten of each are kept. Call it within `moveOn`. */
export function differs(move: MoveRun, kind: MoveKind, difference: string, record: string): void {
  countsOf(move, kind).different++
  move.found.push({ kind, difference, record: record.slice(0, 200) })
}

/** A step, and within it a list and a page. */
interface MovePlace {
  step: string
  listId?: number
  page?: number
}

/**
 * Does one part of the copy and notes the position, in one transaction: exactly once, or not at
 * all.
 */
export async function moveOn<T>(
  db: Store,
  move: MoveRun,
  to: MovePlace,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const before = structuredClone(move.counts)
  const { step, listId = 0, page = 0 } = to
  try {
    const result = await atomically(db, async tx => {
      move.counts = structuredClone(before)
      move.found = []
      const done = await work(tx)
      await keepFound(tx, move)
      const counts = JSON.stringify(move.counts)
      if ((await noteMove(tx, { ...by(move), step, listId, page, counts })) === 0)
        throw new MoveLost()
      return done
    })
    Object.assign(move, { step, listId, page, found: [] })
    return result
  } catch (error) {
    move.counts = before
    throw error
  }
}

const MOST_KEPT = 10

async function keepFound(tx: Tx, { accountId, found }: MoveRun): Promise<void> {
  const records = new Map<string, { of: FoundDifference; records: string[] }>()
  for (const one of found) {
    const key = `${one.kind} ${one.difference}`
    const group = records.get(key) ?? { of: one, records: [] }
    if (group.records.length < MOST_KEPT) group.records.push(one.record)
    records.set(key, group)
  }
  for (const { of, records: kept } of records.values())
    await addDifferences(tx, {
      accountId,
      kind: of.kind,
      difference: of.difference,
      records: kept,
    })
}

export interface PageRead {
  listId: number
  page: number
  read: number
  ids: number[]
}

export const keepPage = (
  tx: Tx,
  { accountId, pass }: MoveRun,
  { ids, ...page }: PageRead,
): Promise<number> => addMovePage(tx, { accountId, pass, ...page, ids: packIds(ids) })

/** The ids of a list that a pass has read, each once. */
export async function idsOfPass(
  db: Db,
  accountId: number,
  listId: number,
  pass: number,
): Promise<NumberSet> {
  const ids = createNumberSet()
  for (const row of await pagesOfMove(db, { accountId, listId, pass }))
    for (const id of unpackIds(row.ids)) ids.add(id)
  return ids
}

export const forgetEarlierPages = (db: Db, { accountId, pass }: MoveRun, listId: number) =>
  removePagesBefore(db, { accountId, listId, pass })

export interface MoveState {
  oldUrl: string
  pass: number
  begun: string
  finished: string | null
  running: boolean
  step: string
  counts: AllMoveCounts
  differences: { kind: string; difference: string; number: number; record: string }[]
}

export async function stateOfMove(db: Db, accountId: number): Promise<MoveState | undefined> {
  const found = await findMove(db, { accountId })
  if (!found) return undefined
  const differences = await differencesOfMove(db, { accountId })
  const { oldUrl, pass, begun, finished, step, running, counts } = found
  return {
    oldUrl,
    pass,
    begun,
    finished,
    step,
    differences,
    running: running ?? false,
    counts: JSON.parse(counts) as AllMoveCounts,
  }
}

/** Forgets the state of the copy; copied data stays. Refuses while a process works on it. */
export function forgetWholeMove(db: Store, accountId: number): Promise<boolean> {
  return atomically(db, async tx => {
    const found = await findMove(tx, { accountId })
    if (!found) return false
    if ((await forgetMove(tx, { accountId })) === 0) throw refused('not-now', 'move-running')
    await forgetPages(tx, { accountId })
    await removeDifferences(tx, { accountId })
    return true
  })
}

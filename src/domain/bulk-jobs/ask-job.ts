/** Asks for bulk jobs, cancels them, and asks for their undo. A worker carries them out. */
import { atomically, type Db, type Store, type TransactionStep } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { recordChange } from '../audit/record.ts'
import { MOST_FIELDS, wrongValue } from '../demographics/fields.ts'
import { type RecordedTrouble, readTrouble } from '../details/recorded.ts'
import { countSubscribers, type Selection, subscriberPage } from '../directory/page.ts'
import type { Condition } from '../filters/condition.ts'
import { findList } from '../lists/lists.sql.ts'
import type { AnswerWay } from '../measuring/answer.ts'
import { noSuch, Refusal, refused, refusedFor } from '../refusal.ts'
import {
  type RecipientFilter,
  type RecipientSelection,
  recipientSelection,
} from '../reports/sendings/recipients.ts'
import type { SearchCursor } from '../words/search.ts'
import { hintWork } from '../work/hints.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { addJob, beginUndo, cancelJob, findJob, jobsOfAccount } from './bulk-jobs.sql.ts'

export type BulkAction =
  | { do: 'join'; listId: number }
  | { do: 'leave'; listId: number }
  /** A data field by number; '' empties it. */
  | { do: 'set'; field: number; value: string }
  | { do: 'opt-out'; reason: string }
  | {
      do: 'measuring'
      opens?: 'agreed' | 'declined' | undefined
      clicks?: 'agreed' | 'declined' | undefined
      /** As the people were asked, and when they said so; undefined: now. */
      words: string
      at?: string | undefined
      way: AnswerWay
    }

/** As stored: these subscribers, or all whom the conditions match. */
export interface StoredSelection {
  ids?: number[]
  list?: number
  conditions?: readonly Condition[]
  recipients?: RecipientSelection
}

export type BulkSelection = Selection & {
  ids?: readonly number[] | undefined
  /** Recipients of a sending. */
  recipients?: (RecipientFilter & { sendingId: number }) | undefined
}

/** Of subscribers given one by one, or found by a search. */
export const MOST_IDS = 10_000
/** For so long a job can be undone. */
export const UNDO_DAYS = 30

export const BULK_STATES = [
  'queued',
  'running',
  'finished',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const

export interface BulkJob {
  id: number
  action: BulkAction
  state: (typeof BULK_STATES)[number]
  trouble: string | null
  causes: RecordedTrouble['causes']
  /** How many were selected when it was asked for. */
  total: number
  looked: number
  changed: number
  /** How many of them an undo has changed back. */
  reverted: number
  created: string
  finished: string | null
}

/**
 * Returns the id of the job. Refuses an unknown list or field, and an empty selection. `alongside`
 * is committed with it.
 */
export async function askBulkJob(
  db: Store,
  accountId: number,
  action: BulkAction,
  selection: BulkSelection,
  alongside?: TransactionStep,
): Promise<number> {
  const { stored, total } = await checkedChange(db, accountId, action, selection)
  const id = await takeId(db, accountId, 'bulk job')
  await atomically(
    db,
    async tx => {
      await alongside?.(tx, id)
      const texts = { action: JSON.stringify(action), selection: JSON.stringify(stored) }
      await addJob(tx, { accountId, id, ...texts, total })
      await markWork(tx, { accountId, kind: WORK.bulk, sourceId: id, due: new Date() })
      const after = { ...withoutTexts(action), total }
      await recordChange(tx, accountId, { action: 'bulk-job.add', id, after })
    },
    { again: true },
  )
  hintWork(db)
  return id
}

/** The selection, with its number of people. Refuses what can not be asked for. */
export async function checkedChange(
  db: Store,
  accountId: number,
  action: BulkAction,
  selection: BulkSelection,
): Promise<{ stored: StoredSelection; total: number }> {
  await checkAction(db, accountId, action)
  const selected = await storedSelection(db, accountId, selection)
  if (selected.total === 0) throw refused('not-valid', 'nobody-selected')
  return selected
}

/** For the audit log: the value of a field may say something about people. */
function withoutTexts(action: BulkAction): object {
  if (action.do === 'set') return { do: action.do, field: action.field }
  if (action.do === 'measuring')
    return { do: action.do, opens: action.opens, clicks: action.clicks }
  return action.do === 'opt-out' ? { do: action.do } : action
}

async function checkAction(db: Store, accountId: number, action: BulkAction): Promise<void> {
  if (action.do === 'set') {
    if (action.field < 1 || action.field > MOST_FIELDS) throw new Refusal('no-such-field')
    const wrong = wrongValue(action.value, `DD${action.field}`)
    if (wrong !== undefined) throw refusedFor('not-valid', wrong)
  } else if (action.do === 'measuring') {
    if (action.opens === undefined && action.clicks === undefined)
      throw refused('not-valid', 'answer-about-nothing')
  } else if (action.do !== 'opt-out') {
    const list = await findList(db, { accountId, listId: action.listId })
    if (!list) throw noSuch('no-such-list', action.listId)
  }
}

async function storedSelection(
  db: Store,
  accountId: number,
  { ids, recipients, ...selection }: BulkSelection,
): Promise<{ stored: StoredSelection; total: number }> {
  if (recipients) {
    const { sendingId, ...filter } = recipients
    const { count, ...selected } = await recipientSelection(db, accountId, sendingId, filter)
    return { stored: { recipients: selected }, total: count }
  }
  if (ids || (selection.query ?? '').trim() !== '') {
    const chosen = ids ?? (await idsOfSearch(db, accountId, selection))
    if (chosen.length > MOST_IDS) throw refused('not-valid', 'selected-many', { most: MOST_IDS })
    const stored = [...new Set(chosen)].sort((a, b) => a - b)
    return { stored: { ids: stored }, total: stored.length }
  }
  const { count } = await countSubscribers(db, accountId, selection, true)
  const { listId, conditions = [] } = selection
  return {
    stored: { ...(listId !== undefined && { list: listId }), conditions },
    total: count,
  }
}

/** All whom a search finds, up to one more than are allowed. */
async function idsOfSearch(db: Store, accountId: number, selection: Selection): Promise<number[]> {
  const ids: number[] = []
  let search: SearchCursor | undefined
  do {
    const after = search && { search }
    const page = await subscriberPage(db, accountId, selection, { after, limit: 500 })
    if (page.tooShort) throw refused('not-valid', 'search-short')
    ids.push(...page.items.map(({ id }) => id))
    search = page.next && 'search' in page.next ? page.next.search : undefined
  } while (search && ids.length <= MOST_IDS)
  return ids
}

export async function bulkJob(db: Db, accountId: number, jobId: number): Promise<BulkJob> {
  const found = await findJob(db, { accountId, jobId })
  if (!found) throw noSuch('no-such-job', jobId)
  const { undoable: _, ...rest } = found
  return jobOf(rest)
}

/** The newest first. */
export async function bulkJobs(
  db: Store,
  accountId: number,
  { beforeId, most }: { beforeId: number; most: number },
): Promise<BulkJob[]> {
  const rows = await jobsOfAccount(db, { accountId, beforeId, most })
  return rows.map(jobOf)
}

const jobOf = ({
  action,
  state,
  trouble,
  ...rest
}: Omit<BulkJob, 'action' | 'state' | 'causes'> & { action: string; state: string }): BulkJob => ({
  ...rest,
  ...readTrouble(trouble),
  action: JSON.parse(action) as BulkAction,
  state: state as BulkJob['state'],
})

/** Finished batches stay until they are undone. */
export async function cancelBulkJob(db: Store, accountId: number, jobId: number): Promise<void> {
  const { state } = await bulkJob(db, accountId, jobId)
  const cancelled = await atomically(db, async tx => {
    const cancelled = await cancelJob(tx, { accountId, jobId })
    if (cancelled > 0) await recordChange(tx, accountId, { action: 'bulk-job.cancel', id: jobId })
    return cancelled
  })
  if (cancelled === 0 && state !== 'cancelled') throw refused('not-now', 'job-ended')
}

/** Opt-outs are not undone: a person's wish is lifted one by one. */
export async function undoBulkJob(db: Store, accountId: number, jobId: number): Promise<void> {
  const found = await findJob(db, { accountId, jobId })
  if (!found) throw noSuch('no-such-job', jobId)
  if ((JSON.parse(found.action) as BulkAction).do === 'opt-out')
    throw refused('not-now', 'job-opt-outs')
  if (found.state === 'undone') throw refused('not-now', 'job-undone')
  if (found.changed > 0 && found.undoable === 0) throw refused('not-now', 'job-old')
  const begun = await atomically(db, async tx => {
    const begun = await beginUndo(tx, { accountId, jobId })
    if (begun === 0) return 0
    await markWork(tx, { accountId, kind: WORK.bulk, sourceId: jobId, due: new Date() })
    await recordChange(tx, accountId, { action: 'bulk-job.undo', id: jobId })
    return begun
  })
  if (begun === 0) throw refused('not-now', 'job-running')
  hintWork(db)
}

/**
 * Runs a bulk job, batch after batch, each a transaction under the fence of the claim: the change,
 * its undo data, and the cursor from which the next worker continues.
 */
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Db, Store } from '../../db/db.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { type Detail, detailed } from '../details/details.ts'
import { recordedDetails } from '../details/recorded.ts'
import { idsMatching } from '../filters/matching.ts'
import { optOutMany } from '../opt-outs/import-opt-outs.ts'
import { selectedRecipients } from '../reports/sendings/recipients.ts'
import { hasListener, publish } from '../webhooks/publish.ts'
import { notePeopleChanged } from '../words/note-change.ts'
import { lapseOf, takeLease, underFence } from '../work/lease.ts'
import { clearWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { type BulkAction, type StoredSelection, UNDO_DAYS } from './ask-job.ts'
import {
  addPart,
  claimJob,
  endJob,
  holdJob,
  isOpenJob,
  lastPart,
  noteBatch,
  noteReverted,
  placeOfJob,
  releaseJob,
  removePart,
  trimParts,
} from './bulk-jobs.sql.ts'
import { holdList, joinMany, leaveMany, lockPeople, setBack, setMany } from './changes.sql.ts'
import { noteAnswers, takeBackAnswers } from './note-answers.ts'

interface JobLease {
  accountId: number
  jobId: number
  worker: string
  leaseMillis: number
  /** Subscribers of one batch. */
  size?: number | undefined
}

interface Claimed extends Required<JobLease> {
  fence: number
  action: BulkAction
  selection: StoredSelection
  lastId: number
}

const SIZE = 2000

/**
 * Claims a job and runs it until it ends, the lease is lost, or the signal aborts. False: another
 * worker has it, or it has ended.
 */
export async function runBulkJob(
  db: Store,
  lease: JobLease,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { accountId, jobId, worker, leaseMillis, size = SIZE } = lease
  const by = { accountId, jobId, worker, leaseSeconds: leaseMillis / 1000 }
  const row = await takeLease(db, workOf(lease), {
    leaseMillis,
    claim: tx => claimJob(tx, by),
    isOpen: async tx => (await isOpenJob(tx, by)).open,
  })
  if (!row) return false
  const job: Claimed = {
    ...lease,
    size,
    fence: row.fence,
    lastId: row.lastId,
    action: JSON.parse(row.action) as BulkAction,
    selection: JSON.parse(row.selection) as StoredSelection,
  }
  const step = row.state === 'undoing' ? undoPart : batch
  let more = true
  while (more && !stopping?.aborted) more = await underLease(db, job, step)
  if (more) await release(db, job)
  notePeopleChanged(db, accountId)
  await trimParts(db, { accountId, keepDays: UNDO_DAYS })
  return true
}

const workOf = ({ accountId, jobId }: Pick<JobLease, 'accountId' | 'jobId'>) => ({
  accountId,
  kind: WORK.bulk,
  sourceId: jobId,
})

type Step = (db: Store, tx: Db, job: Claimed) => Promise<boolean>

/** One step, with the lease renewed. False: the job has ended, or another worker has it. */
async function underLease(db: Store, job: Claimed, step: Step): Promise<boolean> {
  let more = false
  const { accountId, jobId, worker, fence, leaseMillis } = job
  const held = { accountId, jobId, worker, fence, leaseSeconds: leaseMillis / 1000 }
  const kept = await underFence(db, workOf(job), {
    statement: tx => holdJob(tx, held),
    due: lapseOf(leaseMillis),
    also: async tx => {
      more = await step(db, tx, job)
    },
  })
  return kept && more
}

/** Another worker continues at once. */
function release(db: Store, job: Claimed): Promise<boolean> {
  const { accountId, jobId, worker, fence } = job
  const statement = (tx: Db) => releaseJob(tx, { accountId, jobId, worker, fence })
  return underFence(db, workOf(job), { statement, due: new Date() })
}

async function end(
  tx: Db,
  job: Claimed,
  state: 'finished' | 'failed' | 'undone',
  trouble?: Detail,
): Promise<false> {
  const { accountId, jobId } = job
  await endJob(tx, { accountId, jobId, state, trouble: recordedDetails(trouble && [trouble]) })
  await clearWork(tx, workOf(job))
  return false
}

async function batch(db: Store, tx: Db, job: Claimed): Promise<boolean> {
  const { accountId, jobId, action, lastId, size } = job
  const { position, parts } = await placeOfJob(tx, { accountId, jobId })
  const ids = await nextIds(tx, job, position)
  if (ids.length === 0) return end(tx, job, 'finished')
  if (action.do === 'join' && !(await holdList(tx, { accountId, listId: action.listId })))
    return end(tx, job, 'failed', detailed('list-removed', { list: action.listId }))
  const changed = await change(db, tx, job, ids)
  const undoable = action.do !== 'opt-out' && changed.ids.length > 0
  if (undoable) await addPart(tx, { accountId, jobId, part: parts, ...changed })
  const reached = ids.length < size ? lastId : ids.at(-1)!
  await noteBatch(tx, {
    accountId,
    jobId,
    position: reached,
    added: undoable ? 1 : 0,
    looked: ids.length,
    changed: changed.ids.length,
  })
  return reached < lastId ? true : end(tx, job, 'finished')
}

/** The next selected subscribers, by id. */
async function nextIds(tx: Db, job: Claimed, position: number): Promise<number[]> {
  const { accountId, lastId, size, selection } = job
  if (selection.ids) return selection.ids.filter(id => id > position).slice(0, size)
  const { list, conditions = [], recipients } = selection
  if (recipients)
    return selectedRecipients(tx, accountId, recipients, { afterId: position, lastId, most: size })
  const between = { afterId: position, lastId }
  const which = { listId: list, between, most: size, order: 'asc' as const }
  return idsMatching(tx, accountId, conditions, which)
}

interface Changed {
  ids: number[]
  former: string[] | null
}

async function change(db: Store, tx: Db, job: Claimed, given: number[]): Promise<Changed> {
  const { accountId, action } = job
  const people = await lockPeople(tx, { accountId, ids: given })
  const ids = people.map(({ id }) => id)
  if (action.do === 'join') {
    const welcome = people.filter(({ optedOut }) => !optedOut).map(({ id }) => id)
    const joined = await joinMany(tx, { accountId, listId: action.listId, ids: welcome })
    return {
      ids: await publishListChange(db, tx, accountId, 'subscribed', action.listId, joined),
      former: null,
    }
  }
  if (action.do === 'leave') {
    const left = await leaveMany(tx, { accountId, listId: action.listId, ids })
    return {
      ids: await publishListChange(db, tx, accountId, 'unsubscribed', action.listId, left),
      former: null,
    }
  }
  if (action.do === 'opt-out') {
    const fresh = people.filter(({ optedOut }) => !optedOut)
    const entries = new Map(fresh.map(({ email, emailKey }) => [emailKey, { email }]))
    await optOutMany(db, accountId, entries, action.reason, { within: tx })
    return { ids: fresh.map(({ id }) => id), former: null }
  }
  if (action.do === 'measuring') {
    const noted = await noteAnswers(db, tx, accountId, people, action)
    return { ids: noted.ids, former: noted.answerIds.map(String) }
  }
  const { field, value } = action
  const values = fieldLiteral(field, value)
  const set = await setMany(tx, { accountId, ids, field, value, values })
  return { ids: set.map(({ id }) => id), former: set.map(({ former }) => former ?? '') }
}

const fieldLiteral = (field: number, value: string): string[] =>
  arrayLiteral([...Array<null>(field - 1).fill(null), value]) as unknown as string[]

/** Publishes to webhooks who joined or left; returns their ids. */
async function publishListChange(
  db: Store,
  tx: Db,
  accountId: number,
  kind: 'subscribed' | 'unsubscribed',
  listId: number,
  rows: { id: number }[],
): Promise<number[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0 && (await hasListener(db, accountId, kind))) {
    await publish(tx, accountId, { kind, ids, listId, shared: { source: 'program' } })
  }
  return ids
}

/** Reverts the last part that is left. Values that have changed since then stay. */
async function undoPart(db: Store, tx: Db, job: Claimed): Promise<boolean> {
  const { accountId, jobId, action } = job
  const part = await lastPart(tx, { accountId, jobId })
  if (!part) return end(tx, job, 'undone')
  const people = await lockPeople(tx, { accountId, ids: part.ids.split(',').map(Number) })
  const ids = people.map(({ id }) => id)
  let reverted = 0
  if (action.do === 'join') {
    const left = await leaveMany(tx, { accountId, listId: action.listId, ids })
    reverted = (await publishListChange(db, tx, accountId, 'unsubscribed', action.listId, left))
      .length
  } else if (action.do === 'leave') {
    const listId = action.listId
    if (!(await holdList(tx, { accountId, listId })))
      return end(tx, job, 'failed', detailed('list-removed', { list: listId }))
    const welcome = people.filter(({ optedOut }) => !optedOut).map(({ id }) => id)
    const joined = await joinMany(tx, { accountId, listId, ids: welcome })
    reverted = (await publishListChange(db, tx, accountId, 'subscribed', listId, joined)).length
  } else if (action.do === 'measuring') {
    const answerIds = (part.former ?? '').split(FIELD_SEPARATOR).map(Number)
    const noted = { ids: part.ids.split(',').map(Number), answerIds }
    reverted = await takeBackAnswers(tx, accountId, noted)
  } else if (action.do === 'set') {
    const formers = (part.former ?? '').split(FIELD_SEPARATOR)
    const { field, value } = action
    const given = { accountId, ids: part.ids.split(',').map(Number), formers, field, value }
    reverted = (await setBack(tx, given)).length
  }
  await removePart(tx, { accountId, jobId, part: part.part })
  await noteReverted(tx, { accountId, jobId, reverted })
  return true
}

/**
 * Undoes an import, batch by batch: restores changed values, deletes the subscriptions it made, and
 * deletes the subscribers it created of whom nothing else is known. Newer changes are kept. After
 * an interruption, the next call continues; calls at the same time take turns, step by step.
 */
import { atomically, type Db, type Tx } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, type Refusal, refused } from '../refusal.ts'
import { forgetWords, refreshWords } from '../words/keep-words.ts'
import { partsOfImport } from './imports.sql.ts'
import { createIdSet, type IdSet, unpackIds } from './packed-ids.ts'
import { hasEnded, importProgress } from './progress.ts'
import {
  beginUndo,
  holdPeople,
  holdUndo,
  laterImports,
  leaveList,
  lockPeople,
  nextPart,
  noteUndo,
  partUndone,
  removePeople,
  restoreValues,
  takeOldValues,
} from './undo.sql.ts'

export interface UndoResult {
  /** Subscribers created by the import, deleted. */
  removed: number
  /** Subscribers created by the import who are kept, since something else is known of them. */
  stayed: number
  /** Subscriptions made by the import, deleted. */
  unlisted: number
  /** Subscribers whose earlier values are restored. */
  restored: number
  /** Subscribers whose values were changed later: left unchanged. */
  changedSince: number
}

/** Subscribers restored in one transaction. */
const AT_ONCE = 2000

/**
 * Refuses an import that does not exist, still runs, was undone, or is older than `keepDays`, the
 * retention period of the data for an undo.
 */
export async function undoImport(
  db: Db,
  accountId: number,
  importId: number,
  keepDays: number,
  onProgress: (undone: UndoResult) => void = () => {},
): Promise<UndoResult> {
  const begin = async (tx: Tx) => {
    const row = await beginUndo(tx, { accountId, importId, keepDays })
    if (row) await recordChange(tx, accountId, { action: 'import.undo', id: importId })
    return row
  }
  const begun = await atomically(db, begin, { accountId })
  if (!begun) throw await undoRefusal(db, accountId, importId)
  const task = { accountId, importId, listId: begun.listId, since: begun.started ?? 'infinity' }
  const later = await metByLater(db, task)
  const none: UndoResult = { removed: 0, stayed: 0, unlisted: 0, restored: 0, changedSince: 0 }
  let undone = none
  const step = async (
    work: (tx: Tx) => Promise<Partial<UndoResult> | undefined>,
  ): Promise<boolean> => {
    const take = async (tx: Tx): Promise<{ sum: UndoResult; worked: boolean }> => {
      const held = await holdUndo(tx, { accountId, importId })
      const sum = { ...none, ...(held?.undo as object) }
      const added = await work(tx)
      if (!added) return { sum, worked: false }
      for (const key of Object.keys(added) as (keyof UndoResult)[]) sum[key] += added[key]!
      await noteUndo(tx, { accountId, importId, undo: JSON.stringify(sum), done: false })
      return { sum, worked: true }
    }
    const { sum, worked } = await atomically(db, take, { accountId })
    undone = sum
    if (worked) onProgress(undone)
    return worked
  }
  while (await step(tx => restoreSome(tx, task)));
  while (await step(tx => undoPart(tx, task, later)));
  await noteUndo(db, { accountId, importId, undo: JSON.stringify(undone), done: true })
  return undone
}

interface Task {
  accountId: number
  importId: number
  listId: number
  /** When the import started. */
  since: string
}

async function restoreSome(
  tx: Tx,
  { accountId, importId }: Task,
): Promise<Partial<UndoResult> | undefined> {
  const old = await takeOldValues(tx, { accountId, importId, most: AT_ONCE })
  if (old.length === 0) return undefined
  const ids = old.map(({ id }) => id)
  await holdPeople(tx, { accountId, ids })
  const restored = await restoreValues(tx, {
    accountId,
    importId,
    ids,
    names: old.map(({ name }) => name),
    formats: old.map(({ format }) => format),
    countryCodes: old.map(({ countryCode }) => countryCode),
    phones: old.map(({ phone }) => phone),
    fields: old.map(({ fields }) => fields),
    moments: old.map(({ updatedAt }) => updatedAt),
  })
  // Their time of change is the former one again, by which no pass over the words finds them.
  await refreshWords(
    tx,
    accountId,
    restored.map(({ id }) => id),
  )
  return { restored: restored.length, changedSince: old.length - restored.length }
}

async function undoPart(
  tx: Tx,
  { accountId, importId, listId, since }: Task,
  later: IdSet,
): Promise<Partial<UndoResult> | undefined> {
  const part = await nextPart(tx, { accountId, importId })
  if (!part) return undefined
  const { moment, subscribedAt } = part
  const created = unpackIds(part.created)
  const ids = [...created, ...unpackIds(part.joined)]
  const people = ids.length === 0 ? [] : await lockPeople(tx, { accountId, ids, moment })
  const going = people
    .filter(({ id, insertedSince }) => !insertedSince && !later.has(id))
    .map(({ id }) => id)
  const { left } = await leaveList(tx, { accountId, listId, ids: going, subscribedAt })
  const [known, leaving] = [new Set(people.map(({ id }) => id)), new Set(going)]
  const made = created.filter(id => leaving.has(id))
  const gone =
    made.length === 0 ? [] : await removePeople(tx, { accountId, importId, ids: made, since })
  await forgetWords(
    tx,
    accountId,
    gone.map(({ id }) => id),
  )
  const removed = gone.length
  await partUndone(tx, { accountId, importId, part: part.part })
  return { removed, stayed: created.filter(id => known.has(id)).length - removed, unlisted: left }
}

/** Subscribers that later imports into the same list contain: they belong on the list. */
async function metByLater(db: Db, { accountId, importId }: Task): Promise<IdSet> {
  const ids = createIdSet()
  for (const { id } of await laterImports(db, { accountId, importId })) {
    for (let after = 0; ; ) {
      const parts = await partsOfImport(db, { accountId, importId: id, after, most: 50 })
      for (const part of parts) {
        for (const met of unpackIds(part.met)) ids.add(met)
        after = part.part
      }
      if (parts.length < 50) break
    }
  }
  return ids
}

async function undoRefusal(db: Db, accountId: number, importId: number): Promise<Refusal> {
  const found = await importProgress(db, accountId, importId)
  if (!found) return noSuch('no-such-import', importId)
  if (found.undone !== null) return refused('not-now', 'import-undone')
  if (!hasEnded(found)) return refused('not-now', 'import-unfinished')
  return refused('not-now', 'import-old')
}

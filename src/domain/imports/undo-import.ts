/**
 * Takes back what an import did, batch by batch, unless something newer has changed it: values of
 * people who were changed come back, subscriptions it made go, and so do people it made of whom
 * nothing else is known by now. Interrupted, it goes on when called again.
 */
import { atomically, type Db, type Tx } from '../../db/db.ts'
import { noSuch, Refusal } from '../refusal.ts'
import { partsOfImport } from './imports.sql.ts'
import { createIdSet, type IdSet, unpackIds } from './packed-ids.ts'
import { hasEnded, importProgress } from './progress.ts'
import {
  beginUndo,
  laterImports,
  leaveList,
  lockPeople,
  nextPart,
  noteUndo,
  partUndone,
  removePeople,
  restoreValues,
} from './undo.sql.ts'

export interface UndoResult {
  /** People made by the import, gone again. */
  removed: number
  /** People made by the import of whom something else is known by now: they stay. */
  stayed: number
  /** Subscriptions made by the import, gone again. */
  unlisted: number
  /** People whose values are as they were before. */
  restored: number
  /** People whose values something newer has changed: left as they are. */
  changedSince: number
}

/** People whose values are brought back in a transaction. */
const AT_ONCE = 2000

/**
 * Refuses an import that is not there, still runs, was undone, or is older than `keepDays`, for
 * which what an undo needs is kept.
 */
export async function undoImport(
  db: Db,
  accountId: number,
  importId: number,
  keepDays: number,
  onProgress: (undone: UndoResult) => void = () => {},
): Promise<UndoResult> {
  const begun = await beginUndo(db, { accountId, importId, keepDays })
  if (!begun) throw await whyNot(db, accountId, importId)
  const task = { accountId, importId, listId: begun.listId, since: begun.started ?? 'infinity' }
  const later = await metByLater(db, task)
  let undone: UndoResult = {
    removed: 0,
    stayed: 0,
    unlisted: 0,
    restored: 0,
    changedSince: 0,
    ...(begun.undo as object),
  }
  const step = async (
    work: (tx: Tx) => Promise<Partial<UndoResult> | undefined>,
  ): Promise<boolean> => {
    const next = await atomically(db, async tx => {
      const added = await work(tx)
      if (!added) return undefined
      const sum = { ...undone }
      for (const key of Object.keys(added) as (keyof UndoResult)[]) sum[key] += added[key]!
      await noteUndo(tx, { accountId, importId, undo: JSON.stringify(sum), done: false })
      return sum
    })
    if (!next) return false
    undone = next
    onProgress(undone)
    return true
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
  /** When the import began. */
  since: string
}

async function restoreSome(
  tx: Tx,
  { accountId, importId }: Task,
): Promise<Partial<UndoResult> | undefined> {
  const { kept, restored } = await restoreValues(tx, { accountId, importId, most: AT_ONCE })
  return kept === 0 ? undefined : { restored, changedSince: kept - restored }
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
  const removed =
    made.length === 0 ? 0 : await removePeople(tx, { accountId, importId, ids: made, since })
  await partUndone(tx, { accountId, importId, part: part.part })
  return { removed, stayed: created.filter(id => known.has(id)).length - removed, unlisted: left }
}

/**
 * Whom later imports into the same list have met: their files say that these people belong on it.
 */
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

async function whyNot(db: Db, accountId: number, importId: number): Promise<Refusal> {
  const found = await importProgress(db, accountId, importId)
  if (!found) return noSuch('no-such-import', importId)
  if (found.undone !== null) return new Refusal('not-now', 'The import was undone before.')
  if (!hasEnded(found)) return new Refusal('not-now', 'The import is not finished yet.')
  return new Refusal('not-now', 'The import is too old: what an undo needs is no longer kept.')
}

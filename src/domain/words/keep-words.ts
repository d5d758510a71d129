/**
 * Keeps the words of an account's subscribers: a pass goes over its subscribers in the order of
 * ids, in steps of a transaction each, and writes the words of those that changed since the last
 * pass. docs/decisions/0037-search-by-words.md explains why none is missed.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { settledBefore } from '../lists/milestones.sql.ts'
import { clearWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import {
  addWords,
  changedPeople,
  lockWords,
  notePass,
  peopleOfIds,
  removeOtherWords,
  removeWords,
} from './words.sql.ts'
import { wordsOf } from './words.ts'

/** Ids looked at in one step, and the most subscribers whose words it writes. */
const STEP = { ids: 20_000, people: 500 }
/** How far behind the oldest running transaction a change counts as seen: see SPACING. */
const MARGIN_SECONDS = 5
/** The pause after a pass that could not see the last change. */
const PAUSE_MILLIS = 5_000
/** And so much more for each subscriber: looking them over stays below a hundredth of a core. */
const PAUSE_MILLIS_EACH = 0.025

type WordStep = typeof STEP & { marginSeconds: number }

/** Takes one step of a pass. False: the pass has ended. */
export async function keepWords(
  db: Store,
  accountId: number,
  { ids, people, marginSeconds }: WordStep = { ...STEP, marginSeconds: MARGIN_SECONDS },
): Promise<boolean> {
  // Read before the transaction, which sees a state at least as new.
  const { moment } = await settledBefore(db, { accountId, marginSeconds })
  return atomically(
    db,
    async tx => {
      const { indexedUntil, passUntil, passedId, lastId } = await lockWords(tx, {
        accountId,
      })
      const until = passUntil ?? moment
      const upTo = Math.min(passedId + ids, lastId)
      const rows = await changedPeople(tx, {
        accountId,
        afterId: passedId,
        lastId: upTo,
        since: indexedUntil,
        most: people,
      })
      await writeWords(tx, accountId, rows, [])
      const mark = { accountId, kind: WORK.words, sourceId: 0 }
      const reached = rows.length === people ? rows.at(-1)!.id : upTo
      if (reached < lastId) {
        await notePass(tx, { accountId, indexedUntil, passUntil: until, passedId: reached })
        await setWork(tx, { ...mark, due: new Date() })
        return true
      }
      const ended = { accountId, indexedUntil: until, passUntil: null, passedId: 0 }
      if ((await notePass(tx, ended)).seen) await clearWork(tx, mark)
      else {
        const pause = PAUSE_MILLIS + PAUSE_MILLIS_EACH * lastId
        await setWork(tx, { ...mark, due: new Date(Date.now() + pause) })
      }
      return false
    },
    { again: true, accountId },
  )
}

/**
 * Writes the words of these subscribers in the transaction of their change, where no pass would
 * find it, or where the next search must find it.
 */
export async function refreshWords(tx: Db, accountId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await lockWords(tx, { accountId })
  await writeWords(tx, accountId, await peopleOfIds(tx, { accountId, ids }), ids)
}

/** In the transaction that deletes the subscribers, after it has deleted them. */
export async function forgetWords(tx: Db, accountId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await lockWords(tx, { accountId })
  await removeWords(tx, { accountId, ids })
}

type IndexedRow = Awaited<ReturnType<typeof changedPeople>>[number]

async function writeWords(
  tx: Db,
  accountId: number,
  rows: IndexedRow[],
  ids: number[],
): Promise<void> {
  if (rows.length + ids.length === 0) return
  const subscriberIds: number[] = []
  const words: string[] = []
  for (const { id, chosen, ...person } of rows)
    for (const word of wordsOf({ ...person, values: chosen.split(FIELD_SEPARATOR) })) {
      subscriberIds.push(id)
      words.push(word)
    }
  const all = [...new Set([...ids, ...rows.map(({ id }) => id)])]
  await removeOtherWords(tx, { accountId, ids: all, subscriberIds, words })
  await addWords(tx, { accountId, subscriberIds, words })
}

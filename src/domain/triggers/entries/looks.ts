/**
 * Looking for people who enter: those who came onto the list, to whom something has happened, or
 * whose day it is. Nothing is written down for it when those things come about, so that nobody pays
 * for triggers but who has them: what is new since the last look is found by the store's own order.
 * docs/decisions/0024-triggers.md tells why nobody is missed and nobody found twice.
 */
import { atomically, type Db } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { settledBefore } from '../../lists/milestones.sql.ts'
import { changedPeople } from './changed-fields.ts'
import { DAY_PATTERN, peopleOfDay } from './date-look.ts'
import { type EntryTarget, enter } from './entries.ts'
import { happenedSince } from './happenings.ts'
import type { WatchCursor, WatchResult } from './watch.ts'
import {
  advanceSureAt,
  countNoDays,
  findWatch,
  joinedAfter,
  momentNow,
  moveWatch,
  newlyDue,
  noteSkipped,
  notOpenedOf,
} from './watches.sql.ts'

/** People found at a time. */
const PART = 5_000
/**
 * What is written becomes visible, and what is judged is judged, at most so long after its moment.
 */
const LATE_MILLIS = 10 * 60_000
/** The clock of a transaction that is just beginning. */
const MARGIN_SECONDS = 5
/** A watch in which nothing happens is moved on so often, so that looks stay short. */
const STALE_MILLIS = 60_000

export interface LookResult {
  entered: number
  more: boolean
  /** All people of a day are in: those whose field holds no day may be counted. */
  dayDone?: boolean
}

const NOTHING: LookResult = { entered: 0, more: false }

/**
 * One look for what makes people enter. Answers how many have, and whether there may be more at
 * once.
 */
export async function lookForStart(db: Db, trigger: EntryTarget): Promise<LookResult> {
  const watch = await findWatch(db, { ...place(trigger) })
  if (!watch) return NOTHING
  const { start } = trigger.definition
  if (start.on === 'joined') return lookForJoined(db, trigger, watch)
  if (start.on === 'changed') return lookForChanges(db, trigger, watch)
  const found =
    start.on === 'date'
      ? await peopleOfDay(db, trigger, start, watch)
      : start.on === 'not opened'
        ? await notOpened(db, trigger, start, watch)
        : await happened(db, trigger, watch)
  if (!found) return NOTHING
  const entered = await takeIn(db, trigger, watch, found)
  return { entered, more: found.more ?? false, dayDone: found.dayDone ?? false }
}

/**
 * How many on the list have something in the field that is no day; kept, to be shown. Takes longer
 * than finding those whose day it is.
 */
export async function countSkipped(db: Db, trigger: EntryTarget): Promise<number> {
  const { listId, start } = trigger.definition
  if (start.on !== 'date') return 0
  const { count } = await countNoDays(db, {
    accountId: trigger.accountId,
    listId,
    field: start.field,
    day: DAY_PATTERN,
  })
  await noteSkipped(db, { ...place(trigger), skipped: count })
  return count
}

const place = ({ accountId, triggerId, version }: EntryTarget) => ({
  accountId,
  triggerId,
  version,
  step: '',
})

/** They enter, and the watch moves on: both or none, and by one worker. */
function takeIn(
  db: Db,
  trigger: EntryTarget,
  watch: WatchCursor,
  { people, seenAt, seenId }: WatchResult,
): Promise<number> {
  return atomically(db, async tx => {
    const from = { fromAt: watch.seenAt, fromId: watch.seenId }
    if ((await moveWatch(tx, { ...place(trigger), seenAt, seenId, ...from })) === 0) return 0
    return enter(tx, trigger, people)
  })
}

/**
 * In the order of the list, and once more when nothing that began earlier can still come in
 * between.
 */
async function lookForJoined(
  db: Db,
  trigger: EntryTarget,
  watch: WatchCursor,
): Promise<LookResult> {
  const { accountId, definition } = trigger
  const { listId } = definition
  const after = { afterAt: watch.seenAt, afterId: watch.seenId, until: 'infinity' }
  const people = await joinedAfter(db, { accountId, listId, ...after, most: PART })
  const last = people.at(-1)
  if (last) {
    const entered = await takeIn(db, trigger, watch, { people, seenAt: last.at, seenId: last.id })
    return { entered, more: people.length === PART }
  }
  return { entered: await lookAgain(db, trigger, watch), more: false }
}

/**
 * A transaction that began before another may end after it, and its people then stand before those
 * that were seen.
 */
async function lookAgain(
  db: Db,
  trigger: EntryTarget,
  { seenAt, sureAt }: WatchCursor,
): Promise<number> {
  if (momentOfStore(sureAt) >= momentOfStore(seenAt)) return 0
  const settled = (await settledBefore(db, { marginSeconds: MARGIN_SECONDS })).moment
  const until = momentOfStore(settled) < momentOfStore(seenAt) ? settled : seenAt
  if (momentOfStore(until) <= momentOfStore(sureAt)) return 0
  const { accountId, definition } = trigger
  let entered = 0
  let after = { at: sureAt, id: 0 }
  for (;;) {
    const part = {
      accountId,
      listId: definition.listId,
      afterAt: after.at,
      afterId: after.id,
      until,
      most: PART,
    }
    const people = await joinedAfter(db, part)
    if (people.length > 0) entered += await atomically(db, tx => enter(tx, trigger, people))
    if (people.length < PART) break
    after = people.at(-1)!
  }
  await advanceSureAt(db, { ...place(trigger), sureAt: until })
  return entered
}

async function happened(
  db: Db,
  trigger: EntryTarget,
  watch: WatchCursor,
): Promise<WatchResult | undefined> {
  const { start } = trigger.definition
  if (start.on !== 'opened' && start.on !== 'clicked' && start.on !== 'converted') return undefined
  const { moment } = await momentNow(db, {})
  const seen = momentOfStore(watch.seenAt)
  const since = overlapping(seen, momentOfStore(watch.sureAt))
  const people = await happenedSince(db, trigger, start, since)
  if (people.length === 0 && momentOfStore(moment).getTime() - seen.getTime() < STALE_MILLIS)
    return undefined
  return { people, seenAt: moment, seenId: 0 }
}

/** From a while before the last look on, but not from before the version was made. */
export const overlapping = (seen: Date, begun: Date): Date =>
  new Date(Math.max(begun.getTime(), seen.getTime() - LATE_MILLIS))

function lookForChanges(db: Db, trigger: EntryTarget, watch: WatchCursor): Promise<LookResult> {
  const { accountId, triggerId, definition } = trigger
  const { start, listId } = definition
  return atomically(db, async tx => {
    if (start.on !== 'changed') return NOTHING
    const { moment } = await momentNow(tx, {})
    const from = { fromAt: watch.seenAt, fromId: watch.seenId }
    if ((await moveWatch(tx, { ...place(trigger), seenAt: moment, seenId: 1, ...from })) === 0)
      return NOTHING
    // The first look remembers all of the list as they are.
    const since =
      watch.seenId === 0 ? new Date(0) : overlapping(momentOfStore(watch.seenAt), new Date(0))
    const people = await changedPeople(tx, { accountId, triggerId, listId, since }, start)
    return { entered: await enter(tx, trigger, people), more: false }
  })
}

/**
 * A sending that was finished so many days ago, a part of it at a time: whoever was delivered its
 * letter and has not opened it.
 */
async function notOpened(
  db: Db,
  { accountId }: EntryTarget,
  { newsletterId, days }: { newsletterId: number; days: number },
  watch: WatchCursor,
): Promise<WatchResult | undefined> {
  for (const { id: sendingId, due } of await newlyDue(db, {
    accountId,
    newsletterId,
    days,
    since: watch.seenAt,
  })) {
    const begun = momentOfStore(due).getTime() === momentOfStore(watch.seenAt).getTime()
    const part = await notOpenedOf(db, {
      accountId,
      sendingId,
      afterId: begun ? watch.seenId : 0,
      most: PART,
    })
    if (part.length === 0 && begun) continue
    const people = part.map(({ id }) => ({ id, at: due }))
    return { people, seenAt: due, seenId: part.at(-1)?.id ?? Number.MAX_SAFE_INTEGER, more: true }
  }
  return undefined
}

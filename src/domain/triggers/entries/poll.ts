/**
 * Polls for subscribers who enter: they joined the list, had an event, or their date has come.
 * These facts are not recorded for triggers when they arise, so that only accounts with triggers
 * pay for them: a poll reads new rows since the last one by existing indexes.
 * docs/decisions/0024-triggers.md explains why none is missed or found twice.
 */
import { atomically, type Db } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { settledBefore } from '../../lists/milestones.sql.ts'
import type { Start } from '../language/definition.ts'
import { changedPeople } from './changed-fields.ts'
import { type EntryTarget, enter } from './entries.ts'
import { happenedSince } from './happenings.ts'
import { DAY_PATTERN, peopleOfDay } from './poll-dates.ts'
import { peopleOfIssue } from './poll-feeds.ts'
import type { WatchCursor, WatchResult } from './watch.ts'
import {
  advanceSureAt,
  countInvalidDates,
  findWatch,
  joinedAfter,
  momentNow,
  moveWatch,
  newlyDue,
  noteSkipped,
  notOpenedOf,
} from './watches.sql.ts'

/** Subscribers per page. */
const PART = 5_000
/** Hits become visible, and suspicious ones are judged, at most this long after their moment. */
const LATE_MILLIS = 10 * 60_000
/** Tolerance for a transaction that is just beginning. */
const MARGIN_SECONDS = 5
/** A watch without events is moved this often, so that polls stay short. */
const STALE_MILLIS = 60_000

export interface PollResult {
  entered: number
  more: boolean
  /** A day is complete: subscribers whose field holds no date may be counted. */
  dayDone?: boolean
}

const NOTHING: PollResult = { entered: 0, more: false }

/**
 * One poll for the start of a trigger. Returns how many entered, and whether there may be more now.
 */
export async function pollStart(db: Db, trigger: EntryTarget): Promise<PollResult> {
  const watch = await findWatch(db, { ...place(trigger) })
  if (!watch) return NOTHING
  const { start } = trigger.definition
  if (start.on === 'joined') return pollJoined(db, trigger, watch)
  if (start.on === 'changed') return pollChanges(db, trigger, watch)
  const found =
    start.on === 'date'
      ? await peopleOfDay(db, trigger, start, watch)
      : start.on === 'feed'
        ? await peopleOfIssue(db, trigger, watch)
        : start.on === 'not opened'
          ? await notOpened(db, trigger, start, watch)
          : await happened(db, trigger, watch)
  if (!found) return NOTHING
  const entered = await enterAndMove(db, trigger, watch, found)
  return { entered, more: found.more ?? false, dayDone: found.dayDone ?? false }
}

/**
 * Counts and stores how many subscribers of the list have a value in the field that is not a date.
 * Slower than finding those whose date has come.
 */
export async function countSkipped(db: Db, trigger: EntryTarget): Promise<number> {
  const { listId, start } = trigger.definition
  if (start.on !== 'date') return 0
  const { count } = await countInvalidDates(db, {
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

/** Enters subscribers and moves the watch, in one transaction and by one worker. */
function enterAndMove(
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
 * Reads the list in its order, and again when no earlier transaction can still add rows in between.
 */
async function pollJoined(db: Db, trigger: EntryTarget, watch: WatchCursor): Promise<PollResult> {
  const { accountId, definition } = trigger
  const { listId } = definition
  const after = { afterAt: watch.seenAt, afterId: watch.seenId, until: 'infinity' }
  const people = await joinedAfter(db, { accountId, listId, ...after, most: PART })
  const last = people.at(-1)
  if (last) {
    const entered = await enterAndMove(db, trigger, watch, {
      people,
      seenAt: last.at,
      seenId: last.id,
    })
    return { entered, more: people.length === PART }
  }
  return { entered: await pollAgain(db, trigger, watch), more: false }
}

/**
 * A transaction that began before another may commit after it, and its rows then sort before those
 * already read.
 */
async function pollAgain(
  db: Db,
  trigger: EntryTarget,
  { seenAt, sureAt }: WatchCursor,
): Promise<number> {
  if (momentOfStore(sureAt) >= momentOfStore(seenAt)) return 0
  const { accountId, definition } = trigger
  const settled = (await settledBefore(db, { accountId, marginSeconds: MARGIN_SECONDS })).moment
  const until = momentOfStore(settled) < momentOfStore(seenAt) ? settled : seenAt
  if (momentOfStore(until) <= momentOfStore(sureAt)) return 0
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

type EventStart = Extract<
  Start,
  { on: 'opened' | 'clicked' | 'converted' | 'event' | 'signed-up' | 'confirmed' }
>

const isEventStart = (start: Start): start is EventStart =>
  ['opened', 'clicked', 'converted', 'event', 'signed-up', 'confirmed'].includes(start.on)

async function happened(
  db: Db,
  trigger: EntryTarget,
  watch: WatchCursor,
): Promise<WatchResult | undefined> {
  const { start } = trigger.definition
  if (!isEventStart(start)) return undefined
  const { moment } = await momentNow(db, {})
  const seen = momentOfStore(watch.seenAt)
  const since = overlapping(seen, momentOfStore(watch.sureAt))
  const people = await happenedSince(db, trigger, start, since)
  if (people.length === 0 && momentOfStore(moment).getTime() - seen.getTime() < STALE_MILLIS)
    return undefined
  return { people, seenAt: moment, seenId: 0 }
}

/** Starts a margin before the last poll, but not before the version was made. */
export const overlapping = (seen: Date, begun: Date): Date =>
  new Date(Math.max(begun.getTime(), seen.getTime() - LATE_MILLIS))

function pollChanges(db: Db, trigger: EntryTarget, watch: WatchCursor): Promise<PollResult> {
  const { accountId, triggerId, definition } = trigger
  const { start, listId } = definition
  return atomically(db, async tx => {
    if (start.on !== 'changed') return NOTHING
    const { moment } = await momentNow(tx, {})
    const from = { fromAt: watch.seenAt, fromId: watch.seenId }
    if ((await moveWatch(tx, { ...place(trigger), seenAt: moment, seenId: 1, ...from })) === 0)
      return NOTHING
    // The first poll stores the values of the whole list.
    const since =
      watch.seenId === 0 ? new Date(0) : overlapping(momentOfStore(watch.seenAt), new Date(0))
    const people = await changedPeople(tx, { accountId, triggerId, listId, since }, start)
    return { entered: await enter(tx, trigger, people), more: false }
  })
}

/**
 * Pages through a sending that finished the given number of days ago: subscribers whose email was
 * delivered and not opened.
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

/**
 * Changes since a moment, read in passes: a pass goes over the rows in the order of their keys, a
 * bounded part with each call, and then over the tombstones of deleted rows. The next pass begins
 * at the moment that was settled when this one began, so that no transaction that commits late is
 * missed (docs/decisions/0088-changes-since.md). At least once: a row may be reported again.
 */
import type { Store } from '../../db/db.ts'
import { settledBefore } from '../lists/milestones.sql.ts'
import { SPACING } from '../lists/milestones.ts'
import { refused } from '../refusal.ts'
import { accountsWithTombstones, trimTombstones } from './changes.sql.ts'

/** For so long a copy can be brought up to date; tombstones are kept for a month more. */
export const CHANGES_KEPT_DAYS = 365
const DAY = 86_400_000

/** The most rows that a call looks at; it tells fewer. */
const LOOK = 50_000

export type ChangeKey = readonly [number, number, number]

const START: ChangeKey = [0, 0, 0]

/** Where a pass is. Moments in milliseconds since 1970, rounded down. */
export interface ChangesPlace {
  since: number
  until: number
  phase: number
  after: ChangeKey
}

export interface ChangesAsked {
  accountId: number
  since: Date
  after: ChangeKey
  most: number
  look: number
}

/** Of one look. */
export interface ChangesPart<Change> {
  items: Change[]
  looked: number
  /** Undefined: the phase has ended. */
  after: ChangeKey | undefined
}

export type ChangesPhase<Change> = (db: Store, asked: ChangesAsked) => Promise<ChangesPart<Change>>

export interface ChangesPage<Change> {
  items: Change[]
  /** Where the next call goes on: in this pass, or at the beginning of the next. */
  place: ChangesPlace | { since: number }
  /** The pass goes on: the next call may be made at once. */
  more: boolean
}

/**
 * `place` without `until` begins a pass; `since` 0 reads all that is there, and no tombstones.
 * Refuses a moment from before the tombstones that are kept.
 */
export async function readChanges<Change>(
  db: Store,
  accountId: number,
  place: ChangesPlace | { since: number },
  limit: number,
  phases: readonly ChangesPhase<Change>[],
): Promise<ChangesPage<Change>> {
  const { since, until } = 'until' in place ? place : await beginPass(db, accountId, place.since)
  let { phase, after } = 'until' in place ? place : { phase: 0, after: START }
  const ending = since === 0 ? 1 : phases.length
  const items: Change[] = []
  let left = LOOK
  while (phase < ending && items.length < limit && left > 0) {
    const most = limit - items.length
    const asked = { accountId, since: new Date(since), after, most, look: left }
    const part = await phases[phase]!(db, asked)
    items.push(...part.items)
    left -= part.looked
    after = part.after ?? START
    if (!part.after) phase++
  }
  if (phase >= ending) return { items, place: { since: until }, more: false }
  return { items, place: { since, until, phase, after }, more: true }
}

async function beginPass(db: Store, accountId: number, since: number) {
  if (since > 0 && since < Date.now() - CHANGES_KEPT_DAYS * DAY)
    throw refused('not-valid', 'changes-forgotten', { days: CHANGES_KEPT_DAYS })
  const { moment } = await settledBefore(db, { accountId, marginSeconds: SPACING.marginSeconds })
  return { since, until: new Date(moment).getTime() }
}

/** The rows of a look: each has the key where it ended; of `found` columns none if nothing was. */
export function changesPart<Row extends { looked: number }, Change>(
  rows: readonly Row[],
  { most, look }: ChangesAsked,
  change: (row: Row) => Change | undefined,
  keyOf: (row: Row) => ChangeKey,
  endOf: (row: Row) => ChangeKey,
): ChangesPart<Change> {
  const last = rows.at(-1)
  const items = rows.flatMap(row => change(row) ?? [])
  if (!last) return { items, looked: 0, after: undefined }
  const { looked } = last
  if (items.length === most) return { items, looked, after: keyOf(last) }
  return { items, looked, after: looked < look ? undefined : endOf(last) }
}

export async function trimChanges(db: Store, stopping: AbortSignal): Promise<void> {
  const days = CHANGES_KEPT_DAYS + 30
  for (const { accountId } of await accountsWithTombstones(db, { days })) {
    if (stopping.aborted) return
    await trimTombstones(db, { accountId, days })
  }
}

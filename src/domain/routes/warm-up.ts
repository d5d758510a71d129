/**
 * Warm-up of a route whose IP addresses have no reputation yet: a quota per mailbox provider and
 * day that grows while receivers are content.
 */
import { atomically, type Db } from '../../db/db.ts'
import { INSTALLATION, recordChange } from '../audit/record.ts'
import { type Detail, detailed } from '../details/details.ts'
import { refused, type Violation, violationsOf } from '../refusal.ts'
import { type RouteRow, routeNamed } from './keep-route.ts'
import { setWarmUp, warmUpRoute } from './routes.sql.ts'

export interface WarmUp {
  /** Emails to each provider on the first day. */
  first: number
  /** Each day has so many times the quota of the day before. */
  growth: number
  /** The quota after which the warm-up of a provider is over. */
  goal: number
}

export const USUAL_WARM_UP: WarmUp = { first: 200, growth: 1.5, goal: 100_000 }

/** A day that had a quota. */
export interface WarmUpDay {
  quota: number
  messages: number
  /** Replies about us. */
  objections: number
}

/** Of the emails of a day: more objections, or complaints, hold the warm-up back. */
const MOST_OBJECTIONS = 0.02
/** Gmail and Yahoo ask for less than 0.1 %, and refuse at 0.3 %. */
const MOST_COMPLAINTS = 0.001
/** A few are no sign, however small the day. */
const FEWEST = 3
/** A day that used less than this share says nothing about a larger quota. */
const USED = 0.5

export const warmUpOf = ({ warmUpFirst, warmUpGrowth, warmUpGoal }: RouteRow): WarmUp | null =>
  warmUpFirst === null || warmUpGrowth === null || warmUpGoal === null
    ? null
    : { first: warmUpFirst, growth: warmUpGrowth, goal: warmUpGoal }

const tooMany = (count: number, day: WarmUpDay, share: number): boolean =>
  count >= FEWEST && count > day.messages * share

/** The quota of a day whose warm-up is over. */
export const NO_QUOTA = 10 ** 12

/** The quota of a day after `last`, the last day with a quota, and why it did not grow. */
export function quotaAfter(
  { first, growth, goal }: WarmUp,
  last: WarmUpDay | undefined,
  complaints: number,
): { quota: number; held: Detail | null } {
  if (!last) return { quota: first, held: null }
  if (last.quota >= goal) return { quota: NO_QUOTA, held: null }
  const { quota, messages, objections } = last
  const held = (why: Detail, next: number) => ({ quota: Math.max(1, Math.floor(next)), held: why })
  if (tooMany(objections, last, MOST_OBJECTIONS))
    return held(detailed('warm-up-objections', { objections, messages }), quota / 2)
  if (tooMany(complaints, last, MOST_COMPLAINTS))
    return held(detailed('warm-up-complaints', { complaints, messages }), quota / 2)
  if (messages < quota * USED) return held(detailed('warm-up-unused', { messages }), quota)
  const next = Math.floor(quota * growth)
  return { quota: next >= goal ? NO_QUOTA : next, held: null }
}

/** Begins a warm-up anew, or ends it (null). */
export async function changeWarmUp(db: Db, name: string, warmUp: WarmUp | null): Promise<void> {
  if (warmUp) checkWarmUp(warmUp)
  const row = await routeNamed(db, name)
  const none = { first: null, growth: null, goal: null }
  await atomically(db, async tx => {
    await warmUpRoute(tx, { routeId: row.id, ...(warmUp ?? none) })
    const change = { id: row.name, before: warmUpOf(row) ?? none, after: warmUp ?? none }
    await recordChange(tx, INSTALLATION, { action: 'route.warm-up', ...change })
  })
}

/** Changes a running warm-up: its days so far count, and today's quotas stay. */
export async function adjustWarmUp(db: Db, name: string, changes: Partial<WarmUp>): Promise<void> {
  const row = await routeNamed(db, name)
  const before = warmUpOf(row)
  if (!before) throw refused('not-valid', 'warm-up-none', { name: row.name })
  const after = { ...before, ...changes }
  checkWarmUp(after)
  await atomically(db, async tx => {
    await setWarmUp(tx, { routeId: row.id, ...after })
    await recordChange(tx, INSTALLATION, { action: 'route.warm-up', id: row.name, before, after })
  })
}

/** Of a plan: a warm-up of growth 1.05 to a large goal would fill pages. */
const MOST_PLANNED = 60

/** The quotas of days to come, if each is used and nobody complains; the last one has no quota. */
export function plannedAfter(warmUp: WarmUp, last: number | undefined): number[] {
  const quotas: number[] = []
  let quota = last
  while (quotas.length < MOST_PLANNED && (quota ?? 0) < NO_QUOTA) {
    const day = quota === undefined ? undefined : { quota, messages: quota, objections: 0 }
    quota = quotaAfter(warmUp, day, 0).quota
    quotas.push(quota)
  }
  return quotas
}

function checkWarmUp({ first, growth, goal }: WarmUp): void {
  checkFirst(first)
  checkGrowth(growth)
  checkGoal(goal, first)
}

function checkFirst(first: number): void {
  if (!Number.isInteger(first) || first < 1 || first > 1_000_000)
    throw refused('not-valid', 'warm-up-first', { most: 1_000_000 })
}

function checkGrowth(growth: number): void {
  if (!(growth >= 1.05 && growth <= 4)) throw refused('not-valid', 'warm-up-growth')
}

function checkGoal(goal: number, first: number): void {
  if (!Number.isInteger(goal) || goal < first || goal > 10 ** 9)
    throw refused('not-valid', 'warm-up-goal')
}

/** A goal is judged by the first quota, if both are given. */
export const violationsOfWarmUp = ({ first, growth, goal }: Partial<WarmUp>): Violation[] =>
  violationsOf([
    [['first'], () => first !== undefined && checkFirst(first)],
    [['growth'], () => growth !== undefined && checkGrowth(growth)],
    [['goal'], () => goal !== undefined && checkGoal(goal, first ?? 1)],
  ])

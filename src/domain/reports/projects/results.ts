/**
 * Results of projects by version and day, from counts of the ledger in segments of ids. Stale
 * segments are counted when the results are read, for a bounded time in a call:
 * docs/decisions/0097-results-of-projects.md.
 */
import type { Db, Store } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { untrackedOf } from '../../newsletters/exemptions.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import { idBefore } from '../emails/search-emails.ts'
import {
  countedSegments,
  countProject,
  countsOfProjects,
  projectSegments,
} from './project-counts.sql.ts'

export interface ProjectCounts {
  emails: number
  waiting: number
  delivered: number
  deferred: number
  bounced: number
  failed: number
  uncertain: number
  withdrawn: number
  /** Delivered ones whose opens are measured, and those of them that were opened. */
  opensMeasured: number
  opened: number
  clicksMeasured: number
  clicked: number
}

export interface ProjectResults {
  projectId: number
  total: ProjectCounts
  /** The empty name: emails without a version. */
  versions: (ProjectCounts & { version: string })[]
  /** Days with emails, at +01:00, in their order. */
  days: (ProjectCounts & { day: string })[]
}

interface AllResults {
  items: ProjectResults[]
  /** False: some emails are not counted yet, or stale; the next call counts more. */
  complete: boolean
}

const SEGMENT = 10_000
/** Of a project: forty million ids. */
const MOST_SEGMENTS = 4_000
/** Of one call: what began within it is counted to its end, some hundredths of a second more. */
const COUNTING_MILLIS = 250
const DAY = 86_400_000
/** Days are those at +01:00, docs/decisions/0011. */
const ZONE_MILLIS = 3_600_000
const LONGEST_HOLD = 30 * DAY

/** Of emails that were asked for in so many days, today included. Includes hits up to now. */
export async function projectResults(
  db: Store,
  accountId: number,
  projectIds: readonly number[],
  days: number,
): Promise<AllResults> {
  await foldHits(db, accountId)
  const today = Math.floor((Date.now() + ZONE_MILLIS) / DAY) * DAY - ZONE_MILLIS
  const first = new Date(today - (days - 1) * DAY)
  const above = await idBefore(db, accountId, first)
  const from = Math.floor(above / SEGMENT)
  const complete = await countStale(db, accountId, projectIds, { above, from })
  const since = new Date(first.getTime() + ZONE_MILLIS).toISOString().slice(0, 10)
  const rows = await countsOfProjects(db, { accountId, from, since })
  const untracked = await untrackedOf(db, accountId, 'project')
  const wanted = new Set(projectIds)
  const byProject = Map.groupBy(
    rows.filter(({ projectId }) => wanted.has(projectId)),
    ({ projectId }) => projectId,
  )
  const items = [...wanted].map(projectId =>
    resultsOf(
      projectId,
      (byProject.get(projectId) ?? []).map(row => countsIn(row, untracked.has(projectId))),
    ),
  )
  return { items, complete }
}

type CountedRow = Awaited<ReturnType<typeof countsOfProjects>>[number]

/** Of a project without tracking nothing is measured. */
const countsIn = (row: CountedRow, isUntracked: boolean): CountedRow =>
  isUntracked ? { ...row, opensMeasured: 0, opened: 0, clicksMeasured: 0, clicked: 0 } : row

function resultsOf(projectId: number, rows: CountedRow[]): ProjectResults {
  const sums = (by: 'version' | 'day') =>
    [...Map.groupBy(rows, row => row[by])]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, of]) => [name, sumOf(of)] as const)
  return {
    projectId,
    total: sumOf(rows),
    versions: sums('version').map(([version, counts]) => ({ version, ...counts })),
    days: sums('day').map(([day, counts]) => ({ day, ...counts })),
  }
}

const COUNTS = [
  'emails',
  'waiting',
  'delivered',
  'deferred',
  'bounced',
  'failed',
  'uncertain',
  'withdrawn',
  'opensMeasured',
  'opened',
  'clicksMeasured',
  'clicked',
] as const satisfies (keyof ProjectCounts)[]

function sumOf(rows: readonly ProjectCounts[]): ProjectCounts {
  const sum = (name: keyof ProjectCounts) => rows.reduce((total, row) => total + row[name], 0)
  return Object.fromEntries(COUNTS.map(name => [name, sum(name)])) as unknown as ProjectCounts
}

/** Counts stale segments, the newest first; whether none is left. */
async function countStale(
  db: Db,
  accountId: number,
  projectIds: readonly number[],
  { above, from }: { above: number; from: number },
): Promise<boolean> {
  const until = Date.now() + COUNTING_MILLIS
  const counted = new Map(
    (await countedSegments(db, { accountId, from })).map(row => [
      `${row.projectId} ${row.segment}`,
      row,
    ]),
  )
  const stale: { projectId: number; segment: number }[] = []
  let complete = true
  for (const projectId of projectIds) {
    const place = { accountId, projectId, above, size: SEGMENT, most: MOST_SEGMENTS }
    const segments = await projectSegments(db, place)
    if (segments.length === MOST_SEGMENTS) complete = false
    for (const { segment } of segments) {
      const known = counted.get(`${projectId} ${segment}`)
      if (!known || isStale(known)) stale.push({ projectId, segment })
    }
  }
  for (const one of stale.sort((a, b) => b.segment - a.segment)) {
    if (Date.now() > until) return false
    await countProject(db, { accountId, size: SEGMENT, ...one })
  }
  return complete
}

/**
 * Counts hold for a tenth of the age of the newest email then, and for a millisecond for each
 * email: ten times as long as counting took, or longer.
 */
function isStale(known: { countedAt: string; newest: string; emails: number }): boolean {
  const countedAt = momentOfStore(known.countedAt).getTime()
  const age = countedAt - momentOfStore(known.newest).getTime()
  const hold = Math.min(LONGEST_HOLD, Math.max(age / 10, known.emails))
  return Date.now() - countedAt > hold
}

/** A pass of a copy, from the step where the last process stopped, under a lease. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Store } from '../../db/db.ts'
import {
  beginMove,
  completeMove,
  countsOf,
  endMove,
  keepMove,
  MoveLost,
  type MoveRun,
  moveOn,
  resetKind,
  stateOfMove,
} from '../../domain/moves/move.ts'
import { rowsRead } from '../../domain/moves/moves.sql.ts'
import { countOptOuts, countSuppressed } from '../../domain/moves/people.sql.ts'
import { compareLists } from './compare-lists.ts'
import { copyBounces } from './copy-bounces.ts'
import {
  copyNewsletters,
  copyProjects,
  copyTemplates,
  copyTriggers,
  nameFilters,
} from './copy-contents.ts'
import { copyFields, copyLists } from './copy-lists.ts'
import { copyLateOptOuts, copyOptOuts } from './copy-opt-outs.ts'
import { copyPeople } from './copy-people.ts'
import type { CopyJob } from './job.ts'

/** How long another process waits for one that was killed. */
const LEASE_SECONDS = 30

export interface CopyOptions extends Omit<CopyJob, 'move' | 'goOn'> {
  url: string
  oldUsername: string
  signal: AbortSignal
}

export async function runCopy(options: CopyOptions): Promise<void> {
  const { db, accountId, url, oldUsername } = options
  const worker = `${hostname()} ${process.pid} ${randomUUID()}`
  working.add(worker)
  try {
    const move = await beginMove(db, accountId, {
      url,
      username: oldUsername,
      worker,
      leaseSeconds: LEASE_SECONDS,
      isGone,
    })
    await runClaimed(options, move)
  } finally {
    working.delete(worker)
  }
}

async function runClaimed(options: CopyOptions, move: MoveRun): Promise<void> {
  const { db, signal } = options
  const lost = renewing(db, move)
  const goOn = () => {
    signal.throwIfAborted()
    if (lost.lost()) throw new MoveLost()
  }
  try {
    await runSteps({ ...options, move, goOn })
    await completeMove(db, move)
  } finally {
    lost.stop()
    await endMove(db, move)
  }
}

/** The workers of this process. */
const working = new Set<string>()

/** A process of this machine that has ended, or had the number of this one. */
function isGone(worker: string): boolean {
  const [machine, pid] = worker.split(' ')
  if (machine !== hostname()) return false
  if (Number(pid) === process.pid) return !working.has(worker)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function renewing(db: Store, move: MoveRun) {
  let lost = false
  const timer = setInterval(
    () => {
      keepMove(db, move, LEASE_SECONDS).then(
        kept => {
          lost ||= !kept
        },
        // The store is away; the next part of the work says so.
        () => {},
      )
    },
    (LEASE_SECONDS * 1000) / 4,
  )
  return { lost: () => lost, stop: () => clearInterval(timer) }
}

const ORDER = [
  'opt-outs',
  'subscribers',
  'bounces',
  'templates',
  'newsletters',
  'projects',
  'triggers',
  'filters',
] as const
const LATE = ['late-opt-outs', 'compare'] as const

async function runSteps(job: CopyJob): Promise<void> {
  const { db, accountId, move } = job
  const done = (step: string) => order(move.step) > order(step)
  const begun = new Date((await stateOfMove(db, accountId))?.begun ?? Date.now())
  // Fields and lists are few, and read again after each stop: what follows needs them.
  for (const kind of ['fields', 'lists'] as const) await resetKind(db, move, kind)
  const width = await copyFields(job)
  const lists = await copyLists(job)
  if (!done('opt-outs')) await copyOptOuts(job)
  if (!done('subscribers')) await copyPeople(job, lists, width)
  const contents = [
    ['bounces', copyBounces],
    ['templates', copyTemplates],
    ['newsletters', copyNewsletters],
    ['projects', copyProjects],
    ['triggers', copyTriggers],
    ['filters', nameFilters],
  ] as const
  for (const [step, copy] of contents) {
    if (done(step)) continue
    await resetKind(db, move, step)
    await copy(job)
  }
  await copyLateOptOuts(job, begun)
  const here = await compareLists(
    job,
    lists.map(({ id }) => id!),
  )
  await moveOn(db, move, { step: 'compare' }, async tx => {
    const people = countsOf(move, 'subscribers')
    people.here = here
    people.read = (await rowsRead(tx, { accountId, pass: move.pass })).rows
    const { bounces } = move.counts
    if (bounces) bounces.here = (await countSuppressed(tx, { accountId })).rows
    countsOf(move, 'opt-outs').here = (await countOptOuts(tx, { accountId })).rows
  })
}

const order = (step: string): number => ([...ORDER, ...LATE] as string[]).indexOf(step)

/**
 * People who are due walk on, as far as they get: a part of a trigger's people in one transaction,
 * with all that their steps do and the log. The lock of a person's row is the claim, so each step
 * is passed by one worker once or not at all. docs/decisions/0024-triggers.md has the argument.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import {
  addPassages,
  holdTrigger,
  lockTrigger,
  saveEntries,
  takeDue,
} from '../entries/entries.sql.ts'
import { TriggerHeld } from '../entries/entries.ts'
import { type Definition, MOST_PASSAGES, stepOf } from '../language/definition.ts'
import type { StepContext, Walker } from './step.ts'
import { doStep } from './steps.ts'

/** People that walk together. */
export const BATCH = 1000
/** Steps that are passed without a pause; then others have their turn. */
const MOST_ROUNDS = 120
const PAUSE_MILLIS = 60_000

interface Passage {
  walker: Walker
  number: number
  step: string
  way: string
  reason: string
  letterId: number | null
}

export interface WalkResult {
  /** How many were due; fewer than BATCH: nobody is left. */
  people: number
  passages: number
  /** Letters that now have somebody to go to. */
  letters: ReadonlySet<number>
}

/** What a version of the trigger is. Undefined: there is none. */
export type DefinitionOf = (version: number) => Promise<Definition | undefined>

/**
 * Has a part of those who are due walk on. Undefined when the trigger does not run, or was held
 * just now because something it needs is gone: people stay where they are.
 */
export async function walkDue(
  db: Store,
  accountId: number,
  triggerId: number,
  definitionOf: DefinitionOf,
  onHeld: (reason: string) => void = () => {},
): Promise<WalkResult | undefined> {
  try {
    return await atomically(db, tx => walkPart(db, tx, accountId, triggerId, definitionOf))
  } catch (error) {
    const held = error instanceof TriggerHeld ? error : (error as Error).cause
    if (!(held instanceof TriggerHeld)) throw error
    await holdTrigger(db, { accountId, triggerId, reason: held.message })
    onHeld(held.message)
    return undefined
  }
}

async function walkPart(
  store: Store,
  tx: Db,
  accountId: number,
  triggerId: number,
  definitionOf: DefinitionOf,
): Promise<WalkResult | undefined> {
  const trigger = await lockTrigger(tx, { accountId, triggerId })
  if (trigger?.state !== 'running' || trigger.removed) return undefined
  const { listId } = trigger
  if (!trigger.listed)
    throw new TriggerHeld(`List ${listId}, whose people walk this trigger, was deleted.`)
  const due = await takeDue(tx, { accountId, triggerId, listId, most: BATCH })
  const passages: Passage[] = []
  const letters = new Set<number>()
  const walkers = due.map(
    (row): Walker => ({
      id: row.subscriberId,
      entry: row.entry,
      version: row.version,
      step: row.step,
      passed: row.passed,
      enteredAt: row.enteredAt,
      waitsUntil: row.waitsUntil === null ? undefined : momentOfStore(row.waitsUntil),
      waitsFrom: row.waitsFrom ?? undefined,
      dueAt: new Date(0),
      ending: row.gone ?? undefined,
    }),
  )
  const moment = momentOfStore(trigger.moment)
  const facts = { store, tx, accountId, triggerId, listId, moment, letters }
  let walking = walkers.filter(({ ending }) => ending === undefined)
  for (let round = 0; walking.length > 0 && round < MOST_ROUNDS; round++) {
    for (const group of byStep(walking)) await pass(facts, group, definitionOf, passages)
    walking = walking.filter(({ dueAt, ending }) => ending === undefined && dueAt <= moment)
  }
  for (const walker of walking) walker.dueAt = new Date(moment.getTime() + PAUSE_MILLIS)
  await save(tx, accountId, triggerId, walkers, passages)
  return { people: due.length, passages: passages.length, letters }
}

/** People who stand at the same step of the same version. */
function byStep(walkers: readonly Walker[]): Walker[][] {
  const groups = new Map<string, Walker[]>()
  for (const walker of walkers) {
    const place = `${walker.version} ${walker.step}`
    const group = groups.get(place)
    if (group) group.push(walker)
    else groups.set(place, [walker])
  }
  return [...groups.values()]
}

async function pass(
  facts: Omit<StepContext, 'version' | 'definition'>,
  group: Walker[],
  definitionOf: DefinitionOf,
  passages: Passage[],
): Promise<void> {
  const { version, step: key } = group[0]!
  const definition = await definitionOf(version)
  const step = definition && stepOf(definition, key)
  if (!definition || !step) {
    for (const walker of group) walker.ending = `step ${key} is not there any more`
    return
  }
  const moves = await doStep({ ...facts, version, definition }, step, group)
  for (const walker of group) {
    const move = moves.get(walker.id)
    if (move === undefined) {
      walker.ending = 'erased'
    } else if ('wait' in move) {
      walker.dueAt = walker.waitsUntil = move.wait
      walker.waitsFrom = move.from
    } else {
      walker.passed++
      const { way, reason, letterId = null } = move
      passages.push({ walker, number: walker.passed, step: key, way, reason, letterId })
      walker.waitsUntil = walker.waitsFrom = undefined
      if (move.leave !== undefined) walker.ending = move.leave
      else if (move.to === null) walker.ending = 'finished'
      else if (walker.passed >= MOST_PASSAGES) walker.ending = `more than ${MOST_PASSAGES} steps`
      else walker.step = move.to
    }
  }
}

async function save(
  tx: Db,
  accountId: number,
  triggerId: number,
  walkers: readonly Walker[],
  passages: readonly Passage[],
): Promise<void> {
  if (walkers.length === 0) return
  await saveEntries(tx, {
    accountId,
    triggerId,
    ids: walkers.map(({ id }) => id),
    entries: walkers.map(({ entry }) => entry),
    steps: walkers.map(({ step }) => step),
    dueAt: walkers.map(({ dueAt, ending }) => (ending === undefined ? dueAt : null)) as Date[],
    waitsUntil: walkers.map(({ waitsUntil, ending }) =>
      ending === undefined && waitsUntil ? waitsUntil : null,
    ) as Date[],
    waitsFrom: walkers.map(({ waitsFrom, ending }) =>
      ending === undefined && waitsFrom !== undefined ? waitsFrom : null,
    ),
    passed: walkers.map(({ passed }) => passed),
    endings: walkers.map(({ ending }) => ending ?? null),
  })
  if (passages.length === 0) return
  await addPassages(tx, {
    accountId,
    triggerId,
    ids: passages.map(({ walker }) => walker.id),
    entries: passages.map(({ walker }) => walker.entry),
    numbers: passages.map(({ number }) => number),
    versions: passages.map(({ walker }) => walker.version),
    steps: passages.map(({ step }) => step),
    ways: passages.map(({ way }) => way),
    reasons: passages.map(({ reason }) => reason),
    letterIds: passages.map(({ letterId }) => letterId) as number[],
  })
}

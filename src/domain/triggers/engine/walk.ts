/**
 * Advances due walks as far as they get: a batch of a trigger's subscribers in one transaction,
 * with the effects of their steps and the log. The lock of a subscriber's row is the claim, so each
 * step is passed at most once. docs/decisions/0024-triggers.md has the argument.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { markWork } from '../../work/work.sql.ts'
import { WORK } from '../../work/work-kinds.ts'
import {
  addPassages,
  claimDue,
  holdTrigger,
  lockTrigger,
  saveEntries,
} from '../entries/entries.sql.ts'
import { TriggerHeld } from '../entries/entries.ts'
import { type Definition, MOST_PASSAGES, stepOf } from '../language/definition.ts'
import { idsOf, type StepContext, type Walker } from './step.ts'
import { lockSubscribers } from './steps.sql.ts'
import { doStep } from './steps.ts'

/** Subscribers per transaction. */
export const BATCH = 1000
/** Steps passed in one transaction; the rest waits for a pause, for fairness. */
const MOST_ROUNDS = 120
const PAUSE_MILLIS = 60_000

interface Passage {
  walker: Walker
  number: number
  step: string
  way: string
  reason: string
  messageId: number | null
}

export interface WalkResult {
  /** Due subscribers that were processed; fewer than BATCH: none is left. */
  people: number
  passages: number
  /** Emails that have new deliveries. */
  messages: ReadonlySet<number>
}

/** Loads a version of the trigger; undefined if it does not exist. */
export type DefinitionOf = (version: number) => Promise<Definition | undefined>

/**
 * Advances a batch of due walks. Undefined if the trigger does not run, or was held just now
 * because an object it needs is gone; its subscribers keep their steps.
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
  if (!trigger.listed) throw new TriggerHeld(`List ${listId}, of this trigger was deleted.`)
  const due = await claimDue(tx, { accountId, triggerId, listId, most: BATCH })
  const passages: Passage[] = []
  const messages = new Set<number>()
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
  let walking = walkers.filter(({ ending }) => ending === undefined)
  const ids = idsOf(walking)
  let held: ReturnType<StepContext['lockSubscribers']> | undefined
  const hold = async () => {
    const people = await lockSubscribers(tx, { accountId, ids })
    return new Set(people.filter(({ optedOut }) => !optedOut).map(({ id }) => id))
  }
  const facts = {
    ...{ store, tx, accountId, triggerId, listId, moment, messages },
    lockSubscribers: () => (held ??= hold()),
  }
  for (let round = 0; walking.length > 0 && round < MOST_ROUNDS; round++) {
    for (const group of byStep(walking)) await pass(facts, group, definitionOf, passages)
    walking = walking.filter(({ dueAt, ending }) => ending === undefined && dueAt <= moment)
  }
  for (const walker of walking) walker.dueAt = new Date(moment.getTime() + PAUSE_MILLIS)
  await save(tx, accountId, triggerId, walkers, passages)
  await markMessages(tx, accountId, messages)
  return { people: due.length, passages: passages.length, messages }
}

/**
 * Runs last, and in the order of ids: other workers mark the same messages, which would deadlock in
 * different orders.
 */
async function markMessages(
  tx: Db,
  accountId: number,
  messages: ReadonlySet<number>,
): Promise<void> {
  for (const sourceId of [...messages].sort((a, b) => a - b))
    await markWork(tx, { accountId, kind: WORK.deliverOfTrigger, sourceId, due: new Date() })
}

/** Groups walkers by version and step. */
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
      const { way, reason, messageId = null } = move
      passages.push({ walker, number: walker.passed, step: key, way, reason, messageId })
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
    messageIds: passages.map(({ messageId }) => messageId) as number[],
  })
}

/**
 * Advances due runs as far as they get: a batch of a trigger's subscribers in one transaction,
 * with the effects of their steps and the log. The lock of a subscriber's row is the claim, so each
 * step is passed at most once. docs/decisions/0024-triggers.md has the argument.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { detailed } from '../../details/details.ts'
import { recordedDetail } from '../../details/recorded.ts'
import { hasListener } from '../../webhooks/publish.ts'
import { markWork } from '../../work/work.sql.ts'
import { WORK } from '../../work/work-kinds.ts'
import { ENDED, publishEnded } from '../entries/ending-events.ts'
import {
  addTransitions,
  claimDue,
  holdTrigger,
  lockTrigger,
  saveEntries,
} from '../entries/entries.sql.ts'
import { TriggerHeld } from '../entries/entries.ts'
import { type Definition, MOST_TRANSITIONS, stepOf } from '../language/definition.ts'
import { idsOf, type StepContext, type TriggerRun } from './step.ts'
import { lockSubscribers } from './steps.sql.ts'
import { doStep } from './steps.ts'

/** Subscribers per transaction. */
export const BATCH = 1000
/** Steps passed in one transaction; the rest waits for a pause, for fairness. */
const MOST_ROUNDS = 120
const PAUSE_MILLIS = 60_000

interface Transition {
  run: TriggerRun
  number: number
  step: string
  way: string
  reason: string
  messageId: number | null
}

export interface AdvanceResult {
  /** Due subscribers that were processed; fewer than BATCH: none is left. */
  people: number
  transitions: number
  /** Emails that have new deliveries. */
  messages: ReadonlySet<number>
}

/** Loads a version of the trigger; undefined if it does not exist. */
export type DefinitionOf = (version: number) => Promise<Definition | undefined>

/**
 * Advances a batch of due runs. Undefined if the trigger does not run, or was held just now
 * because an object it needs is gone; its subscribers keep their steps.
 */
export async function advanceDue(
  db: Store,
  accountId: number,
  triggerId: number,
  definitionOf: DefinitionOf,
  onHeld: (reason: string) => void = () => {},
): Promise<AdvanceResult | undefined> {
  try {
    return await atomically(db, tx => advancePart(db, tx, accountId, triggerId, definitionOf))
  } catch (error) {
    const held = error instanceof TriggerHeld ? error : (error as Error).cause
    if (!(held instanceof TriggerHeld)) throw error
    await holdTrigger(db, { accountId, triggerId, ...held.stored })
    onHeld(held.message)
    return undefined
  }
}

async function advancePart(
  store: Store,
  tx: Db,
  accountId: number,
  triggerId: number,
  definitionOf: DefinitionOf,
): Promise<AdvanceResult | undefined> {
  const trigger = await lockTrigger(tx, { accountId, triggerId })
  if (trigger?.state !== 'running' || trigger.removed) return undefined
  const { listId } = trigger
  if (!trigger.listed) throw new TriggerHeld(detailed('trigger-list-gone', { list: listId }))
  const due = await claimDue(tx, { accountId, triggerId, listId, most: BATCH })
  const transitions: Transition[] = []
  const messages = new Set<number>()
  const runs = due.map(
    (row): TriggerRun => ({
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
  let active = runs.filter(({ ending }) => ending === undefined)
  const ids = idsOf(active)
  let held: ReturnType<StepContext['lockSubscribers']> | undefined
  const hold = async () => {
    const people = await lockSubscribers(tx, { accountId, ids })
    return new Set(people.filter(({ optedOut }) => !optedOut).map(({ id }) => id))
  }
  const facts = {
    store,
    tx,
    accountId,
    triggerId,
    listId,
    moment,
    messages,
    lockSubscribers: () => (held ??= hold()),
  }
  for (let round = 0; active.length > 0 && round < MOST_ROUNDS; round++) {
    for (const group of byStep(active)) await pass(facts, group, definitionOf, transitions)
    active = active.filter(({ dueAt, ending }) => ending === undefined && dueAt <= moment)
  }
  for (const run of active) run.dueAt = new Date(moment.getTime() + PAUSE_MILLIS)
  await save(tx, accountId, triggerId, runs, transitions)
  const ended = runs.flatMap(({ id, entry, ending }) =>
    ending === undefined ? [] : [{ id, entry, ending }],
  )
  if (ended.length > 0 && (await hasListener(store, accountId, ENDED)))
    await publishEnded(tx, accountId, triggerId, ended)
  await markMessages(tx, accountId, messages)
  return { people: due.length, transitions: transitions.length, messages }
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

/** Groups runs by version and step. */
const byStep = (runs: readonly TriggerRun[]): TriggerRun[][] => [
  ...Map.groupBy(runs, ({ version, step }) => `${version} ${step}`).values(),
]

async function pass(
  facts: Omit<StepContext, 'version' | 'definition'>,
  group: TriggerRun[],
  definitionOf: DefinitionOf,
  transitions: Transition[],
): Promise<void> {
  const { version, step: key } = group[0]!
  const definition = await definitionOf(version)
  const step = definition && stepOf(definition, key)
  if (!definition || !step) {
    for (const run of group) run.ending = detailed('ended-step-gone', { step: key }).detail
    return
  }
  const moves = await doStep({ ...facts, version, definition }, step, group)
  for (const run of group) {
    const move = moves.get(run.id)
    if (move === undefined) {
      run.ending = detailed('ended-erased').detail
    } else if ('wait' in move) {
      run.dueAt = run.waitsUntil = move.wait
      run.waitsFrom = move.from
    } else {
      run.passed++
      const { way, reason, messageId = null } = move
      transitions.push({
        run,
        number: run.passed,
        step: key,
        way,
        reason: recordedDetail(reason),
        messageId,
      })
      run.waitsUntil = run.waitsFrom = undefined
      if (move.leave !== undefined) run.ending = move.leave.detail
      else if (move.to === null) run.ending = detailed('ended-finished').detail
      else if (run.passed >= MOST_TRANSITIONS)
        run.ending = detailed('ended-many', { most: MOST_TRANSITIONS }).detail
      else run.step = move.to
    }
  }
}

async function save(
  tx: Db,
  accountId: number,
  triggerId: number,
  runs: readonly TriggerRun[],
  transitions: readonly Transition[],
): Promise<void> {
  if (runs.length === 0) return
  await saveEntries(tx, {
    accountId,
    triggerId,
    ids: runs.map(({ id }) => id),
    entries: runs.map(({ entry }) => entry),
    steps: runs.map(({ step }) => step),
    dueAt: runs.map(({ dueAt, ending }) => (ending === undefined ? dueAt : null)) as Date[],
    waitsUntil: runs.map(({ waitsUntil, ending }) =>
      ending === undefined && waitsUntil ? waitsUntil : null,
    ) as Date[],
    waitsFrom: runs.map(({ waitsFrom, ending }) =>
      ending === undefined && waitsFrom !== undefined ? waitsFrom : null,
    ),
    passed: runs.map(({ passed }) => passed),
    endings: runs.map(({ ending }) => ending ?? null),
  })
  if (transitions.length === 0) return
  await addTransitions(tx, {
    accountId,
    triggerId,
    ids: transitions.map(({ run }) => run.id),
    entries: transitions.map(({ run }) => run.entry),
    numbers: transitions.map(({ number }) => number),
    versions: transitions.map(({ run }) => run.version),
    steps: transitions.map(({ step }) => step),
    ways: transitions.map(({ way }) => way),
    reasons: transitions.map(({ reason }) => reason),
    messageIds: transitions.map(({ messageId }) => messageId) as number[],
  })
}

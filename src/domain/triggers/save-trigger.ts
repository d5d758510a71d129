/** Adds, edits, pauses, resumes and removes triggers. The engine executes their runs. */

import {
  atomically,
  atomicallyAgain,
  type Db,
  type Store,
  type TransactionStep,
  type Tx,
} from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { detailed, NO_DETAIL, type StoredDetail, storedDetail } from '../details/details.ts'
import { type GivenId, holdGivenId, idFor } from '../given-id.ts'
import { noSuch, refused } from '../refusal.ts'
import { type ValidTrigger, validTrigger } from './check-trigger.ts'
import { namesIn } from './draw-names.ts'
import { publishAllEnded } from './entries/ending-events.ts'
import { addWatch } from './entries/watches.sql.ts'
import type { Definition } from './language/definition.ts'
import {
  addTrigger,
  addTriggerVersion,
  changeTrigger,
  endRuns,
  findTrigger,
  findTriggerByName,
  lockTriggerRow,
  removeTrigger as markRemoved,
  moveRuns,
  peopleAtSteps,
  setTriggerState,
  triggerOfId,
  versionsInUse,
} from './triggers.sql.ts'

export type TriggerState = 'running' | 'paused' | 'held' | 'unconfirmed'

/**
 * Saves a new trigger, running or paused, and returns its id and warnings. Refuses an invalid one
 * with the position of each problem.
 */
export async function addNewTrigger(
  db: Store,
  accountId: number,
  source: string,
  paused = false,
  given: GivenId = {},
): Promise<ValidTrigger & { id: number }> {
  const { definition, notes } = await validTrigger(db, accountId, source)
  const { name, listId } = definition
  const id = await idFor(db, accountId, 'trigger', given)
  await atomically(
    db,
    async tx => {
      await holdGivenId(tx, accountId, 'trigger', given, triggerId =>
        triggerOfId(tx, { accountId, triggerId }),
      )
      const added = await addTrigger(tx, { accountId, id, name, listId })
      // When the call is sent again after a lost connection, it finds its own row.
      if (added === 0 && (await findTriggerByName(tx, { accountId, name }))?.id !== id)
        throw refused('not-valid', 'trigger-there', { name })
      await addTriggerVersion(tx, {
        accountId,
        triggerId: id,
        version: 1,
        source,
        definition: JSON.stringify(definition),
      })
      if (paused)
        await setTriggerState(tx, {
          accountId,
          triggerId: id,
          state: 'paused',
          ...storedDetail(detailed('trigger-not-started')),
        })
      const after = { name, listId, paused }
      await recordChange(tx, accountId, { action: 'trigger.add', id, after })
    },
    { again: given.id === undefined },
  )
  return { id, definition, notes }
}

export interface TriggerChange {
  version: number
  notes: ValidTrigger['notes']
  /** Active runs moved to the new version, and runs that finish on their own version. */
  moved: number
  finishing: number
  /** Runs that were ended. */
  ended: number
}

/** The fate of active runs when there is a new version. */
export const PEOPLE = ['finish', 'move', 'end'] as const
export type People = (typeof PEOPLE)[number]

/**
 * Makes a new version for all further entries. Active runs finish on their version or, with
 * `move`, continue on the new one from their step, if it still has that step and of the same kind.
 * With `end` they end.
 */
export async function editTrigger(
  db: Db,
  accountId: number,
  triggerId: number,
  source: string,
  people: People | undefined,
): Promise<TriggerChange> {
  const kept = await findTrigger(db, { accountId, triggerId })
  if (!kept) throw noSuch('no-such-trigger', triggerId)
  const { definition, notes } = await validTrigger(db, accountId, source, triggerId)
  if (definition.listId !== kept.listId)
    throw refused('not-valid', 'trigger-list', { list: kept.listId })
  return atomically(db, async tx => {
    const now = await lockTriggerRow(tx, { accountId, triggerId })
    if (now?.version !== kept.version) throw refused('not-now', 'trigger-changed')
    const active = (await peopleAtSteps(tx, { accountId, triggerId })).reduce(
      (sum, row) => sum + row.people,
      0,
    )
    if (active > 0 && people === undefined)
      throw refused('not-now', 'trigger-inside', { people: active }).atShell(
        'give',
        '--people finish|move|end',
      )
    const version = kept.version + 1
    await changeTrigger(tx, { accountId, triggerId, name: definition.name, version })
    await addTriggerVersion(tx, {
      accountId,
      triggerId,
      version,
      source,
      definition: JSON.stringify(definition),
    })
    const moved =
      people === 'move' ? await moveOver(tx, accountId, triggerId, version, definition) : 0
    const ended =
      people === 'end'
        ? await endRuns(tx, { accountId, triggerId, ending: detailed('ended-new-version').detail })
        : 0
    if (ended > 0) await publishAllEnded(tx, accountId, triggerId, 'new-version')
    const change = { before: { version: kept.version }, after: { version, people } }
    await recordChange(tx, accountId, { action: 'trigger.edit', id: triggerId, ...change })
    return { version, notes, moved, finishing: active - moved - ended, ended }
  })
}

async function moveOver(
  tx: Db,
  accountId: number,
  triggerId: number,
  to: number,
  after: Definition,
): Promise<number> {
  let moved = 0
  for (const { version: from, definition } of await versionsInUse(tx, {
    accountId,
    triggerId,
    version: to,
  })) {
    if (from === to) continue
    const before = JSON.parse(definition) as Definition
    const same = after.steps.filter(step =>
      before.steps.some(old => old.key === step.key && old.do === step.do),
    )
    // The watch finds the awaited events of subscribers who wait there.
    for (const step of same)
      if (step.do === 'wait for')
        await addWatch(tx, { accountId, triggerId, version: to, step: step.key })
    moved += await moveRuns(tx, {
      accountId,
      triggerId,
      from,
      to,
      steps: same.map(({ key }) => key),
    })
  }
  return moved
}

function steer(
  db: Db,
  accountId: number,
  triggerId: number,
  action: 'pause' | 'resume' | 'remove',
  work: (tx: Tx, trigger: { state: TriggerState; version: number }) => Promise<void>,
): Promise<{ name: string; was: TriggerState }> {
  return atomicallyAgain(db, async tx => {
    const found = await lockTriggerRow(tx, { accountId, triggerId })
    if (!found) throw noSuch('no-such-trigger', triggerId)
    const was = found.state as TriggerState
    await work(tx, { state: was, version: found.version })
    const before = { name: found.name, state: was }
    await recordChange(tx, accountId, { action: `trigger.${action}`, id: triggerId, before })
    return { name: found.name, was }
  })
}

/** Runs keep their steps, and no subscriber enters. */
export const pauseTrigger = (
  db: Store,
  accountId: number,
  triggerId: number,
  stop: StoredDetail = storedDetail(detailed('stopped-by-hand')),
) =>
  steer(db, accountId, triggerId, 'pause', async tx => {
    await setTriggerState(tx, { accountId, triggerId, state: 'paused', ...stop })
  })

/**
 * Runs continue at their steps. Overdue ones after a long stop need `confirmed`, because many late
 * emails may go out. `alongside` is committed with it.
 */
export const resumeTrigger = (
  db: Store,
  accountId: number,
  triggerId: number,
  confirmed: boolean,
  alongside?: TransactionStep,
) =>
  steer(db, accountId, triggerId, 'resume', async (tx, { state, version }) => {
    await alongside?.(tx, triggerId)
    if (state === 'held') await refuseMissing(tx, accountId, triggerId, version)
    if (state === 'unconfirmed' && !confirmed)
      throw refused('not-now', 'trigger-late').atShell(
        'after-all',
        `pennypost trigger confirm ${triggerId}`,
      )
    await setTriggerState(tx, { accountId, triggerId, state: 'running', ...NO_DETAIL })
  })

/**
 * Refuses if an object is missing: the trigger would be held again as soon as a run reaches it.
 */
async function refuseMissing(
  tx: Db,
  accountId: number,
  triggerId: number,
  version: number,
): Promise<void> {
  for (const row of await versionsInUse(tx, { accountId, triggerId, version })) {
    const { missing } = await namesIn(tx, accountId, JSON.parse(row.definition) as Definition)
    if (missing.length === 0) continue
    const code = row.version === version ? 'trigger-needs' : 'trigger-needs-older'
    throw refused('not-now', code, { missing: missing.join(', ') }).atShell(
      'change-trigger',
      `pennypost trigger edit ${triggerId} --file FILE --people move|end`,
    )
  }
}

/** Ends entries and runs. Sent emails stay in the reports. */
export const removeTrigger = (db: Db, accountId: number, triggerId: number) =>
  steer(db, accountId, triggerId, 'remove', async tx => {
    await markRemoved(tx, { accountId, triggerId })
    await publishAllEnded(tx, accountId, triggerId, 'removed')
  })

/**
 * Keeping triggers: added, changed version by version, paused, gone on with, removed. What people
 * pass in them is the engine's.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { noSuch, Refusal } from '../refusal.ts'
import { checkedDefinition } from './check-trigger.ts'
import { namesIn } from './draw-names.ts'
import { addWatch } from './entries/watches.sql.ts'
import type { Definition } from './language/definition.ts'
import {
  addTrigger,
  addTriggerVersion,
  changeTrigger,
  endWalks,
  findTrigger,
  findTriggerByName,
  removeTrigger as markRemoved,
  moveWalks,
  peopleAtSteps,
  setTriggerState,
  takeTrigger,
  versionsWalked,
} from './triggers.sql.ts'

export type TriggerState = 'running' | 'paused' | 'held' | 'unconfirmed'

/**
 * Saves a new trigger, which runs at once or is paused, and answers its id. Refuses what can't be,
 * each mistake with its place.
 */
export async function addNewTrigger(
  db: Store,
  accountId: number,
  source: string,
  paused = false,
): Promise<{ id: number; definition: Definition }> {
  const definition = await checkedDefinition(db, accountId, source)
  const { name, listId } = definition
  const id = await takeId(db, accountId, 'trigger')
  await atomically(
    db,
    async tx => {
      const added = await addTrigger(tx, { accountId, id, name, listId })
      // Sent again after a lost connection it finds itself.
      if (added === 0 && (await findTriggerByName(tx, { accountId, name }))?.id !== id)
        throw new Refusal('not-valid', `There is a trigger ${JSON.stringify(name)} already.`)
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
          reason: 'Not begun yet.',
        })
    },
    { again: true },
  )
  return { id, definition }
}

export interface TriggerChange {
  version: number
  /** How many people on their way have moved over to it, and how many finish on theirs. */
  moved: number
  finishing: number
  /** How many walks were ended. */
  ended: number
}

/** What becomes of people on their way when there is a new version. */
export const PEOPLE = ['finish', 'move', 'end'] as const
export type People = (typeof PEOPLE)[number]

/**
 * Makes a new version, which people enter from now on. Who is on their way finishes on the version
 * they entered, or, with `move`, goes on by the new one from the step where they stand, if it still
 * has that step and it does the same kind of thing. With `end` their walks end.
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
  const definition = await checkedDefinition(db, accountId, source, triggerId)
  if (definition.listId !== kept.listId)
    throw new Refusal(
      'not-valid',
      `A trigger stays with its list, ${kept.listId}. For another list add another trigger.`,
    )
  return atomically(db, async tx => {
    const now = await takeTrigger(tx, { accountId, triggerId })
    if (now?.version !== kept.version)
      throw new Refusal(
        'not-now',
        'Somebody else has changed the trigger just now: look at it, and try again.',
      )
    const walking = (await peopleAtSteps(tx, { accountId, triggerId })).reduce(
      (sum, row) => sum + row.people,
      0,
    )
    if (walking > 0 && people === undefined)
      throw new Refusal(
        'not-now',
        `${walking === 1 ? '1 person is on the way' : `${walking} people are on the way`}: say whether they finish on the version they have, move over, or leave (--people finish, move or end).`,
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
        ? await endWalks(tx, { accountId, triggerId, ending: 'left for a new version' })
        : 0
    return { version, moved, finishing: walking - moved - ended, ended }
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
  for (const { version: from, definition } of await versionsWalked(tx, {
    accountId,
    triggerId,
    version: to,
  })) {
    if (from === to) continue
    const before = JSON.parse(definition) as Definition
    const same = after.steps.filter(step =>
      before.steps.some(old => old.key === step.key && old.do === step.do),
    )
    // Who waits there for something is found by it.
    for (const step of same)
      if (step.do === 'wait for')
        await addWatch(tx, { accountId, triggerId, version: to, step: step.key })
    moved += await moveWalks(tx, {
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
  db: Store,
  accountId: number,
  triggerId: number,
  work: (tx: Db, trigger: { state: TriggerState; version: number }) => Promise<void>,
): Promise<{ name: string; was: TriggerState }> {
  return atomically(
    db,
    async tx => {
      const found = await takeTrigger(tx, { accountId, triggerId })
      if (!found) throw noSuch('no-such-trigger', triggerId)
      const was = found.state as TriggerState
      await work(tx, { state: was, version: found.version })
      return { name: found.name, was }
    },
    { again: true },
  )
}

/** People stay where they are, and nobody enters. */
export const pauseTrigger = (
  db: Store,
  accountId: number,
  triggerId: number,
  reason = 'Paused by a person.',
) =>
  steer(db, accountId, triggerId, async tx => {
    await setTriggerState(tx, { accountId, triggerId, state: 'paused', reason })
  })

/**
 * It goes on from where it stood. What is overdue after a long stop goes only with `confirmed`,
 * since it may send many letters that are late.
 */
export const resumeTrigger = (
  db: Store,
  accountId: number,
  triggerId: number,
  confirmed: boolean,
) =>
  steer(db, accountId, triggerId, async (tx, { state, version }) => {
    if (state === 'held') await refuseMissing(tx, accountId, triggerId, version)
    if (state === 'unconfirmed' && !confirmed)
      throw new Refusal(
        'not-now',
        'Its people are overdue. Say that what is late goes after all: with --confirm.',
      )
    await setTriggerState(tx, { accountId, triggerId, state: 'running', reason: null })
  })

/** It would be held again at once, as soon as somebody comes to what is missing. */
async function refuseMissing(
  tx: Db,
  accountId: number,
  triggerId: number,
  version: number,
): Promise<void> {
  for (const row of await versionsWalked(tx, { accountId, triggerId, version })) {
    const { missing } = await namesIn(tx, accountId, JSON.parse(row.definition) as Definition)
    if (missing.length === 0) continue
    const way = row.version === version ? '' : ', of people who are on an older version'
    throw new Refusal(
      'not-now',
      `What it needs is not there: ${missing.join(', ')}${way}. Make a version without it: pennypost trigger edit ${triggerId} --file FILE --people move (or end).`,
    )
  }
}

/** Nobody enters or walks on. What was sent stays in the reports. */
export const removeTrigger = (db: Store, accountId: number, triggerId: number) =>
  steer(db, accountId, triggerId, async tx => {
    await markRemoved(tx, { accountId, triggerId })
  })

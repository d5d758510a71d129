/** Steps that add subscribers to a list, or remove them from one. */

import { detailed } from '../../details/details.ts'
import { hasListener, publish } from '../../webhooks/publish.ts'
import { subscribedEvent } from '../../webhooks/publish-joined.ts'
import { TriggerHeld } from '../entries/entries.ts'
import type { Step } from '../language/definition.ts'
import { all, idsOf, type Move, type Moves, type StepContext, type TriggerRun } from './step.ts'
import { addToList, lockList, removeFromList } from './steps.sql.ts'

type ListStep = Extract<Step, { do: 'join' | 'leave' }>

/** Existing subscriptions stay unchanged, unsubscribed ones included. */
export async function joinList(
  { store, tx, accountId, lockSubscribers }: StepContext,
  { key, listId, next }: ListStep,
  runs: readonly TriggerRun[],
): Promise<Moves> {
  if (!(await lockList(tx, { accountId, listId }))) throw listGone(key, listId)
  const held = await lockSubscribers()
  const ids = idsOf(runs).filter(id => held.has(id))
  const joined = await addToList(tx, { accountId, listId, ids })
  const now = new Set(joined.map(({ id }) => id))
  if (now.size > 0 && (await hasListener(store, accountId, 'subscribed')))
    await publish(tx, accountId, subscribedEvent(listId, [...now], 'trigger'))
  return new Map(
    runs.map(({ id }): [number, Move] => {
      const code = now.has(id) ? 'passed-joined' : 'passed-on-list'
      const reason = detailed(code, { list: listId })
      return [id, { to: next, way: 'next', reason }]
    }),
  )
}

/** Leaving the trigger's own list ends the run. */
export async function leaveList(
  { store, tx, accountId, listId: own, lockSubscribers }: StepContext,
  { listId, next }: ListStep,
  runs: readonly TriggerRun[],
): Promise<Moves> {
  await lockSubscribers()
  const gone = (await removeFromList(tx, { accountId, listId, ids: idsOf(runs) })).map(
    ({ id }) => id,
  )
  if (gone.length > 0 && (await hasListener(store, accountId, 'unsubscribed')))
    await publish(tx, accountId, {
      kind: 'unsubscribed',
      ids: gone,
      listId,
      details: gone.map(() => ({ source: 'trigger' })),
    })
  const move = { to: next, way: 'next', reason: detailed('passed-left', { list: listId }) } as const
  return all(runs, listId === own ? { ...move, leave: detailed('ended-left') } : move)
}

const listGone = (key: string, listId: number) =>
  new TriggerHeld(detailed('step-list-gone', { step: key, list: listId }))

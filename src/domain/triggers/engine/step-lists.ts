/** Steps that put people on lists, or take them off. */
import { listens, tell } from '../../webhooks/tell.ts'
import { TriggerHeld } from '../entries/entries.ts'
import type { Step } from '../language/definition.ts'
import { all, idsOf, type Move, type Moves, type StepContext, type Walker } from './step.ts'
import { holdPeople, joinedByTrigger, listIsThere, takeOffList } from './steps.sql.ts'

type ListStep = Extract<Step, { do: 'join' | 'leave' }>

/** Who is on the list stays as they are, and so does who has unsubscribed from it. */
export async function joinList(
  { store, tx, accountId }: StepContext,
  { key, listId, next }: ListStep,
  walkers: readonly Walker[],
): Promise<Moves> {
  if (!(await listIsThere(tx, { accountId, listId }))) throw listGone(key, listId)
  const held = await holdPeople(tx, { accountId, ids: idsOf(walkers) })
  const joined = await joinedByTrigger(tx, { accountId, listId, ids: held.map(({ id }) => id) })
  const now = new Set(joined.map(({ id }) => id))
  if (now.size > 0 && (await listens(store, accountId, 'subscribed')))
    await tell(tx, accountId, { kind: 'subscribed', ids: [...now], listId })
  return new Map(
    walkers.map(({ id }): [number, Move] => {
      const reason = now.has(id)
        ? `joined list ${listId}`
        : `list ${listId}: on it already, or unsubscribed`
      return [id, { to: next, way: 'next', reason }]
    }),
  )
}

/** Who leaves the list of the trigger itself leaves the trigger. */
export async function leaveList(
  { store, tx, accountId, listId: own }: StepContext,
  { listId, next }: ListStep,
  walkers: readonly Walker[],
): Promise<Moves> {
  const gone = (await takeOffList(tx, { accountId, listId, ids: idsOf(walkers) })).map(
    ({ id }) => id,
  )
  if (gone.length > 0 && (await listens(store, accountId, 'unsubscribed')))
    await tell(tx, accountId, {
      kind: 'unsubscribed',
      ids: gone,
      listId,
      details: gone.map(() => ({ source: 'trigger' })),
    })
  const move = { to: next, way: 'next', reason: `left list ${listId}` } as const
  return all(walkers, listId === own ? { ...move, leave: 'left the list' } : move)
}

const listGone = (key: string, listId: number) =>
  new TriggerHeld(`List ${listId}, which step ${key} puts people on, was deleted.`)

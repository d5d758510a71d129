/** A step that sets a data field. */
import { arrayLiteral } from '../../../db/array-literal.ts'
import { detailed } from '../../details/details.ts'
import { hasListener, publish } from '../../webhooks/publish.ts'
import { notePeopleChanged } from '../../words/note-change.ts'
import type { Step } from '../language/definition.ts'
import { all, idsOf, type Moves, type StepContext, type TriggerRun } from './step.ts'
import { setField } from './steps.sql.ts'

export async function setValue(
  { store, tx, accountId, lockSubscribers }: StepContext,
  { field, value, next }: Extract<Step, { do: 'set' }>,
  runs: readonly TriggerRun[],
): Promise<Moves> {
  const values = arrayLiteral([...Array<null>(field - 1).fill(null), value]) as unknown as string[]
  await lockSubscribers()
  const set = await setField(tx, { accountId, ids: idsOf(runs), field, value, values })
  if (set.length > 0 && (await hasListener(store, accountId, 'subscriber-changed'))) {
    const ids = set.map(({ id }) => id)
    const shared = { changed: [`DD${field}`] }
    await publish(tx, accountId, { kind: 'subscriber-changed', ids, shared })
  }
  notePeopleChanged(store, accountId)
  return all(runs, {
    to: next,
    way: 'next',
    reason: detailed(value === '' ? 'passed-emptied' : 'passed-set', { field }),
  })
}

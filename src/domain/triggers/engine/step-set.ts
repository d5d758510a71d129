/** A step that sets a data field. */
import { arrayLiteral } from '../../../db/array-literal.ts'
import type { Step } from '../language/definition.ts'
import { all, idsOf, type Moves, type StepContext, type Walker } from './step.ts'
import { setField } from './steps.sql.ts'

export async function setValue(
  { tx, accountId, lockSubscribers }: StepContext,
  { field, value, next }: Extract<Step, { do: 'set' }>,
  walkers: readonly Walker[],
): Promise<Moves> {
  const values = arrayLiteral([...Array<null>(field - 1).fill(null), value]) as unknown as string[]
  await lockSubscribers()
  await setField(tx, { accountId, ids: idsOf(walkers), field, value, values })
  return all(walkers, {
    to: next,
    way: 'next',
    reason: value === '' ? `DD${field} emptied` : `DD${field} set`,
  })
}

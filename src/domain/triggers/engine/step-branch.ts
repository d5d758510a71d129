/** A branch step: evaluates a filter, in its current form, for the subscribers at the step. */
import type { Statement } from '../../../db/statement.ts'
import { detailed } from '../../details/details.ts'
import { asksEvent, type Condition } from '../../filters/condition.ts'
import { filterSql } from '../../filters/filter-sql.ts'
import { filtersById } from '../../filters/filters.sql.ts'
import { sendingWithoutPeople } from '../../filters/named-in-filters.ts'
import { intoStatement } from '../../filters/statement-parts.ts'
import { TriggerHeld } from '../entries/entries.ts'
import { eventsOfRuns } from '../entries/events-of-runs.ts'
import type { BranchStep } from '../language/definition.ts'
import { idsOf, type Move, type Moves, type StepContext, type TriggerRun } from './step.ts'

export async function branchByFilter(
  context: StepContext,
  step: BranchStep,
  runs: readonly TriggerRun[],
): Promise<Moves> {
  const condition = await asked(context, step)
  const { ask } = step
  const [yes, no] =
    'condition' in ask
      ? [detailed('passed-condition'), detailed('passed-condition-not')]
      : [
          detailed('passed-matches', { filter: ask.filterId }),
          detailed('passed-matches-not', { filter: ask.filterId }),
        ]
  const removed = await sendingWithoutPeople(context.tx, context.accountId, [condition])
  if (removed !== undefined)
    throw new TriggerHeld(detailed('step-people-removed', { step: step.key, asked: removed }))
  const matching = await matchingOf(context, condition, runs)
  return new Map(
    runs.map(({ id }): [number, Move] => [
      id,
      matching.has(id)
        ? { to: step.then, way: 'then', reason: yes }
        : { to: step.else, way: 'else', reason: no },
    ]),
  )
}

async function asked({ tx, accountId }: StepContext, { key, ask }: BranchStep): Promise<Condition> {
  if ('condition' in ask) return ask.condition
  const [filter] = await filtersById(tx, { accountId, ids: [ask.filterId] })
  if (!filter)
    throw new TriggerHeld(detailed('step-filter-gone', { step: key, filter: ask.filterId }))
  return JSON.parse(filter.condition) as Condition
}

async function matchingOf(
  context: StepContext,
  condition: Condition,
  runs: readonly TriggerRun[],
): Promise<Set<number>> {
  const { tx, accountId, definition } = context
  const ids = idsOf(runs)
  const values: unknown[] = [accountId, ids]
  const into = intoStatement(values)
  const { start } = definition
  let events = ''
  if (asksEvent(condition) && start.on === 'event') {
    const found = await eventsOfRuns(tx, context, start.event, runs)
    values.push(ids.map(id => JSON.stringify(found.get(id) ?? {})))
    events = ' join unnest($2::bigint[], $3::text[]) as run (id, event) on run.id = s.id'
    into.event = 'run.event::jsonb'
  }
  const matches = filterSql(condition, into)
  const text =
    `select s.id from subscribers s${events}${into.joins()} where s.account_id = $1 and s.id = any ` +
    `($2::bigint[]) and ${matches}`
  // Generated statements are not prepared: each is used once.
  const made: Statement = { name: '', text, again: true }
  return new Set((await tx.run(made, values)).rows.map(([id]) => Number(id)))
}

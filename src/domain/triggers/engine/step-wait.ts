/** Steps that wait for a time, or for an event. */
import { formatInZone, zoneNamed } from '../../../lib/zones.ts'
import { detailed } from '../../details/details.ts'
import { quietUntil } from '../../quiet-hours/quiet-until.ts'
import { fieldValues, hasChanged } from '../entries/changed-fields.ts'
import { valuesOf } from '../entries/happenings.sql.ts'
import { happenedTo, unmeasuredFor } from '../entries/happenings.ts'
import { addWatch } from '../entries/watches.sql.ts'
import { isMeasured, type Step, type WaitForStep } from '../language/definition.ts'
import { delayUntil } from '../language/definition-delay.ts'
import { quietOf } from '../quiet-of.ts'
import { idsOf, type Move, type Moves, type StepContext, type TriggerRun } from './step.ts'

export async function waitForTime(
  { moment, definition: { zone } }: StepContext,
  { delay, next }: Extract<Step, { do: 'wait' }>,
  runs: readonly TriggerRun[],
): Promise<Moves> {
  const until = delayUntil(delay, moment, zone)
  const moves = new Map<number, Move>()
  for (const { id, waitsUntil = until } of runs)
    if (waitsUntil > moment) moves.set(id, { wait: waitsUntil })
    else {
      const reason = detailed('passed-until', { until: formatInZone(waitsUntil, zone) })
      moves.set(id, { to: next, way: 'next', reason })
    }
  return moves
}

export async function waitFor(
  context: StepContext,
  step: WaitForStep,
  runs: readonly TriggerRun[],
): Promise<Moves> {
  const { event } = step
  const { tx, accountId, triggerId, version, moment } = context
  const coming = runs.filter(({ waitsFrom }) => waitsFrom === undefined)
  // From here on polling finds the event.
  if (coming.length > 0) await addWatch(tx, { accountId, triggerId, version, step: step.key })
  const values =
    event.on === 'changed'
      ? await fieldValues(
          tx,
          accountId,
          event,
          runs.map(({ id }) => id),
        )
      : undefined
  const happened =
    event.on === 'changed'
      ? new Set(
          runs
            .filter(
              ({ id, waitsFrom }) =>
                waitsFrom !== undefined && hasChanged(waitsFrom, values?.get(id) ?? '', event),
            )
            .map(({ id }) => id),
        )
      : await happenedTo(tx, context, event, runs)
  const deadline = new Date(moment.getTime() + step.minutes * 60_000)
  const over = runs.filter(
    ({ id, waitsUntil = deadline }) => !happened.has(id) && waitsUntil <= moment,
  )
  const unknown =
    isMeasured(event) && over.length > 0
      ? await unmeasuredFor(tx, context, event, over)
      : new Set<number>()
  const moves = new Map<number, Move>()
  const reason = detailed('passed-event', { event: event.on })
  for (const { id, waitsUntil = deadline, waitsFrom } of runs)
    if (happened.has(id)) moves.set(id, { to: step.then, way: 'then', reason })
    else if (waitsUntil > moment)
      moves.set(id, { wait: waitsUntil, from: waitsFrom ?? values?.get(id) ?? '' })
    else if (unknown.has(id))
      moves.set(id, {
        to: step.unmeasured ?? null,
        way: 'unmeasured',
        reason: detailed('passed-unmeasured'),
      })
    else
      moves.set(id, {
        to: step.else,
        way: 'else',
        reason: detailed('passed-no-event', { event: event.on, minutes: step.minutes }),
      })
  return moves
}

/** Those at a step that sends in whose quiet hours it is now wait for their end. */
export async function waitsForQuiet(
  { tx, accountId, moment, listId, definition }: StepContext,
  runs: readonly TriggerRun[],
): Promise<Map<number, Move>> {
  const moves = new Map<number, Move>()
  const quiet = await quietOf(tx, accountId, { ...definition, listId })
  if (!quiet) return moves
  const ids = idsOf(runs)
  const { zone, zoneField: field } = quiet
  const rows = field === undefined ? [] : await valuesOf(tx, { accountId, ids, field })
  const zones = new Map(rows.map(({ id, value }) => [id, zoneNamed(value.trim()) ?? zone]))
  for (const id of ids) {
    const wait = quietUntil(quiet, moment, zones.get(id) ?? zone)
    if (wait) moves.set(id, { wait })
  }
  return moves
}

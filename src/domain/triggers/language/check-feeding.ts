/**
 * Triggers that start each other for ever: one puts people on a list that starts the next, which
 * puts them back; or sets a field that another one watches. Only what never ends is refused: every
 * trigger of the ring lets people in again always, and no step on the way takes time. What comes by
 * detours (filters, clicks, webhooks) is bounded while it runs.
 */
import { reachedFrom, waysAtOnce } from './check-definition.ts'
import type { Definition, Step } from './definition.ts'

export interface FeedingTrigger {
  name: string
  definition: Definition
}

/**
 * The ring that `changed` would close, by names, from itself and back. Undefined: none. With `all`
 * also those that end by themselves.
 */
export function ringOf(
  changed: FeedingTrigger,
  others: readonly FeedingTrigger[],
  which: 'endless' | 'all' = 'endless',
): string[] | undefined {
  const endless = [changed, ...others].filter(
    ({ definition }) => which === 'all' || definition.again === 'always',
  )
  if (!endless.includes(changed)) return undefined
  const seen = new Set<FeedingTrigger>()
  function from(trigger: FeedingTrigger, path: string[]): string[] | undefined {
    for (const next of endless.filter(other => feeds(trigger, other))) {
      if (next === changed) return [...path, changed.name]
      if (seen.has(next)) continue
      seen.add(next)
      const ring = from(next, [...path, next.name])
      if (ring) return ring
    }
    return undefined
  }
  return from(changed, [changed.name])
}

/** Does a walk of the one make people enter the other, without having waited? */
function feeds({ definition }: FeedingTrigger, { definition: other }: FeedingTrigger): boolean {
  const { steps } = definition
  const atOnce = reachedFrom(steps, steps[0]?.key ?? null, waysAtOnce)
  return steps.some(step => atOnce.has(step.key) && starts(step, other))
}

function starts(step: Step, { start, listId }: Definition): boolean {
  if (step.do === 'join') return start.on === 'joined' && step.listId === listId
  if (step.do !== 'set' || start.on !== 'changed' || start.field !== step.field) return false
  return start.to === undefined || start.to.trim().toLowerCase() === step.value.trim().toLowerCase()
}

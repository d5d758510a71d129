/**
 * Finds triggers that start each other in an endless loop: one adds subscribers to a list that
 * starts the next, which adds them back; or sets a field that another one watches. Only a certain
 * endless loop is refused: every trigger of the ring allows immediate re-entry, and no step between
 * takes time. Indirect loops (filters, clicks, webhooks) are bounded at run time.
 */
import { immediateWays, reachedFrom } from './check-definition.ts'
import type { Definition, Step } from './definition.ts'

export interface FeedingTrigger {
  name: string
  definition: Definition
}

/**
 * The ring that `changed` would close, as trigger names from itself and back; undefined if none.
 * With `all`, rings that end by themselves are included.
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

/** Whether a run of one trigger enters the other without a wait. */
function feeds({ definition }: FeedingTrigger, { definition: other }: FeedingTrigger): boolean {
  const { steps } = definition
  const atOnce = reachedFrom(steps, steps[0]?.key ?? null, immediateWays)
  return steps.some(step => atOnce.has(step.key) && starts(step, other))
}

function starts(step: Step, { start, listId }: Definition): boolean {
  if (step.do === 'join') return start.on === 'joined' && step.listId === listId
  if (step.do !== 'set' || start.on !== 'changed' || start.field !== step.field) return false
  return start.to === undefined || start.to.trim().toLowerCase() === step.value.trim().toLowerCase()
}

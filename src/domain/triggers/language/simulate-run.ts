/**
 * Simulates a run through a definition: which steps a subscriber would pass, when, and why.
 * Filters are evaluated on current data; awaited events happen or not as the caller assumes.
 */
import { type Detail, detailed } from '../../details/details.ts'
import { type DailyHours, quietUntil } from '../../quiet-hours/quiet-until.ts'
import {
  type Definition,
  isMeasured,
  MOST_TRANSITIONS,
  type Next,
  type Step,
  stepOf,
} from './definition.ts'
import { delayUntil } from './definition-delay.ts'

export interface SimulatedStep {
  key: string
  at: Date
  /** Why the step led there. */
  reason: Detail | undefined
  to: Next
}

export interface SimulatedRun {
  passed: SimulatedStep[]
  /** How the run ended. */
  ending: Detail
  at: Date
}

interface Assumed {
  from: Date
  /** Keys of the steps whose awaited event happens; at others it does not. */
  happens: ReadonlySet<string>
  /** Whether it is known if the subscriber opens, or clicks. */
  measured: Readonly<Record<'opened' | 'clicked', boolean>>
  /** The end of their pause: emails wait for it, or are left out, as the definition says. */
  pausedUntil?: Date | undefined
  /** Whether the subscriber matches now. */
  matches(ask: Extract<Step, { do: 'branch' }>['ask']): Promise<boolean>
  /** Of the trigger, its list or the account; with the zone of the subscriber. */
  quiet?: { hours: DailyHours; zone: string } | undefined
  most?: number
}

export async function simulateRun(definition: Definition, assumed: Assumed): Promise<SimulatedRun> {
  const { from, happens, measured, matches, pausedUntil, quiet, most = MOST_TRANSITIONS } = assumed
  const passed: SimulatedStep[] = []
  let at = from
  let here: Next = definition.steps[0]!.key
  while (here !== null && passed.length < most) {
    const step: Step = stepOf(definition, here)!
    if (step.do === 'end') break
    let to: Next
    let reason: Detail | undefined
    if (step.do === 'wait') {
      const until = delayUntil(step.delay, at, definition.zone)
      reason = until > at ? undefined : detailed('walk-no-wait')
      at = until
      to = step.next
    } else if (step.do === 'wait for') {
      const happened = happens.has(step.key)
      if (!happened) at = new Date(at.getTime() + step.minutes * 60_000)
      reason = happened
        ? detailed('walk-happens')
        : detailed('walk-not-within', { minutes: step.minutes })
      to = happened ? step.then : step.else
      if (!happened && isMeasured(step.event) && !measured[step.event.on]) {
        reason = detailed('passed-unmeasured')
        to = step.unmeasured ?? null
      }
    } else if (step.do === 'branch') {
      const matching = await matches(step.ask)
      reason = detailed(matching ? 'walk-matches' : 'walk-matches-not')
      to = matching ? step.then : step.else
    } else {
      if (step.do === 'send' && pausedUntil !== undefined && pausedUntil > at) {
        const waits = definition.paused === 'wait'
        reason = detailed(waits ? 'walk-paused-wait' : 'walk-paused-skip')
        if (waits) at = pausedUntil
      }
      const isSending = step.do === 'send' || step.do === 'sms'
      const end = isSending && quiet ? quietUntil(quiet.hours, at, quiet.zone) : undefined
      if (end) {
        at = end
        reason ??= detailed('walk-quiet')
      }
      to = step.next
    }
    passed.push({ key: step.key, at, reason, to })
    if (step.do === 'leave' && step.listId === definition.listId)
      return { passed, ending: detailed('ended-left'), at }
    here = to
  }
  const isWhole = passed.length < most
  return {
    passed,
    ending: isWhole ? detailed('ended-finished') : detailed('ended-walk', { most }),
    at,
  }
}

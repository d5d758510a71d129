/**
 * Draws a trigger as text: its steps in the order written, and where each leads.
 *
 *     hello     send newsletter 3 "Hello"                                    2 here
 *       │ 1,202
 *     read it   wait, 5 days at most, for who clicks the email of "hello"
 *       ├ then 400 → thanks
 *       └ else 792 ↓
 */
import { type Definition, type Step, type Way, waysFrom } from './definition.ts'
import { type Names, startText, stepText } from './draw-words.ts'

/** Subscribers at each step, and transitions by edge; without it the drawing has no counts. */
export interface StepCounts {
  entered: number
  at(key: string): number
  on(key: string, way: Way): number
}

const WIDEST = 24

export function drawTrigger(definition: Definition, names: Names, counts?: StepCounts): string[] {
  const { steps } = definition
  const width = Math.min(WIDEST, Math.max(5, ...steps.map(({ key }) => key.length))) + 2
  const lines = [
    `${'start'.padEnd(width)}${startText(definition, names)}`,
    counts ? `  │ ${number(counts.entered)} entered` : '  │',
  ]
  steps.forEach((step, i) => {
    const here = counts?.at(step.key) ?? 0
    lines.push(
      `${step.key.padEnd(width)}${stepText(step, names)}${here > 0 ? `   [${number(here)} here]` : ''}`,
    )
    lines.push(...ways(step, steps[i + 1]?.key, counts))
  })
  return lines
}

function ways(
  step: Step,
  nextInList: string | undefined,
  counts: StepCounts | undefined,
): string[] {
  // That a run ends there is said where it happened.
  const all = waysFrom(step).filter(
    ({ way, to }) => way !== 'unmeasured' || to !== null || (counts?.on(step.key, way) ?? 0) > 0,
  )
  return all.map(({ way, to }, i) => {
    const passed = counts ? ` ${number(counts.on(step.key, way))}` : ''
    const below = to !== null && to === nextInList
    if (way === 'next' && below) return `  │${passed}`
    const target = to === null ? ' → end' : below ? ' ↓' : ` → ${to}`
    return `  ${i < all.length - 1 ? '├' : '└'}${wordOf(way)}${passed}${target}`
  })
}

const wordOf = (way: Way): string =>
  way === 'next' ? '' : ` ${way === 'unmeasured' ? 'not measured' : way}`

/** 1,204. */
const number = (count: number): string => count.toLocaleString('en-US')

/**
 * Draws a trigger as text: its steps in the order written, and where each leads.
 *
 *     hello     send newsletter 3 "Hello"                                    2 here
 *       │ 1,202
 *     read it   wait, 5 days at most, for who clicks the email of "hello"
 *       ├ then 400 → thanks
 *       └ else 792 ↓
 */
import type { Way } from '../language/definition.ts'
import type { FlowValues, FlowWords } from './flow.ts'
import { englishFlow, type FlowTexts } from './flow-texts.ts'

/** As flowOf() makes it, and as answers have it. */
interface DrawnFlow {
  start: FlowWords
  entered: number
  steps: readonly DrawnStep[]
}

interface DrawnStep extends FlowWords {
  key: string
  here: number
  ways: readonly { way: Way; to: string | null; people: number }[]
}

export interface DrawingLanguage {
  texts: FlowTexts
  number(count: number): string
}

export const IN_ENGLISH: DrawingLanguage = {
  texts: englishFlow,
  // 1,204.
  number: count => count.toLocaleString('en-US'),
}

const WIDEST = 24

/** `isCounted`: with the people at each step, and those who took each way. */
export function drawFlow(
  { start, entered, steps }: DrawnFlow,
  language: DrawingLanguage = IN_ENGLISH,
  isCounted = false,
): string[] {
  const { texts, number } = language
  const width = Math.min(WIDEST, Math.max(5, ...steps.map(({ key }) => key.length))) + 2
  const lines = [
    `${texts.start.padEnd(width)}${startText(texts, start)}`,
    isCounted ? `  │ ${texts.entered(number(entered))}` : '  │',
  ]
  steps.forEach((step, i) => {
    const here = step.here > 0 ? `   [${texts.here(number(step.here))}]` : ''
    lines.push(`${step.key.padEnd(width)}${stepText(texts, step)}${here}`)
    lines.push(...ways(step, steps[i + 1]?.key, language, isCounted))
  })
  return lines
}

type Lines = Partial<Record<string, (values: FlowValues) => string>>

/** A code of a later version stands for itself. */
const lineOf = (lines: Lines, code: string, values: FlowValues): string =>
  lines[code]?.(values) ?? code

function startText(texts: FlowTexts, { code, values }: FlowWords): string {
  const when =
    code in texts.starts
      ? lineOf(texts.starts, code, values)
      : texts.who(lineOf(texts.events, code, values))
  return `${when} (${lineOf(texts.again, String(values.again), values)})`
}

export const stepText = (texts: FlowTexts, { code, values }: FlowWords): string =>
  code === 'wait-for'
    ? texts.waitFor(values, lineOf(texts.events, String(values.event), values))
    : lineOf(texts.steps, code, values)

function ways(
  step: DrawnStep,
  nextInList: string | undefined,
  { texts, number }: DrawingLanguage,
  isCounted: boolean,
): string[] {
  // That a run ends there is said where it happened.
  const all = step.ways.filter(
    ({ way, to, people }) => way !== 'unmeasured' || to !== null || people > 0,
  )
  return all.map(({ way, to, people }, i) => {
    const passed = isCounted ? ` ${number(people)}` : ''
    const below = to !== null && to === nextInList
    if (way === 'next' && below) return `  │${passed}`
    const target = to === null ? ` → ${texts.end}` : below ? ' ↓' : ` → ${to}`
    const word = way === 'next' ? '' : ` ${wordOf(texts, way)}`
    return `  ${i < all.length - 1 ? '├' : '└'}${word}${passed}${target}`
  })
}

const wordOf = ({ ways }: FlowTexts, way: Way): string =>
  way === 'then' ? ways.taken : way === 'else' ? ways.otherwise : ways.unmeasured

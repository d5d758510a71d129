/** The steps of a trigger as they are drawn, with counts and the findings of the check. */
import { useMemo, useState } from 'react'
import type { CheckedSource, FlowAnswer } from '../../api/triggers.ts'
import type { SentenceWords } from '../../parts/said.ts'
import type { StepFinding } from '../flow/step-card.tsx'
import { isDrawable } from '../trigger-text/source-lines.ts'
import { START } from '../trigger-text/step-kinds.ts'
import { roughFlow } from './rough-flow.ts'

const NOTHING = { start: { code: 'joined', values: {} }, entered: 0, steps: [] }

/**
 * With the text as saved, the steps with their counts. With a changed one, the new steps, and the
 * counts of steps of the same name; with one that can't be read, its steps as they are written.
 */
export function useFlow(
  saved: FlowAnswer | undefined,
  checked: CheckedSource | undefined,
  isChanged: boolean,
  source: string,
) {
  const isEmpty = checked?.outline.length === 0 && isDrawable(source, [])
  const [readable, setReadable] = useState(checked?.flow)
  if (checked?.flow && checked.flow !== readable) setReadable(checked.flow)
  return useMemo(() => {
    const rough = checked?.flow === null ? roughFlow(checked.outline) : []
    const start = (readable ?? saved ?? NOTHING).start
    const isRough = rough.length > 0 || isEmpty
    const next = isRough ? { start, steps: rough } : (checked?.flow ?? readable)
    if (!isChanged || !next) return saved ?? NOTHING
    return {
      start: next.start,
      entered: saved?.entered ?? 0,
      steps: next.steps.map(step => {
        const before = saved?.steps.find(({ key }) => key === step.key)
        const people = new Map(before?.ways.map(({ way, people }) => [way, people]))
        const ways = step.ways.map(one => ({ ...one, people: people.get(one.way) ?? 0 }))
        return { ...step, here: before?.here ?? 0, ways }
      }),
    }
  }, [saved, checked, readable, isChanged, isEmpty])
}

/** By step, mistakes before warnings; those above the first step are at the start. */
export function findingsOf(
  checked: CheckedSource | undefined,
  say: SentenceWords,
): Map<string, StepFinding> {
  const found = new Map<string, StepFinding>()
  if (!checked) return found
  const { outline, problems, notes } = checked
  const [first] = outline
  for (const [look, some] of [
    ['bad', problems],
    ['warn', notes],
  ] as const)
    for (const finding of some) {
      const { line } = finding
      const step = outline.find(one => one.line <= line && line <= one.lastLine)
      const key = step?.key ?? (first && line < first.line ? START : undefined)
      if (key !== undefined && !found.has(key)) found.set(key, { look, says: say(finding) })
    }
  return found
}

/** A step with people on it, without its like in another text. */
export interface LeftStep {
  key: string
  here: number
}

/** As the service moves people: to a step of the same name that does the same. */
export function leftSteps(
  saved: Pick<FlowAnswer, 'steps'> | undefined,
  next: Pick<FlowAnswer, 'steps'>,
): LeftStep[] {
  const kinds = new Map(next.steps.map(({ key, code }) => [key, kindOf(code)]))
  return (saved?.steps ?? [])
    .filter(({ key, code, here }) => here > 0 && kinds.get(key) !== kindOf(code))
    .map(({ key, here }) => ({ key, here }))
}

/** The codes of one word of the language: `wait:`, and conditions with filters. */
const kindOf = (code: string): string =>
  ['wait-until', 'wait-weekday', 'wait-clock'].includes(code)
    ? 'wait'
    : code === 'filter'
      ? 'if'
      : code

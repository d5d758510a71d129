/**
 * Steps added, removed and renamed in the text of a trigger: lines are put in and taken out by its
 * outline, so that comments and all other lines stay byte for byte. No act leads a step back.
 */
import { type TextEdit, valueEdit, type WrittenStep, withEdits, written } from './change-source.ts'
import { blockEdit, endOfLine, indentsOf, isDrawable, startOfLine } from './source-lines.ts'
import { linesOfStep, START, type StepKind, TWO_WAYS } from './step-kinds.ts'
import {
  type DrawnWay,
  goalOf,
  isLead,
  LEADS,
  type LeadWord,
  leadEdit,
  openWays,
} from './step-ways.ts'

/** The new text, and the key of the new step. */
export function withStep(
  source: string,
  steps: readonly WrittenStep[],
  { from, way }: DrawnWay,
  kind: StepKind,
  name: string,
): { source: string; key: string } | undefined {
  const i = steps.findIndex(({ key }) => key === from)
  if ((i < 0 && from !== START) || !isDrawable(source, steps)) return undefined
  const [dash, indent] = indentsOf(source, steps)
  const key = freeKey(steps, name)
  const edits: TextEdit[] = []
  const close = (step: WrittenStep | undefined, goal: string | null, but?: LeadWord) => {
    for (const open of step ? openWays(step) : [])
      if (open !== but) edits.push(leadEdit(source, step!, open, goal, indent))
  }
  const word = way === 'next' ? 'then' : way
  let [at, goal, explicit] = [0, steps[0]?.key ?? null, false]
  if (i >= 0) {
    const step = steps[i]!
    goal = goalOf(steps, i, word)
    if (openWays(step).includes(word)) {
      at = i + 1
      close(step, goal, word)
    } else {
      edits.push(leadEdit(source, step, word, key, indent))
      const j = steps.findIndex(one => one.key === goal)
      const before = steps[j - 1]
      const hasRoom = before !== undefined && openWays(before).length === 0
      at = hasRoom ? j : steps.length
      explicit = !hasRoom && goal !== null
      if (!hasRoom) close(steps.at(-1), null)
    }
  }
  const sender = steps.slice(0, at).findLast(({ texts }) => texts.some(one => one.word === 'send'))
  const lines = linesOfStep(kind, { sender: sender?.key ?? '', goal: goal ?? 'end' })
  if (explicit && !TWO_WAYS.includes(kind)) lines.push(`then: ${written(goal!)}`)
  edits.push(blockEdit(source, steps, at, [`${dash}step: ${key}`, ...lines.map(l => indent + l)]))
  return { source: withEdits(source, edits), key }
}

function freeKey(steps: readonly WrittenStep[], name: string): string {
  const taken = new Set(steps.map(({ key }) => key))
  for (let i = 1; ; i++) {
    const key = i === 1 ? name : `${name} ${i}`
    if (!taken.has(key)) return key
  }
}

/** Who led to the step is led on to where it led: of two ways the one that does not end. */
export function withoutStep(
  source: string,
  steps: readonly WrittenStep[],
  key: string,
): string | undefined {
  const i = steps.findIndex(one => one.key === key)
  const step = steps[i]
  if (!step || !isDrawable(source, steps)) return undefined
  const [, indent] = indentsOf(source, steps)
  const ends = step.texts.some(({ word }) => word === 'end')
  const goal = ends ? null : (goalOf(steps, i, 'then') ?? goalOf(steps, i, 'else'))
  const goalFrom = (from: WrittenStep) => (goal === from.key || goal === key ? null : goal)
  const edits = steps.flatMap(one =>
    one === step
      ? []
      : one.texts
          .filter(({ word, value }) => isLead(word) && value.trim() === key)
          .map(text => valueEdit(source, text, goalFrom(one) ?? 'end')),
  )
  const before = steps[i - 1]
  if (before && goalFrom(before) !== (steps[i + 1]?.key ?? null))
    for (const word of openWays(before))
      edits.push(leadEdit(source, before, word, goalFrom(before), indent))
  const from = startOfLine(source, step.line)
  const end = endOfLine(source, step.endLine)
  const next = source.indexOf('\n', end)
  edits.push({ from, to: next < 0 ? source.length : next + 1, text: '' })
  return withEdits(source, edits)
}

/** With the name wherever another step names it. Undefined if it is taken, or none. */
export function withName(
  source: string,
  steps: readonly WrittenStep[],
  key: string,
  name: string,
): string | undefined {
  const next = name.trim()
  if (next === '' || next.toLowerCase() === 'end' || steps.some(one => one.key === next))
    return undefined
  const named = ['clicked', 'opened', ...LEADS]
  const edits = steps.flatMap(one =>
    one.texts
      .filter(({ word, value }) =>
        word === 'step' ? one.key === key : named.includes(word) && value.trim() === key,
      )
      .map(text => valueEdit(source, text, next)),
  )
  return withEdits(source, edits)
}

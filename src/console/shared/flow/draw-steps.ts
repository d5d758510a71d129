/**
 * Steps added, removed and renamed in the text of a trigger: lines are put in and taken out by its
 * outline, so that comments and all other lines stay byte for byte. No act leads a step back.
 */
import { type TextEdit, valueEdit, type WrittenStep, withEdits, written } from './change-source.ts'
import { isBranch, linesOfStep, START, type StepKind, TWO_WAYS } from './step-kinds.ts'

/** A line of the drawing: out of `from`, which may be the start. */
export interface DrawnWay {
  from: string
  way: 'next' | 'then' | 'else' | 'unmeasured'
}

type LeadWord = 'then' | 'else' | 'unmeasured'
const LEADS: readonly LeadWord[] = ['then', 'else', 'unmeasured']

/** Steps of a block list, each beginning on a line of its own; or no steps yet. */
export function isDrawable(source: string, steps: readonly WrittenStep[]): boolean {
  const lines = source.split('\n')
  if (steps.length === 0) return emptySteps(source) !== undefined
  return steps.every(({ line }) => /^ *- +[\p{L}]/u.test(lines[line - 1] ?? ''))
}

/** The number of the line `steps:`, from 1, if only comments stand below it. */
function emptySteps(source: string): number | undefined {
  const lines = source.split('\n')
  const isBare = (line: string) => /^\s*(?:#|$)/.test(line)
  const last = lines.findLastIndex(line => !isBare(line))
  const line = lines[last]
  if (line === undefined || !line.startsWith('steps:')) return undefined
  return isBare(line.slice('steps:'.length)) ? last + 1 : undefined
}

/** Where a way leads, by key; null ends the run. */
function goalOf(steps: readonly WrittenStep[], i: number, word: LeadWord): string | null {
  const named = steps[i]!.texts.find(text => text.word === word)?.value.trim()
  if (named !== undefined) return named.toLowerCase() === 'end' ? null : named
  return word === 'unmeasured' ? null : (steps[i + 1]?.key ?? null)
}

/** Ways without a word: they lead to the step below. */
function openWays({ texts }: WrittenStep): LeadWord[] {
  const words = texts.map(({ word }) => word)
  if (words.includes('end')) return []
  const ways: LeadWord[] = isBranch(words) ? ['then', 'else'] : ['then']
  return ways.filter(word => !words.includes(word))
}

/** The offset of the end of a line, from 1, without its line end. */
function endOfLine(source: string, line: number): number {
  let at = -1
  for (let i = 0; i < line; i++) {
    const next = source.indexOf('\n', at + 1)
    if (next < 0) return source.length
    at = next
  }
  return source[at - 1] === '\r' ? at - 1 : at
}

function startOfLine(source: string, line: number): number {
  if (line === 1) return 0
  return source.indexOf('\n', endOfLine(source, line - 1)) + 1
}

const eolOf = (source: string): string => (source.includes('\r\n') ? '\r\n' : '\n')

/** The blanks before the dash, and before the words below it. */
function indentsOf(source: string, steps: readonly WrittenStep[]): [dash: string, word: string] {
  const [first] = steps
  if (!first) return ['  - ', '    ']
  const line = source.slice(startOfLine(source, first.line), endOfLine(source, first.line))
  const dash = /^ *- +/.exec(line)?.[0] ?? '  - '
  return [dash, ' '.repeat(dash.length)]
}

function leadEdit(
  source: string,
  step: WrittenStep,
  word: LeadWord,
  goal: string | null,
  indent: string,
): TextEdit {
  const text = step.texts.find(one => one.word === word)
  if (text) return valueEdit(source, text, goal ?? 'end')
  const at = endOfLine(source, step.endLine)
  return { from: at, to: at, text: `${eolOf(source)}${indent}${word}: ${written(goal ?? 'end')}` }
}

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

function blockEdit(
  source: string,
  steps: readonly WrittenStep[],
  at: number,
  lines: readonly string[],
): TextEdit {
  const eol = eolOf(source)
  const before = steps[at - 1]
  if (before || steps.length === 0) {
    const place = endOfLine(source, before?.endLine ?? emptySteps(source)!)
    return { from: place, to: place, text: lines.map(line => eol + line).join('') }
  }
  const place = startOfLine(source, steps[0]!.line)
  return { from: place, to: place, text: lines.map(line => line + eol).join('') }
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

const isLead = (word: string): boolean => (LEADS as readonly string[]).includes(word)

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

/** The steps from which a step is reached, and itself: a way to them would be a loop. */
export function stepsBefore(steps: readonly WrittenStep[], key: string): Set<string> {
  const found = new Set([key])
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const [i, step] of steps.entries())
      if (LEADS.some(word => leadsInto(steps, i, word, found))) found.add(step.key)
  }
  return found
}

function leadsInto(
  steps: readonly WrittenStep[],
  i: number,
  word: LeadWord,
  found: ReadonlySet<string>,
): boolean {
  const step = steps[i]!
  const named = step.texts.some(one => one.word === word)
  if (!named && !openWays(step).includes(word)) return false
  const goal = goalOf(steps, i, word)
  return goal !== null && found.has(goal)
}

/**
 * A step moved in the text of a trigger: its lines go, with the comments right above them, and
 * where ways lead is changed; all other lines stay byte for byte. No move leads a step back.
 */
import { type TextEdit, valueEdit, type WrittenStep, withEdits } from './change-source.ts'
import { endOfLine, eolOf, indentsOf, isDrawable, startOfLine } from './source-lines.ts'
import { START } from './step-kinds.ts'
import { type DrawnWay, goalOf, LEADS, type LeadWord, leadEdit, openWays } from './step-ways.ts'

/** On one way, or before a step: on all ways that lead to it. */
export type StepPlace = DrawnWay | { before: string }

type Goals = Partial<Record<LeadWord, string | null>>

/** The steps in their order, each with where its ways lead. */
type Graph = Map<string, Goals>

function graphOf(steps: readonly WrittenStep[]): Graph {
  return new Map(
    steps.map((step, i) => {
      const open = openWays(step)
      const words = LEADS.filter(
        word => open.includes(word) || step.texts.some(text => text.word === word),
      )
      return [step.key, Object.fromEntries(words.map(word => [word, goalOf(steps, i, word)]))]
    }),
  )
}

/** The way by which a moved step leads on: of two the first that does not end. */
function wayOn(goals: Goals): LeadWord | undefined {
  const words = (['then', 'else'] as const).filter(word => goals[word] !== undefined)
  return words.find(word => goals[word] !== null) ?? words.at(-1)
}

const wordsTo = (goals: Goals, goal: string): LeadWord[] =>
  LEADS.filter(word => goals[word] === goal)

/** Undefined where it can't go: to itself, where it is, or so that it would lead back to itself. */
function movedGraph(graph: Graph, key: string, place: StepPlace): Graph | undefined {
  const own = graph.get(key)
  const on = own && wayOn(own)
  if (!on) return undefined
  const next = own[on] ?? null
  const [first, second] = graph.keys()
  // Who enters goes to the step that is written first.
  if (first === key && next !== second) return undefined
  const rest = new Map([...graph].filter(([one]) => one !== key).map(([k, g]) => [k, { ...g }]))
  for (const [one, goals] of rest)
    for (const word of wordsTo(goals, key)) goals[word] = next === one ? null : next
  const at = placedAt(rest, place, key)
  if (!at) return undefined
  const moved: Graph = new Map()
  for (const one of [undefined, ...rest.keys()]) {
    if (one !== undefined) moved.set(one, rest.get(one)!)
    if (one === at.below) moved.set(key, { ...own, [on]: at.goal })
  }
  if (isSame(graph, moved)) return undefined
  return reaches(moved, key) && !reaches(graph, key) ? undefined : moved
}

/** Leads the ways of the place to the step; below which step it is written then. */
function placedAt(
  rest: Graph,
  place: StepPlace,
  key: string,
): { goal: string | null; below: string | undefined } | undefined {
  const keys = [...rest.keys()]
  if ('before' in place) {
    const i = keys.indexOf(place.before)
    if (i < 0) return undefined
    for (const goals of rest.values())
      for (const word of wordsTo(goals, place.before)) goals[word] = key
    return { goal: place.before, below: keys[i - 1] }
  }
  if (place.from === START) return { goal: keys[0] ?? null, below: undefined }
  const goals = rest.get(place.from)
  const word = place.way === 'next' ? 'then' : place.way
  if (goals?.[word] === undefined) return undefined
  const goal = goals[word]
  goals[word] = key
  return { goal, below: place.from }
}

const isSame = (one: Graph, other: Graph): boolean =>
  JSON.stringify([...one]) === JSON.stringify([...other])

function reaches(graph: Graph, key: string): boolean {
  const seen = new Set<string>()
  const ahead = [key]
  for (let one = ahead.pop(); one !== undefined; one = ahead.pop())
    for (const goal of Object.values(graph.get(one) ?? {})) {
      if (goal === key) return true
      if (goal === null || seen.has(goal)) continue
      seen.add(goal)
      ahead.push(goal)
    }
  return false
}

/** Of these ways, those that a step can be moved onto. */
export function waysFor(
  steps: readonly WrittenStep[],
  key: string,
  ways: readonly DrawnWay[],
): DrawnWay[] {
  const graph = graphOf(steps)
  return ways.filter(way => movedGraph(graph, key, way))
}

export interface StepMove {
  place: StepPlace
  /** The step that it then stands before or after. */
  beside: string
}

/** One step up: before the step that leads to it; one down: after the step it leads to. */
export function moveBeside(
  steps: readonly WrittenStep[],
  key: string,
  way: 'up' | 'down',
): StepMove | undefined {
  const graph = graphOf(steps)
  const own = graph.get(key)
  const on = own && wayOn(own)
  if (!on) return undefined
  const keys = [...graph.keys()]
  const leading = keys.filter(one => one !== key && wordsTo(graph.get(one)!, key).length > 0)
  const beside =
    way === 'down'
      ? own[on]
      : (leading.findLast(one => keys.indexOf(one) < keys.indexOf(key)) ?? leading[0])
  const goals = graph.get(beside ?? '')
  const onward = goals && wayOn(goals)
  if (beside == null || !onward) return undefined
  const place: StepPlace = way === 'up' ? { before: beside } : { from: beside, way: onward }
  return movedGraph(graph, key, place) && { place, beside }
}

/** The new text; undefined where the step can't go. */
export function withMoved(
  source: string,
  steps: readonly WrittenStep[],
  key: string,
  place: StepPlace,
): string | undefined {
  const moved = isDrawable(source, steps) ? movedGraph(graphOf(steps), key, place) : undefined
  if (!moved) return undefined
  const order = [...moved.keys()]
  const edits = new Map(
    steps.map(step => {
      const below = order[order.indexOf(step.key) + 1] ?? null
      return [step.key, leadEdits(source, steps, step, moved.get(step.key)!, below)]
    }),
  )
  const step = steps.find(one => one.key === key)!
  const [from, to] = [startOfBlock(source, steps, step), endOfLine(source, step.endLine)]
  const inside = edits
    .get(key)!
    .map(edit => ({ ...edit, from: edit.from - from, to: edit.to - from }))
  const block = withEdits(source.slice(from, to), inside)
  edits.delete(key)
  const eol = eolOf(source)
  const above = order[order.indexOf(key) - 1]
  const before = steps.find(one => one.key === above)
  const at = before ? endOfLine(source, before.endLine) : startOfBlock(source, steps, steps[0]!)
  const put = { from: at, to: at, text: before ? eol + block : block + eol }
  const next = source.indexOf('\n', to)
  // The last line of a text may have no end: then that above it goes.
  const taken = next < 0 ? { from: from - eol.length, to: source.length } : { from, to: next + 1 }
  return withEdits(source, [...edits.values()].flat().concat(put, { ...taken, text: '' }))
}

function leadEdits(
  source: string,
  steps: readonly WrittenStep[],
  step: WrittenStep,
  goals: Goals,
  below: string | null,
): TextEdit[] {
  const [, indent] = indentsOf(source, steps)
  return LEADS.flatMap(word => {
    const goal = goals[word]
    if (goal === undefined) return []
    const text = step.texts.find(one => one.word === word)
    if (!text) return goal === below ? [] : [leadEdit(source, step, word, goal, indent)]
    const isWritten = goal === goalOf(steps, steps.indexOf(step), word)
    return isWritten ? [] : [valueEdit(source, text, goal ?? 'end')]
  })
}

/** With the comments that stand right above the step. */
function startOfBlock(source: string, steps: readonly WrittenStep[], step: WrittenStep): number {
  const least = (steps[steps.indexOf(step) - 1]?.endLine ?? firstLine(source)) + 1
  const lines = source.split('\n')
  let { line } = step
  while (line > least && /^\s*#/.test(lines[line - 2]!)) line--
  return startOfLine(source, line)
}

/** The line `steps:`, from 1. */
const firstLine = (source: string): number =>
  source.split('\n').findIndex(line => line.startsWith('steps:')) + 1

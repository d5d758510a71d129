/**
 * What a definition may not be although each of its parts is right: loops without a delay, steps
 * that nobody comes to.
 */
import { type Definition, type Next, type Step, waysFrom } from './definition.ts'

export interface DefinitionFinding {
  /** The step that it is about; undefined: the trigger as a whole. */
  key: string | undefined
  says: string
}

export interface DefinitionCheck {
  /** It is refused. */
  wrong: DefinitionFinding[]
  /** It may be meant so. */
  notes: DefinitionFinding[]
}

export function checkDefinition(definition: Definition): DefinitionCheck {
  const { steps, start, listId } = definition
  const wrong: DefinitionFinding[] = []
  const notes: DefinitionFinding[] = []
  const loop = loopWithoutDelay(steps)
  if (loop)
    wrong.push({
      key: loop[0]!,
      says: `The steps ${loop.map(key => JSON.stringify(key)).join(', ')} lead to each other without a wait, so a person would go round for ever. Put a "wait:" between them, or let one lead to "end".`,
    })
  const reached = reachedFrom(steps, steps[0]?.key ?? null, waysFrom)
  for (const step of steps) {
    if (!reached.has(step.key))
      wrong.push({
        key: step.key,
        says: `Nobody comes to step ${JSON.stringify(step.key)}: no step leads to it.`,
      })
    if (step.do === 'leave' && step.listId === listId && step.next !== null)
      wrong.push({
        key: step.key,
        says: 'This is the list of the trigger: who leaves it leaves the trigger, and no step comes after it. Write "then: end".',
      })
    if ('then' in step && step.then === step.else)
      wrong.push({
        key: step.key,
        says: '"then" and "else" lead to the same step: nothing is decided here.',
      })
    if (step.do === 'wait for' && step.event.on === 'opened')
      notes.push({ key: step.key, says: OPENS })
  }
  if (start.on === 'opened' || start.on === 'not opened')
    notes.push({ key: undefined, says: OPENS })
  if (start.on === 'date' && start.repeat === 'yearly' && definition.again === 'never')
    notes.push({
      key: undefined,
      says: 'The date comes every year, and "again: never" lets a person in once.',
    })
  return { wrong, notes }
}

const OPENS =
  'Who opened is a guess: programs hide it, or open for people. What must be sure asks for a click (docs/tracking.md).'

type Ways = (step: Step) => { to: Next }[]

/**
 * The ways that take no time, at least at times: a wait for an event may be over at once, a day may
 * have passed already.
 */
export function waysAtOnce(step: Step): { to: Next }[] {
  if (step.do === 'wait') return 'until' in step.delay ? waysFrom(step) : []
  if (step.do === 'wait for') return [{ to: step.then }]
  return waysFrom(step)
}

/** The keys of all steps that can be come to from one, itself too. */
export function reachedFrom(steps: readonly Step[], first: Next, ways: Ways): Set<string> {
  const byKey = new Map(steps.map(step => [step.key, step]))
  const reached = new Set<string>()
  const ahead = first === null ? [] : [first]
  for (let key = ahead.pop(); key !== undefined; key = ahead.pop()) {
    if (reached.has(key)) continue
    reached.add(key)
    for (const { to } of ways(byKey.get(key)!)) if (to !== null) ahead.push(to)
  }
  return reached
}

/** The first loop of steps that takes no time, in the order they are walked. */
function loopWithoutDelay(steps: readonly Step[]): string[] | undefined {
  const byKey = new Map(steps.map(step => [step.key, step]))
  const done = new Set<string>()
  function from(key: string, path: string[]): string[] | undefined {
    if (path.includes(key)) return path.slice(path.indexOf(key))
    if (done.has(key)) return undefined
    for (const { to } of waysAtOnce(byKey.get(key)!)) {
      const loop = to === null ? undefined : from(to, [...path, key])
      if (loop) return loop
    }
    done.add(key)
    return undefined
  }
  for (const { key } of steps) {
    const loop = from(key, [])
    if (loop) return loop
  }
  return undefined
}

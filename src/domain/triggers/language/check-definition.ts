/** Checks a definition as a whole: loops without a delay, unreachable steps. */
import { detailed, type ReportedSentence, reported } from '../../details/details.ts'
import { type Definition, type Next, type Step, waysFrom } from './definition.ts'

export interface DefinitionFinding extends ReportedSentence {
  /** The step concerned; undefined: the trigger as a whole. */
  key: string | undefined
}

export interface DefinitionCheck {
  /** Errors: the definition is refused. */
  wrong: DefinitionFinding[]
  /** Warnings. */
  notes: DefinitionFinding[]
}

export function checkDefinition(definition: Definition): DefinitionCheck {
  const { steps, start, listId } = definition
  const wrong: DefinitionFinding[] = []
  const notes: DefinitionFinding[] = []
  const loop = loopWithoutDelay(steps)
  if (loop)
    wrong.push({ key: loop[0]!, ...reported(detailed('steps-loop', { steps: listed(loop) })) })
  const reached = reachedFrom(steps, steps[0]?.key ?? null, waysFrom)
  for (const step of steps) {
    if (!reached.has(step.key))
      wrong.push({ key: step.key, ...reported(detailed('step-unreachable', { step: step.key })) })
    if (step.do === 'leave' && step.listId === listId && step.next !== null)
      wrong.push({ key: step.key, ...reported(detailed('step-leaves')) })
    if ('then' in step && step.then === step.else)
      wrong.push({ key: step.key, ...reported(detailed('ways-same')) })
    if (step.do === 'wait for' && step.event.on === 'opened')
      notes.push({ key: step.key, ...reported(detailed('opens-estimate')) })
  }
  if (start.on === 'opened' || start.on === 'not opened')
    notes.push({ key: undefined, ...reported(detailed('opens-estimate')) })
  if (start.on === 'date' && start.repeat === 'yearly' && definition.again === 'never')
    notes.push({ key: undefined, ...reported(detailed('date-once')) })
  return { wrong, notes }
}

const listed = (keys: readonly string[]): string => keys.map(key => JSON.stringify(key)).join(', ')

type Ways = (step: Step) => { to: Next }[]

/**
 * The edges that may take no time: an awaited event may have happened already, a date may have
 * passed.
 */
export function immediateWays(step: Step): { to: Next }[] {
  if (step.do === 'wait') return 'until' in step.delay ? waysFrom(step) : []
  if (step.do === 'wait for') return [{ to: step.then }]
  return waysFrom(step)
}

/** The keys of all steps reachable from one, itself included. */
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

/** The first loop of steps that takes no time, in the order of the run. */
function loopWithoutDelay(steps: readonly Step[]): string[] | undefined {
  const byKey = new Map(steps.map(step => [step.key, step]))
  const done = new Set<string>()
  function from(key: string, path: string[]): string[] | undefined {
    if (path.includes(key)) return path.slice(path.indexOf(key))
    if (done.has(key)) return undefined
    for (const { to } of immediateWays(byKey.get(key)!)) {
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

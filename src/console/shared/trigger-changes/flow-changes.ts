/** The differences of two definitions of a trigger, by value and by step. */
import type { FlowAnswer } from '../../api/triggers.ts'

/** A text of a trigger as the service has read it. */
export interface ComparedText {
  source: string
  head: FlowAnswer['head']
  /** Undefined: it has mistakes, and can't be read. */
  flow: Pick<FlowAnswer, 'start' | 'steps'> | undefined
}

type Step = FlowAnswer['steps'][number]
type Way = Step['ways'][number]['way']

export interface HeadChange {
  word: string
  before: string | undefined
  after: string | undefined
}

export interface WayChange {
  way: Way
  /** A step; null ends the run. */
  before: string | null | undefined
  after: string | null | undefined
}

export interface StepChange {
  key: string
  /** Undefined: it was not there. */
  before: Step | undefined
  /** Undefined: it is there no more. */
  after: Step | undefined
  /** It does something else. */
  does: boolean
  ways: WayChange[]
}

/** Of the values above the steps, as they are written. */
export function headChanges(before: ComparedText, after: ComparedText): HeadChange[] {
  const [old, next] = [before, after].map(
    ({ head }) => new Map(head.map(({ word, value }) => [word, value])),
  ) as [Map<string, string>, Map<string, string>]
  return [...new Set([...old.keys(), ...next.keys()])]
    .map(word => ({ word, before: old.get(word), after: next.get(word) }))
    .filter(({ before, after }) => before !== after)
}

/** In the order of the new definition; those that are gone stand first. None if one is unread. */
export function stepChanges(before: ComparedText, after: ComparedText): StepChange[] {
  if (!before.flow || !after.flow) return []
  const old = new Map(before.flow.steps.map(step => [step.key, step]))
  const next = new Map(after.flow.steps.map(step => [step.key, step]))
  const gone = [...old.values()].filter(({ key }) => !next.has(key))
  return [
    ...gone.map(step => ({
      key: step.key,
      before: step,
      after: undefined,
      does: false,
      ways: [],
    })),
    ...[...next.values()]
      .map(step => changeOf(old.get(step.key), step))
      .filter(({ before, does, ways }) => !before || does || ways.length > 0),
  ]
}

const changeOf = (before: Step | undefined, after: Step): StepChange => ({
  key: after.key,
  before,
  after,
  does: before !== undefined && doing(before) !== doing(after),
  ways: before ? wayChanges(before, after) : [],
})

const doing = ({ code, values }: Step): string =>
  JSON.stringify([code, Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))])

function wayChanges(before: Step, after: Step): WayChange[] {
  const [old, next] = [before, after].map(
    ({ ways }) => new Map(ways.map(({ way, to }) => [way, to])),
  ) as [Map<Way, string | null>, Map<Way, string | null>]
  return [...new Set([...old.keys(), ...next.keys()])]
    .map(way => ({ way, before: old.get(way), after: next.get(way) }))
    .filter(({ before, after }) => before !== after)
}

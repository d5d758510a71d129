/** Conditions of a definition about values that answers without personal data hide. */
import { isPersonal, testsIn } from '../../filters/condition.ts'
import type { AwaitedEvent, Definition, Start, Step } from './definition.ts'

/** Whether who enters, or which way they take, tells a value of theirs. */
export const asksPersonal = ({ start, steps }: Definition): boolean =>
  start.on === 'date' || valueAsked(start) !== undefined || steps.some(isAsking)

const isAsking = (step: Step): boolean =>
  (step.do === 'wait for' && valueAsked(step.event) !== undefined) ||
  (step.do === 'branch' && personalTests(step).length > 0)

/** The values that it compares with, as they stand in the source. */
export const personalValues = ({ start, steps }: Definition): string[] =>
  [valueAsked(start), ...steps.flatMap(valuesIn)].filter(value => value !== undefined)

const valuesIn = (step: Step): (string | undefined)[] => {
  if (step.do === 'wait for') return [valueAsked(step.event)]
  if (step.do !== 'branch') return []
  return personalTests(step).flatMap(test =>
    'text' in test ? test.values : 'value' in test ? String(test.value) : [],
  )
}

const personalTests = ({ ask }: Extract<Step, { do: 'branch' }>) =>
  'condition' in ask ? testsIn(ask.condition).filter(isPersonal) : []

const valueAsked = (event: Start | AwaitedEvent): string | undefined =>
  event.on === 'changed' ? event.to : undefined

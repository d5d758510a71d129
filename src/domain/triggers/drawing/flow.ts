/**
 * A trigger as a graph: its start and its steps, each with where it leads and with what it does as
 * a code with values, which pages put into words of the reader's language.
 */

import { clockText } from '../../../lib/local-time.ts'
import { writeFilter } from '../../filters/write-filter.ts'
import {
  type AwaitedEvent,
  type Definition,
  type Start,
  type Step,
  type Way,
  waysFrom,
} from '../language/definition.ts'
import { delayText, scheduleText } from '../language/definition-times.ts'

export type NamedKind = 'newsletter' | 'list' | 'filter' | 'webhook' | 'form'

/** Names of objects; one that is missing was deleted. */
export interface Names {
  of(kind: NamedKind, id: number): string | undefined
  /** Of data fields, by number. */
  fields: ReadonlyMap<number, string>
}

export type EventCode =
  | 'opened'
  | 'clicked'
  | 'converted'
  | 'event'
  | 'changed'
  | 'changed-to'
  | 'listed'

export type StartCode =
  | EventCode
  | 'joined'
  | 'date'
  | 'days-before'
  | 'days-after'
  | 'not-opened'
  | 'feed'
  | 'signed-up'
  | 'confirmed'

export type StepCode =
  | 'send'
  | 'sms'
  | 'set'
  | 'join'
  | 'leave'
  | 'call'
  | 'wait'
  | 'wait-until'
  | 'wait-weekday'
  | 'wait-clock'
  | 'wait-for'
  | 'filter'
  | 'if'
  | 'end'

/**
 * `newsletter`, `list`, `filter`, `webhook` and `form` are names, '' if it was removed, each with
 * its `id`, and `field` with its `number`; `minutes` and `days` are numbers; `event` is what is
 * waited for, in the code of a start; `text` is a time as the definition writes it.
 */
export type FlowValues = Record<string, string | number>

export interface FlowWords<Code extends string = string> {
  code: Code
  values: FlowValues
}

/** Subscribers at each step, and transitions by edge; without it a flow has no counts. */
export interface StepCounts {
  entered: number
  at(key: string): number
  on(key: string, way: Way): number
}

export interface FlowStep extends FlowWords<StepCode> {
  key: string
  /** Subscribers who are at it. */
  here: number
  ways: { way: Way; to: string | null; people: number }[]
}

export interface TriggerFlow {
  /** Its values say how often a person enters: `again` and `againDays`. */
  start: FlowWords<StartCode>
  entered: number
  steps: FlowStep[]
}

export function flowOf(definition: Definition, names: Names, counts?: StepCounts): TriggerFlow {
  return {
    start: entering(startWords(definition.start, names), definition.again),
    entered: counts?.entered ?? 0,
    steps: definition.steps.map(step => ({
      key: step.key,
      ...stepWords(step, names),
      here: counts?.at(step.key) ?? 0,
      ways: waysFrom(step).map(({ way, to }) => ({
        way,
        to,
        people: counts?.on(step.key, way) ?? 0,
      })),
    })),
  }
}

const entering = (
  { code, values }: FlowWords<StartCode>,
  again: Definition['again'],
): FlowWords<StartCode> => ({
  code,
  values: {
    ...values,
    ...(typeof again === 'string' ? { again } : { again: 'days', againDays: again.days }),
  },
})

const nameOf = (names: Names, kind: NamedKind, id: number) => ({
  [kind]: names.of(kind, id) ?? '',
  id,
})

const fieldOf = ({ fields }: Names, number: number) => ({
  field: fields.get(number) ?? `DD${number}`,
  number,
})

function startWords(start: Start, names: Names): FlowWords<StartCode> {
  switch (start.on) {
    case 'joined':
      return { code: 'joined', values: {} }
    case 'date': {
      const { field, days, minute, repeat, leapDay } = start
      const at = { ...fieldOf(names, field), days: Math.abs(days), at: clockText(minute) }
      const code = days === 0 ? 'date' : days < 0 ? 'days-before' : 'days-after'
      return { code, values: { ...at, repeat, leapDay } }
    }
    case 'not opened': {
      const { newsletterId, days } = start
      return { code: 'not-opened', values: { ...nameOf(names, 'newsletter', newsletterId), days } }
    }
    case 'feed': {
      const { url, minute, weekdays } = start
      const at = clockText(minute)
      const days = weekdays.join(',')
      const text = scheduleText(start)
      return { code: 'feed', values: { address: url, at, weekdays: days, text } }
    }
    case 'signed-up':
    case 'confirmed':
      return { code: start.on, values: nameOf(names, 'form', start.formId) }
    default:
      return eventWords(start, names)
  }
}

function eventWords(event: AwaitedEvent, names: Names): FlowWords<EventCode> {
  switch (event.on) {
    case 'converted':
      return { code: 'converted', values: {} }
    case 'event':
      return { code: 'event', values: { name: event.event } }
    case 'changed': {
      const field = fieldOf(names, event.field)
      return event.to === undefined
        ? { code: 'changed', values: field }
        : { code: 'changed-to', values: { ...field, value: event.to } }
    }
    case 'listed':
      return { code: 'listed', values: nameOf(names, 'list', event.listId) }
    default: {
      const of =
        'step' in event ? { step: event.step } : nameOf(names, 'newsletter', event.newsletterId)
      const link: FlowValues = event.link === undefined ? {} : { link: event.link }
      return { code: event.on, values: { ...of, ...link } }
    }
  }
}

export function stepWords(step: Step, names: Names): FlowWords<StepCode> {
  switch (step.do) {
    case 'send':
      return { code: 'send', values: nameOf(names, 'newsletter', step.newsletterId) }
    case 'sms':
      return { code: 'sms', values: { text: step.text } }
    case 'set': {
      return { code: 'set', values: { ...fieldOf(names, step.field), value: step.value } }
    }
    case 'join':
    case 'leave':
      return { code: step.do, values: nameOf(names, 'list', step.listId) }
    case 'call':
      return { code: 'call', values: nameOf(names, 'webhook', step.webhookId) }
    case 'wait':
      return waitWords(step.delay)
    case 'wait for': {
      const { code, values } = eventWords(step.event, names)
      return { code: 'wait-for', values: { ...values, event: code, minutes: step.minutes } }
    }
    case 'branch':
      return 'filterId' in step.ask
        ? { code: 'filter', values: nameOf(names, 'filter', step.ask.filterId) }
        : { code: 'if', values: { condition: writeFilter(step.ask.condition, names.fields) } }
    case 'end':
      return { code: 'end', values: {} }
  }
}

function waitWords(delay: Extract<Step, { do: 'wait' }>['delay']): FlowWords<StepCode> {
  const text = delayText(delay)
  if ('for' in delay) return { code: 'wait', values: { text, minutes: delay.for } }
  if ('until' in delay) return { code: 'wait-until', values: { text, until: delay.until } }
  const at: FlowValues = delay.minute === undefined ? {} : { at: clockText(delay.minute) }
  if ('weekday' in delay)
    return { code: 'wait-weekday', values: { text, weekday: delay.weekday, ...at } }
  if ('days' in delay) return { code: 'wait', values: { text, minutes: delay.days * 1440, ...at } }
  return { code: 'wait-clock', values: { text, ...at } }
}

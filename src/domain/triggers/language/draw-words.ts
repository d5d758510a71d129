/** Describes the start and the steps of a trigger in words, with the current names of objects. */

import { clockText } from '../../../lib/local-time.ts'
import { lengthText } from '../../details/passages.ts'
import { writeFilter } from '../../filters/write-filter.ts'
import type { AwaitedEvent, BranchStep, Definition, Happening, Start, Step } from './definition.ts'
import { delayText, scheduleText } from './definition-times.ts'

export type NamedKind = 'newsletter' | 'list' | 'filter' | 'webhook' | 'form'

/** Names of objects; one that is missing was deleted. */
export interface Names {
  of(kind: NamedKind, id: number): string | undefined
  /** Of data fields, by number. */
  fields: ReadonlyMap<number, string>
}

const named = (names: Names, kind: NamedKind, id: number): string => {
  const name = names.of(kind, id)
  return name === undefined ? `${kind} ${id} (deleted)` : `${kind} ${id} "${name}"`
}

const field = ({ fields }: Names, number: number): string => {
  const name = fields.get(number)
  return name === undefined || name === `DD${number}` ? `DD${number}` : `DD${number} "${name}"`
}

const days = (count: number): string => `${count} day${count === 1 ? '' : 's'}`

export function startText(
  { start, again }: Pick<Definition, 'start' | 'again'>,
  names: Names,
): string {
  const more =
    again === 'never'
      ? 'once'
      : again === 'always'
        ? 'every time'
        : `again after ${days(again.days)} at the earliest`
  return `${whenText(start, names)} (${more})`
}

function whenText(start: Start, names: Names): string {
  if (start.on === 'joined') return 'who comes onto the list'
  if (start.on === 'date') {
    const shift =
      start.days === 0
        ? 'on'
        : `${days(Math.abs(start.days))} ${start.days < 0 ? 'before' : 'after'}`
    const day = `the day in ${field(names, start.field)}`
    const leap =
      start.repeat === 'yearly' ? `; 29 February is ${start.leapDay} in common years` : ''
    return (
      `${start.repeat === 'yearly' ? 'yearly, ' : ''}${shift} ${day}, at ` +
      `${clockText(start.minute)}${leap}`
    )
  }
  if (start.on === 'not opened')
    return (
      `who has not opened ${named(names, 'newsletter', start.newsletterId)} ` +
      `${days(start.days)} after it came`
    )
  if (start.on === 'feed')
    return `when ${start.url} has new items, ${scheduleText(start)}: the whole list`
  if ('formId' in start) {
    const form = named(names, 'form', start.formId)
    return start.on === 'confirmed'
      ? `who confirms a sign-up by ${form}`
      : `who signs up by ${form}`
  }
  return `who ${happeningText(start, names)}`
}

function happeningText(event: Happening | AwaitedEvent, names: Names): string {
  switch (event.on) {
    case 'converted':
      return 'buys something after a click'
    case 'event':
      return `has the event ${JSON.stringify(event.event)}`
    case 'changed':
      return (
        'gets another value in ' +
        `${field(names, event.field)}${event.to === undefined ? '' : event.to === '' ? ': none' : `: ${JSON.stringify(event.to)}`}`
      )
    case 'listed':
      return `is on ${named(names, 'list', event.listId)}`
    default: {
      const what =
        'step' in event
          ? `the email of ${JSON.stringify(event.step)}`
          : named(names, 'newsletter', event.newsletterId)
      const link = event.link === undefined ? '' : `${event.link} in `
      return `${event.on === 'opened' ? 'opens' : 'clicks'} ${link}${what}`
    }
  }
}

export function stepText(step: Step, names: Names): string {
  switch (step.do) {
    case 'send':
      return `send ${named(names, 'newsletter', step.newsletterId)}`
    case 'sms':
      return (
        'send the SMS ' +
        `${JSON.stringify(step.text.length > 60 ? `${step.text.slice(0, 57)}...` : step.text)}`
      )
    case 'set':
      return step.value === ''
        ? `empty ${field(names, step.field)}`
        : `set ${field(names, step.field)} to ${JSON.stringify(step.value)}`
    case 'join':
      return `put on ${named(names, 'list', step.listId)}`
    case 'leave':
      return `take off ${named(names, 'list', step.listId)}`
    case 'call':
      return `call ${named(names, 'webhook', step.webhookId)}`
    case 'wait':
      return (
        'wait ' +
        `${'minute' in step.delay && !('weekday' in step.delay) && !('days' in step.delay) ? 'until ' : ''}${delayText(step.delay)}`
      )
    case 'wait for':
      return (
        `wait, ${lengthText(step.minutes)} at most, for who ` +
        `${happeningText(step.event, names)}`
      )
    case 'branch':
      return `if ${askText(step.ask, names)}`
    case 'end':
      return 'end'
  }
}

const askText = (ask: BranchStep['ask'], names: Names): string =>
  'filterId' in ask
    ? named(names, 'filter', ask.filterId)
    : writeFilter(ask.condition, names.fields)

/**
 * The start and the steps of a trigger in one line each: the table that a language fills, and
 * English. A code without words does not compile.
 */
import { lengthText } from '../../details/passages.ts'
import type { EventCode, FlowValues, StartCode, StepCode } from './flow.ts'

type Line = (values: FlowValues) => string

export interface FlowTexts {
  start: string
  end: string
  entered(people: string): string
  here(people: string): string
  /** How often a person enters, behind the start. `days`: the least between two runs. */
  again: Record<'never' | 'always' | 'days', Line>
  /** Beside a way that is `then`, `else` or `unmeasured`; `next` has no word. */
  ways: Record<'taken' | 'otherwise' | 'unmeasured', string>
  starts: Record<Exclude<StartCode, EventCode>, Line>
  /** A start by an event: who does what. */
  who(event: string): string
  /** What a person does. */
  events: Record<EventCode, Line>
  steps: Record<Exclude<StepCode, 'wait-for'>, Line>
  waitFor(values: FlowValues, event: string): string
}

const named = (kind: string, values: FlowValues): string =>
  values[kind] === '' ? `${kind} ${values.id} (deleted)` : `${kind} ${values.id} "${values[kind]}"`

/** `DD5 "Birthday"`; without a name its number. */
const fieldText = (
  { field, number }: FlowValues,
  quoted: (name: string) => string = JSON.stringify,
): string => (field === `DD${number}` ? `${field}` : `DD${number} ${quoted(String(field))}`)

const days = (count: FlowValues[string]): string => `${count} day${Number(count) === 1 ? '' : 's'}`

/** SMS are shown in part. */
const MOST_OF_SMS = 60

const shortSms = (text: FlowValues[string]): string => {
  const whole = String(text)
  return whole.length > MOST_OF_SMS ? `${whole.slice(0, MOST_OF_SMS - 3)}...` : whole
}

const yearly = ({ repeat }: FlowValues): string => (repeat === 'yearly' ? 'yearly, ' : '')

const atDay = (values: FlowValues): string =>
  `the day in ${fieldText(values)}, at ${values.at}` +
  (values.repeat === 'yearly' ? `; 29 February is ${values.leapDay} in common years` : '')

const emailOf = (values: FlowValues): string =>
  values.step === undefined
    ? named('newsletter', values)
    : `the email of ${JSON.stringify(values.step)}`

const linkIn = ({ link }: FlowValues): string => (link === undefined ? '' : `${link} in `)

export const englishFlow: FlowTexts = {
  start: 'start',
  end: 'end',
  entered: people => `${people} entered`,
  here: people => `${people} here`,
  again: {
    never: () => 'once',
    always: () => 'every time',
    days: ({ againDays }) => `again after ${days(againDays!)} at the earliest`,
  },
  ways: { taken: 'then', otherwise: 'else', unmeasured: 'not measured' },
  starts: {
    joined: () => 'who comes onto the list',
    date: values => `${yearly(values)}on ${atDay(values)}`,
    'days-before': values => `${yearly(values)}${days(values.days!)} before ${atDay(values)}`,
    'days-after': values => `${yearly(values)}${days(values.days!)} after ${atDay(values)}`,
    'not-opened': values =>
      `who has not opened ${named('newsletter', values)} ${days(values.days!)} after it came`,
    feed: ({ address, text }) => `when ${address} has new items, ${text}: the whole list`,
    confirmed: values => `who confirms a sign-up by ${named('form', values)}`,
    'signed-up': values => `who signs up by ${named('form', values)}`,
  },
  who: event => `who ${event}`,
  events: {
    converted: () => 'buys something after a click',
    event: ({ name }) => `has the event ${JSON.stringify(name)}`,
    changed: values => `gets another value in ${fieldText(values)}`,
    'changed-to': values =>
      `gets another value in ${fieldText(values)}: ` +
      (values.value === '' ? 'none' : JSON.stringify(values.value)),
    listed: values => `is on ${named('list', values)}`,
    opened: values => `opens ${linkIn(values)}${emailOf(values)}`,
    clicked: values => `clicks ${linkIn(values)}${emailOf(values)}`,
  },
  steps: {
    send: values => `send ${named('newsletter', values)}`,
    sms: ({ text }) => `send the SMS ${JSON.stringify(shortSms(text!))}`,
    set: values =>
      values.value === ''
        ? `empty ${fieldText(values)}`
        : `set ${fieldText(values)} to ${JSON.stringify(values.value)}`,
    join: values => `put on ${named('list', values)}`,
    leave: values => `take off ${named('list', values)}`,
    call: values => `call ${named('webhook', values)}`,
    wait: ({ text }) => `wait ${text}`,
    'wait-until': ({ text }) => `wait ${text}`,
    'wait-weekday': ({ text }) => `wait ${text}`,
    'wait-clock': ({ text }) => `wait until ${text}`,
    filter: values => `if ${named('filter', values)}`,
    if: ({ condition }) => `if ${condition}`,
    end: () => 'end',
  },
  waitFor: ({ minutes }, event) => `wait, ${lengthText(minutes!)} at most, for who ${event}`,
}

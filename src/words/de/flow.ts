/** Starts and steps of triggers in one line each, in German. */
import type { FlowTexts } from '../../actions/triggers/flow-answers.ts'
import { unitsIn } from '../units.ts'

type Values = Parameters<FlowTexts['steps']['send']>[0]

const { days, minutes, weekday } = unitsIn('de')

const quoted = (text: Values[string] | undefined): string => `„${text}“`

const named = (noun: string, kind: string, values: Values): string =>
  values[kind] === ''
    ? `${noun} ${values.id} (entfernt)`
    : `${noun} ${values.id} ${quoted(values[kind])}`

const field = ({ field: name, number }: Values): string =>
  name === `DD${number}` ? `${name}` : `DD${number} ${quoted(name)}`

const yearly = ({ repeat }: Values): string => (repeat === 'yearly' ? 'jedes Jahr ' : '')

const leapDays: Record<string, string> = { '28 February': '28. Februar', '1 March': '1. März' }

const theDay = (values: Values): string =>
  `dem Tag in ${field(values)}, um ${values.at}` +
  (values.repeat === 'yearly'
    ? `; der 29. Februar ist in gewöhnlichen Jahren der ${leapDays[values.leapDay!]}`
    : '')

const emailOf = (values: Values): string =>
  values.step === undefined
    ? named('Newsletter', 'newsletter', values)
    : `die E-Mail von ${quoted(values.step)}`

const list = (values: Values): string => named('Liste', 'list', values)

const lookedAt = ({ weekdays, at }: Values): string => {
  const names = String(weekdays).split(',').filter(Boolean)
  return `${names.map(day => weekday(Number(day))).join(', ') || 'täglich'} ${at}`
}

const clock = ({ at }: Values): string => (at === undefined ? '' : `, dann bis ${at}`)

const short = (text: Values[string] | undefined): string =>
  String(text).length > 60 ? `${String(text).slice(0, 57)}...` : String(text)

export const flow: FlowTexts = {
  start: 'Start',
  end: 'Ende',
  entered: people => `${people} hinein`,
  here: people => `${people} hier`,
  again: {
    never: () => 'einmal',
    always: () => 'jedes Mal',
    days: ({ againDays }) => `frühestens nach ${daysLater(Number(againDays))} wieder`,
  },
  ways: { taken: 'dann', otherwise: 'sonst', unmeasured: 'nicht gemessen' },
  starts: {
    joined: () => 'wer auf die Liste kommt',
    date: values => `${yearly(values)}an ${theDay(values)}`,
    'days-before': values => `${yearly(values)}${days(Number(values.days))} vor ${theDay(values)}`,
    'days-after': values => `${yearly(values)}${days(Number(values.days))} nach ${theDay(values)}`,
    'not-opened': values =>
      `wer ${emailOf(values)} ${daysLater(Number(values.days))} nach der Ankunft nicht geöffnet hat`,
    feed: values => `wenn ${values.address} Neues hat, ${lookedAt(values)}: die ganze Liste`,
    confirmed: values => `wer seine Anmeldung über ${named('Formular', 'form', values)} bestätigt`,
    'signed-up': values => `wer sich über ${named('Formular', 'form', values)} anmeldet`,
  },
  who: event => `wer ${event}`,
  events: {
    converted: () => 'nach einem Klick etwas kauft',
    event: ({ name }) => `das Ereignis ${quoted(name)} hat`,
    changed: values => `in ${field(values)} einen anderen Wert bekommt`,
    'changed-to': values =>
      `in ${field(values)} ${values.value === '' ? 'keinen Wert mehr hat' : `den Wert ${quoted(values.value)} bekommt`}`,
    listed: values => `auf ${list(values)} steht`,
    opened: values => `${emailOf(values)} öffnet`,
    clicked: values =>
      values.link === undefined
        ? `in ${emailOf(values)} klickt`
        : `auf ${values.link} in ${emailOf(values)} klickt`,
  },
  steps: {
    send: values => `${named('Newsletter', 'newsletter', values)} senden`,
    sms: ({ text }) => `die SMS ${quoted(short(text))} senden`,
    set: values =>
      values.value === ''
        ? `${field(values)} leeren`
        : `${field(values)} auf ${quoted(values.value)} setzen`,
    join: values => `auf ${list(values)} setzen`,
    leave: values => `von ${list(values)} nehmen`,
    call: values => `${named('Webhook', 'webhook', values)} rufen`,
    wait: values => `${minutes(Number(values.minutes))} warten${clock(values)}`,
    'wait-until': ({ until }) => `bis ${until} warten`,
    'wait-weekday': values =>
      `bis zum nächsten ${weekday(Number(values.weekday))} ${values.at} warten`,
    'wait-clock': ({ at }) => `bis ${at} warten`,
    filter: values => `wenn in ${named('Filter', 'filter', values)}`,
    if: ({ condition }) => `wenn ${condition}`,
    end: () => 'Ende',
  },
  waitFor: (values, event) =>
    `höchstens ${minutes(Number(values.minutes))} warten, bis die Person ${event}`,
}

/** After a preposition: nach 3 Tagen. */
function daysLater(count: number): string {
  return count === 1 ? '1 Tag' : `${count} Tagen`
}

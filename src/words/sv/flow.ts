/** Starts and steps of triggers in one line each, in Swedish. */
import type { FlowTexts } from '../../actions/triggers/flow-answers.ts'
import { unitsIn } from '../units.ts'

type Values = Parameters<FlowTexts['steps']['send']>[0]

const { days, minutes, weekday } = unitsIn('sv')

const quoted = (text: Values[string] | undefined): string => `”${text}”`

const named = (noun: string, kind: string, values: Values): string =>
  values[kind] === ''
    ? `${noun} ${values.id} (borttaget)`
    : `${noun} ${values.id} ${quoted(values[kind])}`

const field = ({ field: name, number }: Values): string =>
  name === `DD${number}` ? `${name}` : `DD${number} ${quoted(name)}`

const yearly = ({ repeat }: Values): string => (repeat === 'yearly' ? 'varje år ' : '')

const leapDays: Record<string, string> = { '28 February': '28 februari', '1 March': '1 mars' }

const theDay = (values: Values): string =>
  `dagen i ${field(values)}, kl. ${values.at}` +
  (values.repeat === 'yearly'
    ? `; 29 februari är ${leapDays[values.leapDay!]} under vanliga år`
    : '')

const emailOf = (values: Values): string =>
  values.step === undefined
    ? named('nyhetsbrev', 'newsletter', values)
    : `mejlet från ${quoted(values.step)}`

const list = (values: Values): string => named('lista', 'list', values)

const lookedAt = ({ weekdays, at }: Values): string => {
  const names = String(weekdays).split(',').filter(Boolean)
  return `${names.map(day => weekday(Number(day))).join(', ') || 'varje dag'} ${at}`
}

const clock = ({ at }: Values): string => (at === undefined ? '' : `, sedan till ${at}`)

const short = (text: Values[string] | undefined): string =>
  String(text).length > 60 ? `${String(text).slice(0, 57)}...` : String(text)

export const flow: FlowTexts = {
  start: 'start',
  end: 'slut',
  entered: people => `${people} kom in`,
  here: people => `${people} här`,
  again: {
    never: () => 'en gång',
    always: () => 'varje gång',
    days: ({ againDays }) => `igen tidigast efter ${days(Number(againDays))}`,
  },
  ways: { taken: 'då', otherwise: 'annars', unmeasured: 'mäts inte' },
  starts: {
    joined: () => 'den som kommer på listan',
    date: values => `${yearly(values)}på ${theDay(values)}`,
    'days-before': values => `${yearly(values)}${days(Number(values.days))} före ${theDay(values)}`,
    'days-after': values => `${yearly(values)}${days(Number(values.days))} efter ${theDay(values)}`,
    'not-opened': values =>
      `den som inte har öppnat ${emailOf(values)} ${days(Number(values.days))} efter att det kom`,
    feed: values => `när ${values.address} har något nytt, ${lookedAt(values)}: hela listan`,
    confirmed: values => `den som bekräftar sin anmälan via ${named('formulär', 'form', values)}`,
    'signed-up': values => `den som anmäler sig via ${named('formulär', 'form', values)}`,
  },
  who: event => `den som ${event}`,
  events: {
    converted: () => 'köper något efter ett klick',
    event: ({ name }) => `har händelsen ${quoted(name)}`,
    changed: values => `får ett annat värde i ${field(values)}`,
    'changed-to': values =>
      values.value === ''
        ? `inte längre har något värde i ${field(values)}`
        : `får värdet ${quoted(values.value)} i ${field(values)}`,
    listed: values => `finns på ${list(values)}`,
    opened: values => `öppnar ${emailOf(values)}`,
    clicked: values =>
      values.link === undefined
        ? `klickar i ${emailOf(values)}`
        : `klickar på ${values.link} i ${emailOf(values)}`,
  },
  steps: {
    send: values => `skicka ${named('nyhetsbrev', 'newsletter', values)}`,
    sms: ({ text }) => `skicka SMS:et ${quoted(short(text))}`,
    set: values =>
      values.value === ''
        ? `töm ${field(values)}`
        : `sätt ${field(values)} till ${quoted(values.value)}`,
    join: values => `lägg till på ${list(values)}`,
    leave: values => `ta bort från ${list(values)}`,
    call: values => `anropa ${named('webhook', 'webhook', values)}`,
    wait: values => `vänta ${minutes(Number(values.minutes))}${clock(values)}`,
    'wait-until': ({ until }) => `vänta till ${until}`,
    'wait-weekday': values => `vänta till nästa ${weekday(Number(values.weekday))} ${values.at}`,
    'wait-clock': ({ at }) => `vänta till ${at}`,
    filter: values => `om i ${named('filter', 'filter', values)}`,
    if: ({ condition }) => `om ${condition}`,
    end: () => 'slut',
  },
  waitFor: (values, event) =>
    `vänta, högst ${minutes(Number(values.minutes))}, på den som ${event}`,
}
